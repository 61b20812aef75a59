import { halvesOf } from '@polywire/protocol/halves';

/** The server tells in both languages, `English. / 中文。`: the reader needs one. */
export function inOneLanguage(message: string, language: string): string {
  return halvesOf(message)[language === 'zh' ? 'zh' : 'en'];
}
