import type { Carry, Dialect, Text } from './dialect.ts';
import { type EventType, eventTypes, type MessageRole, type RunEvent } from './events.ts';

/** exact: all of it arrives. degraded: as something else, or without some of its fields. dropped: not at all. */
export type Fate = 'exact' | 'degraded' | 'dropped';

/** What became of the events of one type. */
export interface TypeLoss {
  readonly type: EventType;
  readonly count: number;
  readonly exact: number;
  readonly degraded: number;
  readonly dropped: number;
  /** What it becomes in the dialect. */
  readonly as?: string | Text;
  /** Fields that these events had and that do not arrive. */
  readonly loses?: readonly string[];
}

export interface LossReport {
  /** The dialect. */
  readonly to: string;
  readonly exact: number;
  readonly degraded: number;
  readonly dropped: number;
  readonly events: readonly TypeLoss[];
}

/** Tells, event by event, what a plain client of a dialect gets to know, by the dialect's own table. */
export class Losses {
  readonly #dialect: Dialect;
  readonly #types = new Map<EventType, { counts: Record<Fate, number>; loses: Set<string> }>();
  /** Roles of the messages that are open: what is in a message goes its way. */
  readonly #roles = new Map<string, MessageRole>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  push(event: RunEvent): void {
    if (event.type === 'run.started') this.#roles.clear();
    if (event.type === 'message.started') this.#roles.set(event.messageId, event.role);
    const { fate, loses } = this.#judge(event);
    const known = this.#types.get(event.type) ?? { counts: { exact: 0, degraded: 0, dropped: 0 }, loses: new Set() };
    known.counts[fate] += 1;
    for (const field of loses) known.loses.add(field);
    this.#types.set(event.type, known);
  }

  report(): LossReport {
    const events = eventTypes.flatMap((type) => this.#ofType(type) ?? []);
    const sum = (fate: Fate) => events.reduce((total, each) => total + each[fate], 0);
    return {
      to: this.#dialect.name,
      exact: sum('exact'),
      degraded: sum('degraded'),
      dropped: sum('dropped'),
      events,
    };
  }

  #ofType(type: EventType): TypeLoss | undefined {
    const known = this.#types.get(type);
    if (!known) return undefined;
    const { counts, loses } = known;
    const { as } = this.#dialect.traits.carries[type];
    return {
      type,
      count: counts.exact + counts.degraded + counts.dropped,
      ...counts,
      ...(as !== undefined && { as }),
      ...(loses.size > 0 && { loses: [...loses].sort() }),
    };
  }

  #judge(event: RunEvent): { fate: Fate; loses: readonly string[] } {
    const carry: Carry = this.#dialect.traits.carries[event.type];
    if (carry.how === 'dropped' || this.#isOfOtherRole(event, carry)) return { fate: 'dropped', loses: [] };
    const loses = [...this.#dialect.traits.loses, ...(carry.loses ?? [])].filter((path) =>
      hasAt(event, path.split('.')),
    );
    return { fate: carry.how === 'degraded' || loses.length > 0 ? 'degraded' : 'exact', loses };
  }

  #isOfOtherRole(event: RunEvent, { roles }: Carry): boolean {
    if (!roles || !('messageId' in event) || event.messageId === undefined) return false;
    return !roles.includes(this.#roles.get(event.messageId) ?? 'assistant');
  }
}

/** Is there anything to lose at this place? Lists are looked through: `steps.agent` is a field of any step. */
function hasAt(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => hasAt(item, key === undefined ? [] : [key, ...rest]));
  if (key === undefined) return value !== undefined && value !== null;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
  return hasAt((value as Record<string, unknown>)[key], rest);
}
