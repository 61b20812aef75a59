import { halvesOf } from '@polywire/protocol/halves';

/** The server tells in both languages, `English. / 中文。`: the reader needs one. */
export function inOneLanguage(message: string, language: string): string {
  return halvesOf(message)[language === 'zh' ? 'zh' : 'en'];
}

/** The same where any program's words may stand: only whole sentences in both languages are surely the server's. */
export function oursInOneLanguage(message: string, language: string): string {
  return SENTENCES.test(message) ? inOneLanguage(message, language) : message;
}

const SENTENCES = /^[^\n]*[.!?] \/ [^\n]*[。！？]$/;
