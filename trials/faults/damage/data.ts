import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import { script } from '../../../packages/server/test/support/native.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

/** A database as a server left it, and what it had in it. */
export interface Truth {
  readonly file: string;
  readonly sessions: ReadonlyMap<string, readonly RunEvent[]>;
}

/** Sessions of which some are old and some new, so that their events are in every place where events can be. */
export async function makeTruth(): Promise<Truth> {
  const folder = await mkdtemp(join(tmpdir(), 'polywire-truth-'));
  const sessions = await withServer({}, async (server) => {
    const old = await Promise.all(Array.from({ length: 4 }, () => server.api.newSession()));
    const gone = await server.api.newSession();
    for (const session of [...old, gone]) await play(server, session, 300);
    // To forget a session moves what is in the journal to segments.
    await server.api.call(`DELETE /v1/sessions/${gone}`);
    const fresh = await Promise.all(Array.from({ length: 3 }, () => server.api.newSession()));
    for (const session of [...fresh, ...old.slice(2)]) await play(server, session, 60);
    const found = await Promise.all([...old, ...fresh].map(async (id) => [id, await eventsOf(server, id)] as const));
    await server.process.stop();
    await copyFile(join(server.data, 'polywire.db'), join(folder, 'polywire.db'));
    return new Map(found);
  });
  return { file: join(folder, 'polywire.db'), sessions };
}

export async function removeTruth({ file }: Truth): Promise<void> {
  await rm(join(file, '..'), { recursive: true, force: true });
}

async function play({ api }: TrialServer, session: string, times: number): Promise<void> {
  const input = script({ say: `${session} `, times, everyMs: times > 100 ? 0 : 1 }, { tool: 'look' }, { say: 'end' });
  await api.start(session, input, 'run.finished');
}

async function eventsOf({ api }: TrialServer, session: string): Promise<RunEvent[]> {
  const { body } = await api.call<{ runs: { id: string }[] }>(`GET /v1/sessions/${session}/runs`);
  let left = body.runs.length;
  return api.sessionEvents(session, ({ type }) => type === 'run.finished' && --left === 0);
}
