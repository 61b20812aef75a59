import type { Carry, Dialect, EventType, Issue, RunEvent } from '@polywire/protocol';
import type { Language } from '../contract.ts';
import { table } from '../terminal/table.ts';

export interface Loss {
  readonly type: EventType;
  readonly count: number;
  readonly fate: 'exact' | 'degraded' | 'dropped';
  /** What it becomes, and which fields do not arrive. */
  readonly as?: string;
  readonly loses?: readonly string[];
}

export interface LossReport {
  readonly to: string;
  readonly exact: number;
  readonly degraded: number;
  readonly dropped: number;
  readonly events: readonly Loss[];
  /** Frames that could not be read. */
  readonly unread: readonly { readonly frame: number; readonly reason: string; readonly detail: string }[];
}

/** Counts what becomes of events in a dialect, by its own table. */
export class Losses {
  readonly #to: Dialect;
  readonly #counts = new Map<EventType, number>();
  readonly #unread: { frame: number; reason: string; detail: string }[] = [];

  constructor(to: Dialect) {
    this.#to = to;
  }

  add(events: readonly RunEvent[]): void {
    for (const { type } of events) this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
  }

  missed(frame: number, { reason, detail }: Issue): void {
    if (this.#unread.length < MAX_UNREAD) this.#unread.push({ frame, reason, detail });
  }

  report(): LossReport {
    const events = [...this.#counts].map(([type, count]) => lossOf(type, count, this.#to.traits.carries[type]));
    const sum = (fate: Loss['fate']) =>
      events.filter((loss) => loss.fate === fate).reduce((total, { count }) => total + count, 0);
    return {
      to: this.#to.name,
      exact: sum('exact'),
      degraded: sum('degraded'),
      dropped: sum('dropped'),
      events,
      unread: this.#unread,
    };
  }
}

/** A stream of nothing but rubbish must not fill the memory. */
const MAX_UNREAD = 1_000;

function lossOf(type: EventType, count: number, { how, as, loses }: Carry): Loss {
  const fate = how === 'degraded' || how === 'dropped' ? how : 'exact';
  return { type, count, fate, ...(as !== undefined && { as }), ...(loses && loses.length > 0 && { loses }) };
}

const words = {
  en: { exact: 'exact', degraded: 'degraded', dropped: 'dropped', loses: 'without ', unread: 'frame', to: 'Into' },
  zh: { exact: '完整', degraded: '降级', dropped: '丢弃', loses: '缺少 ', unread: '帧', to: '转换为' },
} as const;

export function lossText(report: LossReport, language: Language): string {
  const say = words[language];
  const sums = (['exact', 'degraded', 'dropped'] as const).map((fate) => `${report[fate]} ${say[fate]}`);
  const rows = report.events.map(({ type, count, fate, as = '', loses = [] }) => [
    `  ${type}`,
    String(count),
    say[fate],
    [as, loses.length > 0 ? `(${say.loses}${loses.join(', ')})` : ''].filter((part) => part !== '').join(' '),
  ]);
  const unread = report.unread.map(({ frame, reason, detail }) => `  ${say.unread} ${frame}: ${reason}: ${detail}\n`);
  return `${say.to} ${report.to}: ${sums.join(', ')}\n${table(rows)}${unread.join('')}`;
}
