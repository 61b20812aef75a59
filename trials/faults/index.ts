import type { Trial } from '../contract.ts';

export const faults: readonly Trial[] = [];
