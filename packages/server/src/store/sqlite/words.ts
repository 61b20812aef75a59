import { StoreError } from '../errors.ts';

/** Cuts a text into the words a search goes by. */
export type Segment = (text: string) => string[];

let loading: Promise<Segment> | undefined;

/** The dictionary takes some memory and a moment: it is loaded by the first who searches, not by every start. */
export function segmenter(): Promise<Segment> {
  loading ??= Promise.all([import('@node-rs/jieba'), import('@node-rs/jieba/dict')]).then(([{ Jieba }, { dict }]) => {
    const jieba = Jieba.withDict(dict);
    return (text) => jieba.cutForSearch(fold(text), true).flatMap((word) => word.match(WORD) ?? []);
  }, unavailable);
  return loading;
}

function unavailable(cause: unknown): never {
  throw new StoreError(
    'UNSUPPORTED',
    {
      en: 'Search is not available: the word segmenter has no build for this platform.',
      zh: '搜索不可用：分词组件没有适用于此平台的版本。',
    },
    { cause },
  );
}

/** Nothing else enters an index or a query, so neither can hold a sign that means something to FTS5. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** One form for all that a reader takes for the same: width, case, accents. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase();
}

/** The characters of a word of a script that writes without spaces; none where the word is written with letters. */
export function characters(word: string): string[] {
  return word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
}
