import type { Text } from '../../contract.ts';
import type { Watched } from './stage/stage.ts';

/** A code or a figure, or words. */
export type Said = string | Text;

/** What came back, and how often. */
export class Seen {
  readonly #counts = new Map<string, { readonly said: Text; count: number }>();

  add(what: Said): void {
    const said = typeof what === 'string' ? { en: what, zh: what } : what;
    const known = this.#counts.get(said.en);
    if (known) known.count += 1;
    else this.#counts.set(said.en, { said, count: 1 });
  }

  in(language: keyof Text): string {
    const sorted = [...this.#counts.values()].sort((a, b) => b.count - a.count);
    return sorted.map(({ said, count }) => `${count} × ${said[language]}`).join(', ');
  }
}

/** The last column of the table. */
export function told(seen: Seen, { beside, quiet, rss }: Watched): Text {
  const ms = (value: number) => value.toFixed(1);
  const mb = (value: number) => Math.round(value / 1024 / 1024);
  const memory = `${mb(rss.before)} → ${mb(rss.after)} MB`;
  const peak = `${mb(rss.peak)} MB`;
  return {
    en: `${seen.in('en')}; beside it ${beside.runs} runs exact, p99 ${ms(beside.p99)} ms (quiet ${ms(quiet.p99)}), server ${memory} (peak ${peak})`,
    zh: `${seen.in('zh')}；旁边的客户端 ${beside.runs} 次运行无误，p99 ${ms(beside.p99)} 毫秒（平时 ${ms(quiet.p99)}），服务器内存 ${memory}（峰值 ${peak}）`,
  };
}

export const words = {
  typedError: { en: 'typed error', zh: '带类型的错误' },
  silence: { en: 'silence, as its document says', zh: '按其文档静默' },
  errorOrSilence: { en: 'typed error or silence', zh: '带类型的错误或静默' },
  closed: { en: 'closed', zh: '关闭' },
  whole: { en: 'shown whole', zh: '完整显示' },
  answered: { en: 'answered', zh: '应答' },
  cutOff: (count: number) => ({ en: `${count} sockets cut off`, zh: `切断 ${count} 个连接` }),
  slow: (what: 'heads' | 'bodies', count: number, statuses: string) => ({
    en: `${count} ${what} ended with ${statuses}`,
    zh: `${count} 个${what === 'heads' ? '请求头' : '请求体'}以 ${statuses} 结束`,
  }),
} as const;
