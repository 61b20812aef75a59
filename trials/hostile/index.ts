import type { Trial } from '../contract.ts';
import { fuzzTrials } from './fuzz/index.ts';
import { http } from './http/index.ts';
import { page } from './page/index.ts';
import { wireTrials } from './wire/index.ts';

export const hostile: readonly Trial[] = [...wireTrials, ...fuzzTrials, ...http, ...page];
