import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

/** The id of a call for each time that its tool really ran, whatever the log says. */
export type Stamps = () => Promise<readonly string[]>;

/** A server whose tools leave a stamp each time they run, for the time of some work. */
export async function withStamps<T>(work: (server: TrialServer, stamps: Stamps) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-stamps-'));
  const path = join(folder, 'stamps');
  const stamps = async () => (await readFile(path, { encoding: 'utf8', flag: 'a+' })).split('\n').slice(0, -1);
  const settings = { wireLimits: { messagesPerMinute: 0, connections: 0 } };
  try {
    return await withServer({ settings, env: { STAMPS: path } }, (server) => work(server, stamps));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
