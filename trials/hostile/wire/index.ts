import type { Trial } from '../../contract.ts';
import { bodyTrials } from './body-trials.ts';
import { cursorTrial } from './cursor-trial.ts';
import { doneTrial } from './done-trial.ts';
import { frameTrials } from './frame-trials.ts';
import { handshakeTrials } from './handshake-trials.ts';
import { messageTrials } from './message-trials.ts';
import { neverReadTrial } from './never-read-trial.ts';
import { oddNamesTrial } from './odd-names-trial.ts';
import { sessionTrials } from './session-trials.ts';

/** What comes over a wire: bytes, frames and messages that nobody should send. */
export const wireTrials: readonly Trial[] = [
  ...frameTrials,
  ...messageTrials,
  ...bodyTrials,
  ...handshakeTrials,
  ...sessionTrials,
  cursorTrial,
  doneTrial,
  neverReadTrial,
  oddNamesTrial,
];
