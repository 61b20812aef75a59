import {
  type CommandOf,
  type DraftOf,
  type EventOf,
  type EventType,
  isOnLine,
  type RunEvent,
  stretchesOf,
} from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';

const types = ['todo.list', 'todo.item', 'plan.proposed', 'plan.edited', 'history.rewound'] as const;
type Noted = EventOf<(typeof types)[number]>;

/** Checklists and plans of a session that a person may change. The log is read when that first happens. */
export class Edits {
  readonly #log: EventLog;
  readonly #session: string;
  #noted: Noted[] = [];
  #loading: Promise<void> | undefined;

  constructor(log: EventLog, session: string) {
    this.#log = log;
    this.#session = session;
  }

  /** Reads what was appended up to `head` once that is `written`; what comes later is noted as it comes. */
  load(head: number, written: Promise<unknown>): Promise<void> {
    this.#loading ??= written
      .then(() => this.#read(head))
      .catch((error: unknown) => {
        this.#loading = undefined;
        this.#noted = [];
        throw error;
      });
    return this.#loading;
  }

  note(event: RunEvent): void {
    if (this.#loading && isNoted(event)) this.#noted.push(event);
  }

  /** The event that makes the change, or nothing where there is no such thing on the present line. */
  draft(command: CommandOf<'todo.set' | 'plan.edit'>): DraftOf<'todo.item' | 'plan.edited'> | undefined {
    return command.type === 'todo.set' ? this.#item(command) : this.#plan(command);
  }

  #item({ listId, itemId, status }: CommandOf<'todo.set'>): DraftOf<'todo.item'> | undefined {
    let found: { index: number; text: string } | undefined;
    for (const event of this.#line()) {
      if (event.type === 'todo.list' && event.listId === listId) {
        const index = event.items.findIndex(({ id }) => id === itemId);
        found = index < 0 ? undefined : { index, text: event.items[index]?.text ?? '' };
      } else if (event.type === 'todo.item' && event.listId === listId && event.itemId === itemId) {
        found = { index: event.index, text: event.text };
      }
    }
    return found && { type: 'todo.item', listId, itemId, ...found, status };
  }

  #plan({ planId, summary, steps }: CommandOf<'plan.edit'>): DraftOf<'plan.edited'> | undefined {
    let found: EventOf<'plan.proposed' | 'plan.edited'> | undefined;
    for (const event of this.#line()) {
      if ((event.type === 'plan.proposed' || event.type === 'plan.edited') && event.planId === planId) {
        found = { ...found, ...event };
      }
    }
    if (!found) return undefined;
    const kept = summary ?? found.summary;
    return {
      type: 'plan.edited',
      planId,
      ...(found.task !== undefined && { task: found.task }),
      ...(kept !== undefined && { summary: kept }),
      steps,
    };
  }

  /** What rewinds have left. */
  #line(): readonly Noted[] {
    const rewinds = this.#noted.filter((event) => event.type === 'history.rewound');
    const line = stretchesOf(rewinds, Number.POSITIVE_INFINITY);
    return this.#noted.filter(({ seq }) => isOnLine(line, seq));
  }

  async #read(head: number): Promise<void> {
    const past: Noted[] = [];
    for await (const stretch of portionsOf(this.#log, this.#session, { to: head })) {
      stretch.eachButWords((line) => {
        const event = pick(line);
        if (event) past.push(event);
      });
    }
    this.#noted = [...past, ...this.#noted];
  }
}

const pick = picker(types);

function isNoted(event: RunEvent): event is Noted {
  return (types as readonly EventType[]).includes(event.type);
}
