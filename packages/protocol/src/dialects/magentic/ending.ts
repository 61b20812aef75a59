import { words } from '../../codec/say.ts';
import type { Locale } from '../../dialect.ts';
import type { EventOf } from '../../events.ts';
import { present } from './present.ts';
import { endStatus, FINAL_ANSWER, isoTime, message, ORCHESTRATOR } from './write.ts';

type Finished = EventOf<'run.finished'>;

/** What a run said before it ended. */
export interface Past {
  /** The last text of the assistant. */
  readonly answer: string;
  /** It is out of sight once a final answer comes. */
  readonly isAnswerFolded: boolean;
  /** What a fatal error said, which its own message has shown. */
  readonly failure: string | undefined;
  /** Of all its calls of models. */
  readonly tokens: number;
  readonly locale: Locale;
}

/** The frames of a run's end, the one that closes the socket last. */
export function ending(event: Finished, past: Past): { before?: string; last: string } {
  return event.status === 'complete' ? completed(event, past) : broken(event, past);
}

/** What the page shows already as a message is not said again as the final answer. */
function completed(event: Finished, past: Past): { before?: string; last: string } {
  const { answer, isAnswerFolded, locale, tokens } = past;
  const text = event.text ?? (answer || done[locale]);
  const last = result('result', event, text, tokens);
  if (text.trim() === answer.trim() && !isAnswerFolded) return { last };
  const said = {
    source: ORCHESTRATOR,
    content: `${FINAL_ANSWER}${text}`,
    metadata: { type: 'final_answer' },
  };
  return { before: message(event, said), last };
}

/** The page shows a result's status but not its text: why a run failed must stand in a message as well. */
function broken(event: Finished, { failure, locale, tokens }: Past): { before?: string; last: string } {
  const { error, timed_out, stopped } = reasons(locale);
  const reason = event.reason ?? failure ?? { error, timed_out, stopped, complete: '' }[event.status];
  const last = result('completion', event, reason, tokens);
  if (event.status === 'stopped' || (failure !== undefined && reason === failure)) return { last };
  const said = { source: ORCHESTRATOR, content: `⚠ ${reason}`, metadata: { type: 'run_failed' } };
  return { before: message(event, said), last };
}

/** The document's TeamResult; `run` has what that shape cannot say. */
function result(type: 'result' | 'completion', event: Finished, task_result: string, tokens: number): string {
  const { status, text, reason, usage, cost, durationMs } = event;
  const run = present({ status, text: text === task_result ? null : text, reason, usage, cost, durationMs });
  const data = {
    task_result,
    usage: { tokens: usage?.total ?? tokens, cost: cost ?? 0 },
    duration: (durationMs ?? 0) / 1000,
    run,
  };
  return JSON.stringify({ type, status: endStatus[status], data, timestamp: isoTime(event.at) });
}

function reasons(locale: Locale) {
  const { failed, timedOut, stopped } = words[locale];
  return { error: failed, timed_out: timedOut, stopped };
}

const done: Record<Locale, string> = { en: 'Done.', zh: '已完成。' };
