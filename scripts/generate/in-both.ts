import type { Text } from '@polywire/protocol';

/** As documents for readers of either language have it. */
export function inBoth({ en, zh }: Text): string {
  return `${en} / ${zh}`;
}
