import type { Trial } from '../contract.ts';
import { kills } from './kill/index.ts';

export const faults: readonly Trial[] = [...kills];
