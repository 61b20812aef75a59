import { chooseLanguage } from '../../scripts/lib/messages.mjs';

/** Words for people, in both languages. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** On a terminal: the reader's language. */
export function said(text: Text): string {
  return text[chooseLanguage(process.env)];
}

/** In a document: both. */
export function both({ en, zh }: Text): string {
  return en === zh ? en : `${en} / ${zh}`;
}

/** A name that is the same in every language. */
export function name(text: string): Text {
  return { en: text, zh: text };
}
