import type { Trial } from '../../contract.ts';
import { frameTrials } from './frame-trials.ts';

/** What comes over a wire: bytes, frames and messages that nobody should send. */
export const wireTrials: readonly Trial[] = [...frameTrials];
