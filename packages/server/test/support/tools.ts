import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventOf, JsonObject, RunEvent } from '@polywire/protocol';
import { type ConfigFile, type Parts, startServer } from '../../src/index.ts';
import { nativeApi } from './native.ts';

const agent = fileURLToPath(new URL('./tool-agent.ts', import.meta.url));

/** A real server whose agent makes the calls it is told to. */
export async function toolServer(config: ConfigFile = {}, owner?: { readonly token: string }, parts: Parts = {}) {
  const data = config.data ?? (await mkdtemp(join(tmpdir(), 'polywire-tools-')));
  const errors: unknown[] = [];
  const report = (error: unknown) => errors.push(error);
  const start = () =>
    startServer({ port: 0, ownDocs: false, agents: [agent], agent: 'tools', ...config, data }, { report, ...parts });
  const server = await start();
  const headers = owner ? { authorization: `Bearer ${owner.token}` } : {};
  const native = nativeApi(server.url, headers);

  /** Runs calls to the end, and gives the run's events. */
  async function use(session: string, ...calls: readonly (readonly [string, JsonObject])[]): Promise<RunEvent[]> {
    const { body } = await native.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, {
      input: JSON.stringify(calls),
    });
    return native.runEvents(body.id);
  }
  return {
    ...native,
    url: server.url,
    data,
    headers,
    errors,
    use,
    close: () => server.close(),
    async remove() {
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
export type ToolServer = Awaited<ReturnType<typeof toolServer>>;

export function finishedIn(events: readonly RunEvent[]): EventOf<'tool.finished'>[] {
  return events.filter((event): event is EventOf<'tool.finished'> => event.type === 'tool.finished');
}
