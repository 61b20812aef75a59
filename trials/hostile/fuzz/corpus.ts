import { existsSync } from 'node:fs';
import type { Dialect } from '@polywire/protocol';
import { framesOf, loadRejections, loadSamples } from '../../../packages/conformance/src/load.ts';

/** Everything that the fixtures of a dialect have a client send, or a server: an attacker sends both. */
export function corpusOf({ name }: Dialect): readonly string[] {
  const folder = new URL(`../../../packages/conformance/fixtures/${name}/`, import.meta.url);
  if (!existsSync(folder)) return [];
  const samples = loadSamples(folder).samples.flatMap((sample) => {
    if (sample.direction === 'request') return sample.body === undefined ? [] : [JSON.stringify(sample.body)];
    if (sample.direction === 'answer') return [JSON.stringify(sample.body)];
    return framesOf(folder, sample).map(({ data }) => data);
  });
  const rejections = loadRejections(folder).rejections.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return [...new Set([...samples, ...rejections])].filter(({ length }) => length <= MAX_CHARS);
}

/** Longer ones are mutated too slowly to be worth it; what is too long is an attack of its own. */
const MAX_CHARS = 20_000;
