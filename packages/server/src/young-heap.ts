import { setFlagsFromString } from 'node:v8';

/**
 * Where much of a kind of object once outlived a collection, V8 makes all that follow in the old heap. After a single
 * burst that holds for events, frames and pieces, which live for milliseconds: everything they lead to is then copied
 * by each collection, and nothing is freed before the old heap is. (docs/decisions/0013)
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
