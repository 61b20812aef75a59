import { halvesOf } from '@polywire/protocol/halves';

/** Two messages of the form `English. / 中文。` as one; the second may have one language only, or be missing. */
export function joined(first: string, second = ''): string {
  const [one, two] = [halvesOf(first), halvesOf(second)];
  return second === '' ? first : `${one.en} ${two.en} / ${one.zh}${two.zh}`;
}
