import type { EventOf, RunEvent } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';
import { MAX_DECISIONS } from './questions.ts';
import { MAY_WITHDRAW, withdrawnBy } from './waiting.ts';

/** What a session needs to go on where its log ends. */
export interface SessionState {
  readonly head: number;
  /** Time of the last event. */
  readonly at: number;
  /** Messages that were accepted and not yet run, oldest first. */
  readonly queue: readonly EventOf<'message.accepted'>[];
  /** Runs that will not be: their messages were taken back. */
  readonly withdrawn: ReadonlySet<string>;
  /** Events of the run that has not finished. */
  readonly run: readonly RunEvent[];
  /** The message which that run answers. */
  readonly message: EventOf<'message.accepted'> | undefined;
  /** How recent questions were decided: whoever answers late is told. */
  readonly decided: readonly EventOf<'input.resolved'>[];
  /** References of recent messages: a retry is recognised by them. */
  readonly refs: readonly string[];
}

/** Reads the log once. Only lines that matter are parsed: almost all of a log are deltas. */
export async function loadState(log: EventLog, session: string): Promise<SessionState> {
  const queue = new Map<string, EventOf<'message.accepted'>>();
  const withdrawn = new Set<string>();
  const refs: string[] = [];
  const decided: EventOf<'input.resolved'>[] = [];
  let run: string[] = [];
  let message: EventOf<'message.accepted'> | undefined;
  let isOpen = false;
  let head = 0;
  let at = 0;
  for await (const stretch of portionsOf(log, session)) {
    head = stretch.last;
    at = (JSON.parse(stretch.lines.at(-1) as string) as RunEvent).at;
    for (const line of stretch.lines) {
      if (line.includes('"type":"message.accepted"')) {
        const event = JSON.parse(line) as EventOf<'message.accepted'>;
        queue.set(event.ref ?? String(event.seq), event);
        if (event.ref !== undefined) refs.push(event.ref);
      } else if (line.includes('"type":"input.resolved"')) {
        const event = JSON.parse(line) as EventOf<'input.resolved'>;
        decided.push(event);
        if (event.ref !== undefined) refs.push(event.ref);
      } else if (line.includes('"type":"run.started"')) {
        const { ref } = JSON.parse(line) as EventOf<'run.started'>;
        message = queue.get(ref ?? '');
        if (ref !== undefined) queue.delete(ref);
        run = [];
        isOpen = true;
      } else if (line.includes(MAY_WITHDRAW)) {
        const run = withdrawnBy(JSON.parse(line) as RunEvent);
        if (run !== undefined) withdrawn.add(run);
      } else if (line.includes('"type":"run.finished"')) {
        isOpen = false;
        run = [];
      }
      if (isOpen) run.push(line);
    }
  }
  return {
    head,
    at,
    queue: [...queue.values()],
    withdrawn,
    run: run.map((line) => JSON.parse(line) as RunEvent),
    message,
    decided: decided.slice(-MAX_DECISIONS),
    refs: refs.slice(-MAX_REFS),
  };
}

/** Nobody retries what lies so far back. */
const MAX_REFS = 10_000;
