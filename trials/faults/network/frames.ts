import type { Dialect } from '@polywire/protocol';
import type { RawClient, Received } from '../../../packages/server/test/support/client.ts';

/** What comes until there are so many frames, or the run's end, or the connection's. */
export async function framesOf(client: RawClient, count: number | 'all'): Promise<Received[]> {
  const isEnough = () => (count === 'all' ? client.has('run.finished') : placed(client).length >= count);
  await client.until(isEnough).catch(() => undefined);
  client.cut();
  return placed(client);
}

/** Those that have a place in the session: previews and greetings have none. */
export function placed({ frames }: RawClient): Received[] {
  return frames.filter(({ cursor }) => cursor !== undefined);
}

export function same({ name }: Dialect, got: readonly Received[], due: readonly Received[]): void {
  for (let i = 0; i < Math.max(got.length, due.length); i += 1) {
    if (got[i]?.data !== due[i]?.data) throw new Error(`${name}: frame ${i} is ${got[i]?.data}, not ${due[i]?.data}`);
  }
}
