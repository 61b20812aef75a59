import { testTrials } from '../../lib/test-trials.ts';
import { kills } from './index.ts';

testTrials(kills);
