import { testTrials } from '../../lib/test-trials.ts';
import { endlessTool, silentModel } from './hanging.ts';
import { poison } from './poison.ts';
import { sigterm } from './sigterm.ts';
import { stall } from './stall.ts';

testTrials([stall, poison, endlessTool, silentModel, sigterm]);
