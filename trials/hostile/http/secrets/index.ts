import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { readConfig } from '../../../../packages/server/src/config.ts';
import { openData } from '../../../../packages/server/src/data.ts';
import { createLogger, startServer } from '../../../../packages/server/src/index.ts';
import { bearer } from '../../../../packages/server/test/support/intruders.ts';
import { type NativeApi, nativeApi } from '../../../../packages/server/test/support/native.ts';
import { ask } from '../../../../packages/server/test/support/raw.ts';
import type { Trial } from '../../../contract.ts';
import { concrete } from '../concrete.ts';
import { Finder } from './finder.ts';
import { startParrot } from './parrot.ts';
import { configWith, planted, streamingModels, VARIABLES } from './planted.ts';
import { liveFrames, startStreamingParrot } from './streaming.ts';

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
    const streaming = await startStreamingParrot();
    const data = await mkdtemp(join(tmpdir(), 'polywire-secrets-'));
    Object.assign(process.env, VARIABLES);
    const lines: string[] = [];
    const config = configWith(parrot.url, streaming, data);
    const logger = createLogger({ level: 'trace', isReadable: false, out: { write: (line) => void lines.push(line) } });
    const server = await startServer(config, { logger });
    try {
      const found = new Finder(done);
      const api = nativeApi(server.url, bearer(planted.ann));
      const agents = (config.upstreams ?? []).map(({ name }) => name);
      const runs: object[] = [
        ...agents.map((agent) => ({ input: 'hi', agent })),
        ...['quoting', 'quoting-other', ...streamingModels].map((model) => ({ input: 'hi', agent: 'react', model })),
        ...['telling_tell', 'telling_fail', 'telling_shape', 'web_search'].map(toolRun),
      ];
      const sessions = await Promise.all(runs.map((run) => runWith(api, run)));
      for (const session of sessions) await look(found, api, server.url, session);
      await liveFrames({ url: server.url, headers: bearer(planted.ann), api }, (place, text) => found.in(place, text));
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
      found.in('the export', await exported(data));
      for (const said of await complaints(data)) found.in('a complaint about the configuration', said);
      const heard = [...parrot.heard, ...streaming.seen.map(({ headers }) => JSON.stringify(headers))].join();
      const used = Object.entries(planted).filter(([, secret]) => heard.includes(secret));
      if (used.length < 6) throw new Error(`only ${used.map(([name]) => name).join()} were used`);
      found.check();
      return {
        en: `${Object.keys(planted).length} secrets, ${used.length} of them quoted back: found in none of ${found.places} places`,
        zh: `${Object.keys(planted).length} 个密钥（其中 ${used.length} 个被对方引用）：${found.places} 处均未出现`,
      };
    } finally {
      await server.close();
      parrot.close();
      await streaming.close();
      for (const name of Object.keys(VARIABLES)) delete process.env[name];
      await rm(data, { recursive: true, force: true });
    }
  },
};

async function exported(data: string): Promise<string> {
  const folder = openData(data);
  try {
    let all = '';
    for await (const line of folder.lines()) all += line;
    return all;
  } finally {
    await folder.close();
  }
}

/** What is said to somebody who wrote the file wrongly, with secrets all around the mistake. */
async function complaints(data: string): Promise<string[]> {
  const whole = { tokens: { ann: planted.ann }, search: { provider: 'brave', key: planted.searchKey } };
  const wrong = [
    `${JSON.stringify(whole).slice(0, -1)},`,
    JSON.stringify({ ...whole, tokens: [planted.ann] }),
    JSON.stringify({
      ...whole,
      upstreams: [{ name: 'x', dialect: planted.upstreamToken, url: planted.upstreamToken }],
    }),
    JSON.stringify({ ...whole, mcp: { x: { command: 1, env: { A: planted.mcpEnv }, url: planted.mcpHeader } } }),
  ];
  const said: string[] = [];
  for (const text of wrong) {
    const file = join(data, 'polywire.config.json');
    await writeFile(file, text);
    const problem = await readConfig(['--config', file], {}).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    if (problem === 'taken') throw new Error(`taken: ${text}`);
    said.push(problem);
  }
  return said;
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
