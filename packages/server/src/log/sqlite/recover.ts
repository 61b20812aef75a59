import { LogError } from '../errors.ts';
import type { Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import type { Tails } from './tails.ts';

/**
 * Reads what the last process left; returns the newest ownership that wrote any of it. A damaged part ends its own
 * session and no other; its row stays as evidence. Where it cannot be told whose the damage is, there is no going on.
 */
export function recover(journal: Journal, keys: Keys, tails: Tails): number {
  let newest = 0;
  for (const { id, epoch, block } of journal.stored()) {
    if (!block.isSound) throw new LogError('DAMAGED', `Whose events the stored row ${id} has cannot be told any more.`);
    newest = Math.max(newest, epoch);
    for (let n = 0; n < block.length; n += 1) {
      const head = block.head(n);
      keys.isWritten(head.key);
      const session = keys.sessionOf(head.key);
      if (session === undefined) continue;
      const tail = tails.of(session);
      tails.name(tail, head.key);
      const last = block.lastOf(n);
      if (tail.damagedAt === undefined && last <= tail.segmented) continue;
      if (!block.isWhole(head) || head.first > tail.head + 1) tail.damagedAt ??= tail.head + 1;
      if (tail.damagedAt !== undefined) {
        journal.keepAsEvidence(id);
        continue;
      }
      tail.grow(id, n, 1, last);
      tail.epoch = Math.max(tail.epoch, epoch);
    }
    journal.remember({ id, block });
  }
  return newest;
}
