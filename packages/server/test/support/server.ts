import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigFile, type Parts, type Running, startServer } from '../../src/index.ts';
import { scriptAgent } from './script-agent.ts';

export interface TestServer {
  readonly url: string;
  readonly urls: readonly string[];
  readonly data: string;
  readonly addresses: Running['addresses'];
  /** Stops it and starts it again on the same data, with what is configured otherwise. */
  restart(changed?: ConfigFile): Promise<TestServer>;
  close(): Promise<void>;
}

/** The agents that a server has by itself, in place of the scripted one. */
export const builtIn = { agents: undefined as never };

/** A real server on a free port, with a data folder of its own and the scripted agent. */
export async function testServer(config: ConfigFile = {}, parts: Parts = {}): Promise<TestServer> {
  const data = config.data ?? (await mkdtemp(join(tmpdir(), 'polywire-test-')));
  const errors: unknown[] = [];
  const server = await startServer(
    { port: 0, ownDocs: false, ...config, data },
    { agents: [scriptAgent], report: (error) => errors.push(error), ...parts },
  );
  return {
    url: server.url,
    urls: server.urls,
    data,
    addresses: server.addresses,
    async restart(changed = {}) {
      await server.close();
      return testServer({ ...config, ...changed, data }, parts);
    },
    async close() {
      await server.close();
      await rm(data, { recursive: true, force: true });
      if (errors.length > 0) throw new AggregateError(errors, 'the server reported errors');
    },
  };
}
