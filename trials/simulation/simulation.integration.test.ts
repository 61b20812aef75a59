import { simulation } from '../faults/simulation.ts';
import { testTrials } from '../lib/test-trials.ts';

testTrials([simulation]);
