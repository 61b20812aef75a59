import { hasHan } from './script.ts';
import { contentWords, overlap, sentences } from './words.ts';

/** What a text says of an option: the parts of it that name it, and whether they speak for it. */
export interface Weighed {
  readonly option: string;
  readonly said: readonly string[];
  /** The words that speak for it, and against it. */
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  /** Above 0: more is said for it than against it. */
  readonly weight: number;
}

/** Options are talked about briefly. */
const MOST_READ = 8_000;

export function weigh(options: readonly string[], text: string): readonly Weighed[] {
  const parts = remarks(text);
  return options.map((option) => {
    const others = options.filter((other) => other !== option);
    const own = new Set(contentWords(option));
    const said: string[] = [];
    let isAbout = false;
    for (const part of parts) {
      const names = isNamed(option, part);
      const namesOther = others.some((other) => isNamed(other, part));
      // What follows without a name goes on about the one before.
      isAbout = names ? !namesOther : isAbout && !namesOther;
      if (isAbout && contentWords(part).some((word) => !own.has(word))) said.push(part);
    }
    const [pros, cons] = [FOR, AGAINST].map((words) => said.flatMap((part) => part.match(words) ?? []));
    return { option, said, pros: pros ?? [], cons: cons ?? [], weight: leaning(said.join('\n')) };
  });
}

/** What is said, remark by remark, without what is asked. */
export function remarks(text: string): string[] {
  return sentences(text.slice(0, MOST_READ))
    .filter((sentence) => !/[?？]$/.test(sentence))
    .flatMap((sentence) => sentence.split(/[,，.。:：;；!！]|\bbut\b|\bwhile\b|而且?|但是?/i))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isNamed(option: string, part: string): boolean {
  // Words of a script without blanks are cut differently in different company.
  if (hasHan(option)) return part.includes(option) || (option.length >= 3 && part.includes(option.slice(1)));
  return overlap(option, part) >= 0.5;
}

/** How much a part of a text speaks for what it is about. */
export function leaning(part: string): number {
  return (part.match(FOR)?.length ?? 0) - (part.match(AGAINST)?.length ?? 0);
}

const FOR =
  /\b(?:cheap(?:er)?|fast(?:er)?|quick(?:er)?|quiet(?:er)?|safer?|good|great|best|better|prefer|like|love|eas(?:y|ier)|simpler?|reliable|strong(?:er)?|light(?:er)?|healthy|healthier|warm|comfortable|free)\b|便宜|快|安全|好|喜欢|简单|可靠|优先|容易|方便|稳定|轻便|安静|省|舒适|健康/gi;
const AGAINST =
  /\b(?:expensive|slow(?:er)?|risky|bad|worse|hate|dislike|hard(?:er)?|difficult|broken|unsafe|not|never|avoid|without|dear|loud|heavy|noisy|costly|crowded)\b|贵|慢|危险|差|讨厌|困难|不|没有|避免|复杂|麻烦|占地方|吵|累/gi;
