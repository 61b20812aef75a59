import { testTrials } from '../lib/test-trials.ts';
import { approvals } from './approvals/index.ts';
import { clock } from './clock/index.ts';
import { damage } from './damage/index.ts';

testTrials([...approvals, clock, damage]);
