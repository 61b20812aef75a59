import type { DraftOf, FinalStatus } from '../../events.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { present } from './present.ts';
import { type ServerMessageOf, teamResult } from './wire.ts';

/** The document says stopped, the program cancelled. */
const statuses: Readonly<Record<string, FinalStatus>> = {
  complete: 'complete',
  error: 'error',
  stopped: 'stopped',
  cancelled: 'stopped',
  timeout: 'timed_out',
};

export function finals(status: string): FinalStatus | undefined {
  return Object.hasOwn(statuses, status) ? statuses[status] : undefined;
}

/** A run's end, from either shape of the result; undefined where the status is none. */
export function finished(
  { status: given, data }: ServerMessageOf<'result' | 'completion'>,
  finalAnswer: string | undefined,
): DraftOf<'run.finished'> | undefined {
  const status = finals(given);
  if (!status) return undefined;
  const read = teamResult.safeParse(data).data;
  if (read?.run) {
    const { text, ...run } = read.run;
    const same = typeof read.task_result === 'string' ? read.task_result : undefined;
    return present({ type: 'run.finished' as const, ...run, text: text === null ? same : text });
  }
  const told = read && resultText(read.task_result);
  const { usage, duration } = read ?? {};
  return present({
    type: 'run.finished' as const,
    status,
    text: status === 'complete' ? (told ?? finalAnswer) : undefined,
    reason: status === 'complete' ? undefined : (told ?? reasonIn(read?.task_result)),
    usage: usage && { input: 0, output: 0, total: usage.tokens },
    cost: usage?.cost,
    durationMs: duration === undefined ? undefined : duration * 1000,
  });
}

type TaskResult = NonNullable<ReturnType<typeof teamResult.safeParse>['data']>['task_result'];

function resultText(result: TaskResult): string | undefined {
  return typeof result === 'string' ? result : undefined;
}

/** AutoGen's result tells why it stopped, or has it as its last message. */
function reasonIn(result: TaskResult | undefined): string | undefined {
  if (result === undefined || typeof result === 'string') return undefined;
  return result.stop_reason ?? contentOf(result.messages.at(-1));
}

function contentOf(message: Json | undefined): string | undefined {
  return isJsonObject(message) && typeof message.content === 'string' ? message.content : undefined;
}
