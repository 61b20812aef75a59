import type { Done, Intent, Language } from '../contract.ts';
import { halfOf } from '../text/bilingual.ts';
import { abilities } from './index.ts';

const tellers = new Map(abilities.flatMap(({ tells = {} }) => Object.entries(tells)));

/** What came of the calls, in words. */
export function tellAll(finished: readonly { intent: Intent; done: Done }[], language: Language): string[] {
  return finished.map(({ intent, done }) => {
    if (done.outcome === 'denied') return denied(done, language);
    if (done.outcome === 'error') return failed(done, language);
    const tell = intent.call?.name === done.name ? intent.tell : undefined;
    return (tell ?? tellers.get(done.name) ?? plainly)(done, language);
  });
}

function denied({ name }: Done, language: Language): string {
  return language === 'zh'
    ? `您没有同意执行 \`${name}\`，所以我没有做。`
    : `You did not allow \`${name}\`, so I left it.`;
}

function failed({ name, result }: Done, language: Language): string {
  const reason = halfOf(typeof result === 'string' ? result : JSON.stringify(result), language);
  return language === 'zh' ? `\`${name}\` 没有成功：${reason}` : `\`${name}\` did not work: ${reason}`;
}

function plainly({ name, result }: Done, language: Language): string {
  const shown = typeof result === 'string' ? result : JSON.stringify(result, undefined, 2);
  const cut = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
  return language === 'zh' ? `\`${name}\` 的结果：\n\n${cut}` : `\`${name}\` says:\n\n${cut}`;
}

const SHOWN = 2_000;
