import { afterAll, describe } from 'vitest';
import { testTrials } from '../../lib/test-trials.ts';
import { closeStage } from '../wire/stage/lend.ts';
import { fuzzTrials } from './index.ts';

describe('a fuzzer for each dialect', () => {
  afterAll(closeStage);
  testTrials(fuzzTrials);
});
