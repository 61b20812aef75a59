import type { Attachment, CommandOf, Draft, FileRef } from '@polywire/protocol';
import type { Waiting } from './waiting.ts';

/** A message as the log keeps it: what its run will need, and nothing that belongs elsewhere. */
export function accepted(command: CommandOf<'message.send'>, by: string | undefined): Draft {
  const { text, ref, files, agent, model, options } = command;
  return {
    type: 'message.accepted',
    text,
    ...(ref !== undefined && { ref }),
    ...(files && { files: files.map(withoutContent) }),
    ...(by !== undefined && { by }),
    ...(agent !== undefined && { agentKind: agent }),
    ...(model !== undefined && { model }),
    ...(options && { options }),
  };
}

function withoutContent({ content: _, ...file }: Attachment): FileRef {
  return file;
}

/** A run that was stopped before it began: who waits for it is told its end as of any other. */
export function unbegun({ runId, message: { text: input, ref, agentKind } }: Waiting): Draft[] {
  const named = { ...(ref !== undefined && { ref }), ...(agentKind !== undefined && { agentKind }) };
  return [
    { type: 'run.started', runId, input, ...named },
    { type: 'run.finished', runId, status: 'stopped', durationMs: 0 },
  ];
}
