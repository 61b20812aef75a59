import type { Text } from './dialect.ts';

/**
 * A message of the form `English. / 中文。` as a text in each language; any other is the same in both.
 * Names in it may have slashes of their own, so the end of a sentence is looked for first.
 */
export function halvesOf(message: string): Text {
  const sentence = message.search(/(?<=[.!?]) \/ /);
  const at = sentence < 0 ? message.indexOf(SLASH) : sentence;
  const isInBoth = at >= 0 && /\p{Script=Han}/u.test(message.slice(at));
  return isInBoth ? { en: message.slice(0, at), zh: message.slice(at + SLASH.length) } : { en: message, zh: message };
}

const SLASH = ' / ';
