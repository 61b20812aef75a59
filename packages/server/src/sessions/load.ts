import type { EventOf, RunEvent } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';
import { MAX_DECISIONS } from './questions.ts';
import { withdrawnBy } from './waiting.ts';

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

const types = ['message.accepted', 'input.resolved', 'run.started', 'run.finished', 'custom'] as const;
type Telling = EventOf<(typeof types)[number]>;
const pick = picker(types);

/** Reads the log once. */
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
  const learn = (event: Telling): void => {
    switch (event.type) {
      case 'message.accepted':
        queue.set(event.ref ?? String(event.seq), event);
        if (event.ref !== undefined) refs.push(event.ref);
        break;
      case 'input.resolved':
        decided.push(event);
        if (event.ref !== undefined) refs.push(event.ref);
        break;
      case 'run.started':
        message = queue.get(event.ref ?? '');
        if (event.ref !== undefined) queue.delete(event.ref);
        run = [];
        isOpen = true;
        break;
      case 'run.finished':
        isOpen = false;
        run = [];
        break;
      case 'custom': {
        const gone = withdrawnBy(event);
        if (gone !== undefined) withdrawn.add(gone);
        break;
      }
    }
  };
  for await (const stretch of portionsOf(log, session)) {
    head = stretch.last;
    at = (JSON.parse(stretch.lines.at(-1) as string) as RunEvent).at;
    for (const line of stretch.lines) {
      const event = pick(line);
      if (event) learn(event);
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
export const MAX_REFS = 10_000;
