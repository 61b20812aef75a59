import type { Fate, Issue, LossReport, TypeLoss } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import type { Language } from '../contract.ts';
import { table } from '../terminal/table.ts';

export interface UnreadFrame {
  readonly frame: number;
  readonly reason: string;
  readonly detail: string;
}

/** Frames that could not be read. A stream of nothing but rubbish must not fill the memory. */
export class Unread {
  readonly frames: UnreadFrame[] = [];

  add(frame: number, { reason, detail }: Issue): void {
    if (this.frames.length < MAX_UNREAD) this.frames.push({ frame, reason, detail });
  }
}

const MAX_UNREAD = 1_000;
const fates = ['exact', 'degraded', 'dropped'] as const satisfies readonly Fate[];

const words = {
  en: { exact: 'exact', degraded: 'degraded', dropped: 'dropped', loses: 'without ', unread: 'frame', to: 'Into' },
  zh: { exact: '完整', degraded: '降级', dropped: '丢弃', loses: '缺少 ', unread: '帧', to: '转换为' },
} as const;

/** For people: a line for each type of event, and for each frame that could not be read. */
export function lossText(report: LossReport, language: Language, unread: readonly UnreadFrame[] = []): string {
  const say = words[language];
  const sums = fates.map((fate) => `${report[fate]} ${say[fate]}`);
  const rows = report.events.map(({ type, count, as = '', loses = [], ...counts }) => {
    const became = typeof as === 'string' ? as : as[language];
    const lost = loses.length > 0 ? `(${say.loses}${loses.join(', ')})` : '';
    const about = [became, lost].filter((part) => part !== '').join(' ');
    return [`  ${type}`, String(count), fateText(count, counts, language), about];
  });
  const left = unread.map(
    ({ frame, reason, detail }) => `  ${say.unread} ${frame}: ${reason}: ${halvesOf(detail)[language]}\n`,
  );
  return `${say.to} ${report.to}: ${sums.join(', ')}\n${table(rows)}${left.join('')}`;
}

/** One word where all of them share a fate. */
function fateText(count: number, counts: Pick<TypeLoss, Fate>, language: Language): string {
  const say = words[language];
  const met = fates.filter((fate) => counts[fate] > 0);
  return met.map((fate) => (counts[fate] === count ? say[fate] : `${counts[fate]} ${say[fate]}`)).join(', ');
}
