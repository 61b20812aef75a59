import { say } from '../../codec/say.ts';
import type { StreamInfo } from '../../dialect.ts';
import type { DraftOf, RunEvent } from '../../events.ts';
import { present } from './present.ts';
import type { ServerMessageOf } from './wire.ts';
import { isoTime } from './write.ts';

type Asked = DraftOf<'input.requested'>;

/** The page knows texts and approvals: it takes a plan's answer for a text, beside the plan's own buttons. */
const inputTypes = { text: 'text_input', plan: 'text_input', approval: 'approval' } as const;

export function question(asked: Asked, at: number, stream: StreamInfo): string {
  const { inputId, kind, callId, name, args, planId, expiresAt } = asked;
  // An approval must show the arguments it is bound to.
  const bare = args === undefined ? asked.prompt : undefined;
  const prompt = bare ?? say(asked as RunEvent, stream) ?? '';
  const request = present({
    type: 'input_request' as const,
    input_type: inputTypes[kind],
    prompt,
    data: { source: 'system', content: prompt },
    timestamp: isoTime(at),
    input_id: inputId,
    kind,
    question: prompt === asked.prompt ? undefined : (asked.prompt ?? null),
    call_id: callId,
    name,
    arguments: args,
    plan_id: planId,
    expires_at: expiresAt,
  });
  return JSON.stringify(request satisfies ServerMessageOf<'input_request'>);
}

/** The question as it was asked, under `inputId` where the wire has no id. */
export function asked(request: ServerMessageOf<'input_request'>, inputId: string): Asked {
  const prompt = request.question === undefined ? request.prompt : request.question;
  return present({
    type: 'input.requested' as const,
    inputId,
    kind: request.kind ?? (request.input_type === 'approval' ? 'approval' : 'text'),
    prompt: prompt ?? undefined,
    callId: request.call_id,
    name: request.name,
    args: request.arguments,
    planId: request.plan_id,
    expiresAt: request.expires_at,
  });
}
