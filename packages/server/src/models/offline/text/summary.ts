import type { Language } from '../contract.ts';
import { contentWords, sentences } from './words.ts';

/** The sentences that share most with the rest of a text, in their order: about a third, and no more than a few. */
export function summaryOf(text: string, language: Language, most = MOST): string {
  const all = sentences(
    text
      .slice(0, MOST_READ)
      .replace(/```[\s\S]*?```/g, ' ')
      .replace(/^#+\s*/gm, ''),
  );
  if (all.length <= 1 && text.length < SHORT) return all[0] ?? text.trim();
  const chosen = new Set(best(all, Math.max(1, Math.min(most, Math.ceil(all.length / 3)))));
  const whole = all.filter((_, i) => chosen.has(i));
  const kept = sizeOf(whole) * 2 > sizeOf(all) ? shorter(all) : whole;
  const head = language === 'zh' ? '要点：' : 'In short:';
  return kept.length === 1
    ? `${head}${language === 'zh' ? '' : ' '}${kept[0]}`
    : [head, ...kept.map((each) => `- ${each}`)].join('\n');
}

/** Parts of sentences, where the sentences are too long to choose among. */
function shorter(all: readonly string[]): string[] {
  const parts = all
    .flatMap((sentence) => sentence.split(/(?<=[，,；;])\s*/u))
    .map((part) => part.replace(/[，,；;]$/u, ''));
  const order = best(parts, parts.length);
  const chosen = new Set<number>();
  for (const i of order) {
    const next = parts.filter((_, at) => at === i || chosen.has(at));
    if (chosen.size === 0 || sizeOf(next) * 5 <= sizeOf(all) * 2) chosen.add(i);
  }
  return parts.filter((_, i) => chosen.has(i));
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The places of the weightiest sentences. */
export function best(all: readonly string[], count: number): number[] {
  const words = all.map((each) => [...new Set(contentWords(each))]);
  const seen = new Map<string, number>();
  for (const word of words.flat()) seen.set(word, (seen.get(word) ?? 0) + 1);
  const weights = words.map((list, i) => {
    const common = list.reduce((sum, word) => sum + (seen.get(word) ?? 0) - 1, 0) / Math.sqrt(list.length + 3);
    // Texts tend to say first what they are about; figures are what people look for.
    return common + (i === 0 ? 1 : 0) + (/\d/.test(all[i] ?? '') ? 0.3 : 0);
  });
  const order = weights.map((weight, i) => ({ weight, i })).sort((a, b) => b.weight - a.weight || a.i - b.i);
  return order.slice(0, count).map(({ i }) => i);
}

const MOST = 4;
/** Enough to know what a text is about. */
const MOST_READ = 40_000;
/** Cannot well be said in fewer words. */
const SHORT = 40;
