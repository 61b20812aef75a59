import type { Text } from '../../contract.ts';
import type { Watched } from './stage/stage.ts';

/** What came back, and how often. */
export class Seen {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  toString(): string {
    const sorted = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    return sorted.map(([what, count]) => `${count} × ${what}`).join(', ');
  }
}

/** The last column of the table. */
export function told(seen: Seen, { beside, quiet, rss }: Watched): Text {
  const ms = (value: number) => value.toFixed(1);
  const mb = (value: number) => Math.round(value / 1024 / 1024);
  const memory = `${mb(rss.before)} → ${mb(rss.after)} MB`;
  return {
    en: `${seen}; beside it ${beside.runs} runs exact, p99 ${ms(beside.p99)} ms (quiet ${ms(quiet.p99)}), server ${memory}`,
    zh: `${seen}；旁边的客户端 ${beside.runs} 次运行无误，p99 ${ms(beside.p99)} 毫秒（平时 ${ms(quiet.p99)}），服务器 ${memory}`,
  };
}
