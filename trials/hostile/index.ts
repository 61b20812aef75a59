import type { Trial } from '../contract.ts';
import { http } from './http/index.ts';
import { wireTrials } from './wire/index.ts';

export const hostile: readonly Trial[] = [...wireTrials, ...http];
