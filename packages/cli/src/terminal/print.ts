import { once } from 'node:events';
import type { Json } from '@polywire/protocol';
import type { Output } from '../contract.ts';

/** Writes, and waits where the reader is slower. */
export async function print(output: Output, text: string): Promise<void> {
  if (!output.write(text) && !output.destroyed) await once(output, 'drain');
}

export function printJson(output: Output, value: Json | object): Promise<void> {
  return print(output, `${JSON.stringify(value)}\n`);
}
