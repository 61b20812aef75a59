import type { Trial } from '../contract.ts';

export const hostile: readonly Trial[] = [];
