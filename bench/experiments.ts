import { longAnswers } from './client/experiment.ts';
import type { Experiment } from './contract.ts';
import { growingSession } from './product/growth.ts';
import { resume } from './product/resume.ts';
import { slowReader } from './product/slow-reader.ts';
import { wholeText } from './product/whole-text.ts';
import { streams } from './server/experiments.ts';
import { growingStreams } from './server/growth.ts';
import { idle } from './server/idle.ts';

/** The one list. */
export const experiments: readonly Experiment[] = [
  ...streams,
  resume,
  idle,
  slowReader,
  wholeText,
  ...growingStreams,
  growingSession,
  longAnswers,
];
