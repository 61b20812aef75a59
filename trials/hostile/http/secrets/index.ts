import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol';
import { type ConfigFile, createLogger, startServer } from '../../../../packages/server/src/index.ts';
import { conversing } from '../../../../packages/server/test/support/client.ts';
import { bearer } from '../../../../packages/server/test/support/intruders.ts';
import { type NativeApi, nativeApi } from '../../../../packages/server/test/support/native.ts';
import { ask } from '../../../../packages/server/test/support/raw.ts';
import type { Trial } from '../../../contract.ts';
import { concrete } from '../concrete.ts';
import { startParrot } from './parrot.ts';

/** Each where the configuration has a place for one. */
const planted = {
  ann: 'planted-token-of-ann-4711',
  bob: 'planted-token-of-bob-4712',
  modelKey: 'planted-model-key-4713',
  otherKey: 'planted-other-key-4714',
  upstreamToken: 'planted-upstream-token-4715',
  upstreamHeader: 'planted-upstream-header-4716',
  mcpEnv: 'planted-mcp-environment-4717',
  mcpHeader: 'planted-mcp-header-4718',
  searchKey: 'planted-search-key-4719',
};
const VARIABLES = { PLANTED_KEY: planted.modelKey, PLANTED_OTHER: planted.otherKey };
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What is secret is used and never told, even where the other side quotes it. */
export const secrets: Trial = {
  name: 'secrets',
  about: {
    en: 'Secrets of the configuration, quoted by whoever gets them: in events, frames of all dialects, logs, metrics, errors, documents, page, database',
    zh: '配置中的密钥（对方会原样引用）：事件、所有方言的帧、日志、指标、错误、文档、页面、数据库',
  },
  tries: { long: 200, short: 100 },
  async run({ done }) {
    const parrot = await startParrot();
    const data = await mkdtemp(join(tmpdir(), 'polywire-secrets-'));
    Object.assign(process.env, VARIABLES);
    const lines: string[] = [];
    const config = configWith(parrot.url, data);
    const logger = createLogger({ level: 'trace', isReadable: false, out: { write: (line) => void lines.push(line) } });
    const server = await startServer(config, { logger });
    try {
      const found = new Finder(done);
      const api = nativeApi(server.url, bearer(planted.ann));
      const agents = (config.upstreams ?? []).map(({ name }) => name);
      const runs: object[] = [
        ...agents.map((agent) => ({ input: 'hi', agent })),
        ...['quoting', 'quoting-other'].map((model) => ({ input: 'hi', agent: 'react', model })),
        ...['telling_tell', 'telling_fail', 'telling_shape', 'web_search'].map(toolRun),
      ];
      const sessions = await Promise.all(runs.map((run) => runWith(api, run)));
      for (const session of sessions) await look(found, api, server.url, session);
      for (const { method, path, isSocket } of server.addresses) {
        if (isSocket) continue;
        for (const target of [concrete(path), `${concrete(path)}?token=${planted.ann}&key=${planted.modelKey}`]) {
          const { headers, body } = await ask(server.url, target, { method, headers: bearer(planted.ann) });
          found.in(`${method} ${path}`, JSON.stringify(headers) + body);
        }
      }
      found.in('the log', lines.join(''));
      await server.close();
      for (const file of await readdir(data, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) found.in(file.name, await readFile(join(file.parentPath, file.name), 'latin1'));
      }
      const used = Object.entries(planted).filter(([, secret]) => parrot.heard.join().includes(secret));
      if (used.length < 5) throw new Error(`only ${used.map(([name]) => name).join()} were used`);
      found.check();
      return {
        en: `${Object.keys(planted).length} secrets, ${used.length} of them quoted back: found in none of ${found.places} places`,
        zh: `${Object.keys(planted).length} 个密钥（其中 ${used.length} 个被对方引用）：${found.places} 处均未出现`,
      };
    } finally {
      await server.close();
      parrot.close();
      for (const name of Object.keys(VARIABLES)) delete process.env[name];
      await rm(data, { recursive: true, force: true });
    }
  },
};

function configWith(parrot: string, data: string): ConfigFile {
  const model = { baseUrl: parrot, patience: { attempts: 1 } };
  return {
    ...{ port: 0, data, ownDocs: false, tokens: { ann: planted.ann, bob: planted.bob } },
    agents: [here('../../../../packages/server/test/support/tool-agent.ts')],
    models: {
      quoting: { ...model, provider: 'compatible', model: 'm', keyVariable: 'PLANTED_KEY' },
      'quoting-other': { ...model, provider: 'anthropic', model: 'm', keyVariable: 'PLANTED_OTHER' },
    },
    upstreams: dialects.flatMap((dialect) =>
      conversing(dialect).map(({ path }) => ({
        name: `${dialect.name}${path.replaceAll(/\W/g, '-')}`,
        dialect: dialect.name,
        endpoint: path,
        url: parrot,
        token: planted.upstreamToken,
        headers: { 'x-planted': planted.upstreamHeader },
        idleMs: 500,
      })),
    ),
    mcp: {
      telling: {
        command: process.execPath,
        args: ['--import', 'tsx', here('./mcp-main.ts')],
        env: { PLANTED: planted.mcpEnv },
        approval: 'never',
      },
      quoting: { url: `${parrot}/mcp`, headers: { 'x-planted': planted.mcpHeader } },
    },
    search: { provider: 'brave', key: planted.searchKey, url: parrot },
    wireLimits: { messagesPerMinute: 0 },
  };
}

function toolRun(name: string): object {
  return { agent: 'tools', input: JSON.stringify([[name, name === 'web_search' ? { query: 'x' } : {}]]) };
}

async function runWith(api: NativeApi, run: object): Promise<string> {
  const session = await api.newSession();
  const { body } = await api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, run);
  await api.runEvents(body.id);
  return session;
}

/** All that can be seen of a session. */
async function look(found: Finder, { call, sessionEvents }: NativeApi, url: string, session: string): Promise<void> {
  const events = await sessionEvents(session, ({ type }) => type === 'run.finished');
  found.in('events', JSON.stringify(events));
  for (const { name } of dialects) {
    const { body } = await ask(url, `/v1/sessions/${session}/frames?dialect=${name}`, { headers: bearer(planted.ann) });
    found.in(`frames of ${name}`, body);
  }
  for (const what of ['', '/messages', '/runs', '/uploads']) {
    found.in(`session${what}`, JSON.stringify((await call(`GET /v1/sessions/${session}${what}`)).body));
  }
}

/** Looks for every secret in every way it may be written. */
class Finder {
  places = 0;
  readonly #told = new Set<string>();
  readonly #done: () => void;

  constructor(done: () => void) {
    this.#done = done;
  }

  in(place: string, text: string): void {
    this.places += 1;
    this.#done();
    for (const [name, secret] of Object.entries(planted)) {
      const at = waysToWrite(secret)
        .map((way) => text.indexOf(way))
        .find((index) => index >= 0);
      if (at !== undefined) this.#told.add(`${name} in ${place}: …${text.slice(Math.max(0, at - 120), at + 60)}…`);
    }
  }

  check(): void {
    if (this.#told.size > 0) throw new Error(`told:\n${[...this.#told].join('\n')}`);
  }
}

function waysToWrite(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(secret)];
}
