import type { Trial } from '../../contract.ts';
import { doors } from './doors.ts';

/** Attacks on what answers requests. */
export const http: readonly Trial[] = [doors];
