import type { Trial } from '../../contract.ts';
import { confusion } from './confusion.ts';
import { documents } from './documents.ts';
import { doors } from './doors.ts';
import { inside } from './inside/index.ts';
import { others } from './others.ts';
import { paths } from './paths.ts';
import { escapes, exhaustion } from './sandbox/index.ts';
import { secrets } from './secrets/index.ts';
import { uploads } from './uploads.ts';

/** Attacks on what answers requests. */
export const http: readonly Trial[] = [
  doors,
  confusion,
  others,
  paths,
  uploads,
  documents,
  inside,
  escapes,
  exhaustion,
  secrets,
];
