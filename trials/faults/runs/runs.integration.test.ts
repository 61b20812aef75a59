import { testTrials } from '../../lib/test-trials.ts';
import { endlessTool } from './endless-tool.ts';
import { poison } from './poison.ts';
import { sigterm } from './sigterm.ts';
import { silentModel } from './silent-model.ts';
import { stall } from './stall.ts';

testTrials([stall, poison, endlessTool, silentModel, sigterm]);
