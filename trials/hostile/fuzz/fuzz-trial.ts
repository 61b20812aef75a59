import { type Dialect, dialects } from '@polywire/protocol';
import type { Text, Trial } from '../../contract.ts';
import { onStage } from '../wire/stage/lend.ts';
import { fuzz } from './fuzz.ts';

/** All dialects together: ten minutes, and twenty seconds in `npm test`. */
const LONG_SECONDS = 600;
const SHORT_SECONDS = 20;

export const fuzzTrials: readonly Trial[] = dialects.map((dialect) => ({
  name: `fuzz-${dialect.name}`,
  about: about(dialect),
  unit: 'seconds',
  tries: { long: LONG_SECONDS / dialects.length, short: SHORT_SECONDS / dialects.length },
  run: (tries) => onStage((stage) => fuzz(stage, dialect, tries)),
}));

function about({ title }: Dialect): Text {
  return {
    en: `Fuzzer of ${title}: by its grammar, and its fixtures with changes`,
    zh: `${title} 模糊测试：按其语法生成，并改动其样例`,
  };
}
