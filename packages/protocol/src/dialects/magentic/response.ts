import * as z from 'zod';
import { readJsonObject } from '../../codec/read-json.ts';
import type { CommandOf } from '../../commands.ts';
import { readDecision } from '../../decision.ts';
import type { PlanStep } from '../../events.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { readSteps, writeSteps } from './plan.ts';
import { present } from './present.ts';
import type { ClientMessage } from './wire.ts';

type Answer = CommandOf<'input.answer'>;
type Decision = Answer['decision'];
type Response = Extract<ClientMessage, { type: 'input_response' }>;

export interface Reading {
  readonly decision: Decision;
  readonly text?: string;
  readonly steps?: PlanStep[];
}

const answerObject = z.object({
  accepted: z.boolean().nullish(),
  content: z.string().nullish(),
  plan: z.custom<Json>().optional(),
});

/** What the page's buttons say. */
const APPROVE = 'approve';
const DENY = 'deny';

/** What a person answered. Only a plain yes is an approval: whatever contradicts itself or cannot be read is unclear. */
export function readResponse({
  response,
  decision,
  files,
}: Pick<Response, 'response' | 'decision' | 'files'>): Reading {
  const object = typeof response === 'string' ? jsonIn(response) : response;
  const hasFiles = files != null && files.length > 0;
  if (!object) return bare(response as string, hasFiles);
  const read = answerObject.safeParse(object).data;
  if (!read) return unclear(object.content);
  const steps = stepsIn(read.plan ?? null);
  if (steps === 'broken') return unclear(read.content);
  const meant = meaning(read.accepted === true, read.content ?? '', decision, hasFiles);
  return present({ decision: meant, text: words(meant, read.content ?? '', decision), steps });
}

export function writeResponse({ decision, text, steps }: Answer): string {
  const content = { approve: text ?? APPROVE, reject: text ?? DENY, reply: text ?? '', unclear: text ?? '' }[decision];
  return JSON.stringify({
    accepted: decision === 'approve',
    content,
    ...(steps && { plan: JSON.stringify(writeSteps(steps)) }),
  });
}

/** `said` is what our own client says it meant; it counts only where the answer itself does not speak against it. */
function meaning(accepted: boolean, content: string, said: Decision | undefined, hasFiles: boolean): Decision {
  if (said === 'unclear') return 'unclear';
  if (accepted)
    return said === 'reject' || said === 'reply' || readDecision(content) === 'reject' ? 'unclear' : 'approve';
  if (said === 'approve') return 'unclear';
  if (said) return said;
  if (content.trim() === '') return nothingSaid(hasFiles);
  return readDecision(content) === 'reject' ? 'reject' : 'reply';
}

/** The words of a button are no words of its user, unless they were typed. */
function words(decision: Decision, content: string, said: Decision | undefined): string | undefined {
  const isButton = (decision === 'approve' && content === APPROVE) || (said === 'reject' && content === DENY);
  return isButton || (content === '' && decision !== 'reply') ? undefined : content;
}

/** The page sends no empty answer, but a picture without a word. */
function nothingSaid(hasFiles: boolean): Decision {
  return hasFiles ? 'reply' : 'unclear';
}

/** A text without the page's wrapping. */
function bare(text: string, hasFiles: boolean): Reading {
  if (text.trim() === '') return { decision: nothingSaid(hasFiles), ...(hasFiles && { text }) };
  const decision = readDecision(text);
  return { decision: decision === 'unclear' ? 'reply' : decision, text };
}

function unclear(content: unknown): Reading {
  return { decision: 'unclear', ...(typeof content === 'string' && { text: content }) };
}

/** An empty list means that the plan was not edited. */
function stepsIn(plan: Json): PlanStep[] | undefined | 'broken' {
  if (plan === null || plan === '') return undefined;
  const steps = readSteps(plan);
  if (!steps) return 'broken';
  return steps.length === 0 ? undefined : steps;
}

function jsonIn(text: string): JsonObject | undefined {
  const read = readJsonObject(text, { strict: true });
  return read.ok && isJsonObject(read.object) ? read.object : undefined;
}
