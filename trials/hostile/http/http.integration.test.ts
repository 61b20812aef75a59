import { testTrials } from '../../lib/test-trials.ts';
import { http } from './index.ts';

testTrials(http);
