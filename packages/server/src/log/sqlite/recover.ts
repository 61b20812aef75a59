import type { Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import type { Tails } from './tails.ts';

/** Reads what the last process left. A damaged part ends its own session and no other; its row stays as evidence. */
export function recover(journal: Journal, keys: Keys, tails: Tails): void {
  for (const { id, epoch, block } of journal.stored()) {
    let isEvidence = false;
    for (let n = 0; n < block.length; n += 1) {
      const head = block.head(n);
      const session = keys.sessionOf(head.key);
      if (session === undefined) continue;
      const tail = tails.of(session);
      tails.name(tail, head.key);
      const last = block.lastOf(n);
      if (tail.damagedAt === undefined && last <= tail.segmented) continue;
      if (!block.isWhole(head) || head.first > tail.head + 1) tail.damagedAt ??= tail.head + 1;
      if (tail.damagedAt !== undefined) {
        isEvidence = true;
        continue;
      }
      tail.grow(id, last);
      tail.epoch = Math.max(tail.epoch, epoch);
    }
    journal.remember({ id, block, isEvidence });
  }
}
