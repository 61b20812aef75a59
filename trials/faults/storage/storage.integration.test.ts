import { testTrials } from '../../lib/test-trials.ts';
import { audit } from './audit.ts';

testTrials([audit]);
