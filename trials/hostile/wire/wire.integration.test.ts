import { afterAll, describe } from 'vitest';
import { testTrials } from '../../lib/test-trials.ts';
import { wireTrials } from './index.ts';
import { closeStage } from './stage/lend.ts';

describe('hostile bytes and messages', () => {
  afterAll(closeStage);
  testTrials(wireTrials);
});
