import { dialects } from '@polywire/protocol';
import { conversing } from '../../../../packages/server/test/support/client.ts';
import { finishedIn, type ToolServer, toolServer } from '../../../../packages/server/test/support/tools.ts';
import type { Trial } from '../../../contract.ts';
import { passes } from '../../../lib/passes.ts';
import { expected } from '../expected.ts';
import { inwards, names } from './corpus.ts';
import { type DnsServer, startDns } from './dns-server.ts';
import { type Listening, loopbacks, redirector, victim } from './victim.ts';

type Fetch = (url: string) => Promise<string>;

/** Names and addresses that somebody else wrote: none of them leads to this machine or its network. */
export const inside: Trial = {
  name: 'inside',
  about: {
    en: 'What a model, a picture or another server makes us fetch: private addresses in every spelling, by name, by a name that changes, by redirect',
    zh: '由模型、图片或上游引发的抓取：各种写法的内网地址、域名、变化的域名、重定向',
  },
  tries: { long: 2_000, short: 120 },
  async run(tries) {
    const open: { close(): void }[] = [];
    const opened = async <T extends { close(): void }>(made: Promise<T>): Promise<T> => {
      const one = await made;
      open.push(one);
      return one;
    };
    const forbidden = await opened(victim(loopbacks()));
    const sender = await opened(redirector('127.0.0.1'));
    const neighbour = await opened(victim(['127.0.0.2'], sender.port));
    const away = await opened(redirector('127.0.0.1', `http://127.0.0.1:${forbidden.port}/stolen`));
    const dns = await opened(startDns(names));
    const config = {
      fetchAllow: [`127.0.0.1:${sender.port}`],
      upstreams: upstreamsAt(away),
      mcp: mcpAt(away),
      // More is asked for here in a minute than anybody may ask for.
      wireLimits: { messagesPerMinute: 0 },
    };
    const server = await toolServer(config, undefined, { lookup: dns.lookup });
    try {
      const session = await server.newSession();
      const ways: Fetch[] = [(url) => byTool(server, session, url), (url) => byPicture(server, url)];
      const all = inwards(forbidden.port);
      // One in three is enough to notice that something broke; http and https take turns.
      const urls = tries.count < all.length * 4 ? all.filter((_, i) => i % 3 === 0) : all;
      const attempts = ways.flatMap((fetch) => [
        ...urls.map((url) => () => refused(url, fetch)),
        ...leadingAway(urls, sender).map((url) => () => refused(sendTo(sender, url), fetch)),
      ]);
      await turning(dns, sender, ways[0] as Fetch);
      await Promise.all(config.upstreams.map(({ name }) => upstream(server, name).then(tries.done)));
      await passes(tries, attempts, (attempt) => attempt());
      const asked = new Set(away.hits.map((hit) => hit.split(' ')[1]));
      if (asked.size <= config.upstreams.length / 2) throw new Error(`only ${[...asked].join()} were asked`);
      for (const { hits, connections } of [forbidden, neighbour])
        expected('what got through', [...hits, ...connections].join('\n'), ['']);
      const others = `${config.upstreams.length}`;
      return {
        en: `${urls.length} addresses, each itself and by redirect, to web_fetch and pictures; ${others} upstreams and an MCP server that send on: none was connected to`,
        zh: `${urls.length} 个地址，直接与重定向，经 web_fetch 与图片；${others} 个上游与 1 个 MCP 服务器重定向：均未连接`,
      };
    } finally {
      await server.remove();
      for (const each of open) each.close();
    }
  },
};

async function byTool(server: ToolServer, session: string, url: string): Promise<string> {
  const [finished] = finishedIn(await server.use(session, ['web_fetch', { url }]));
  return `${finished?.outcome} ${JSON.stringify(finished?.result)}`;
}

async function byPicture(server: ToolServer, url: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/images?url=${encodeURIComponent(url)}`);
  return `${response.ok ? 'ok' : 'error'} ${await response.text()}`;
}

/** By the rule, and not because nothing came of it: whoever connected first and failed then was led inside too. */
async function refused(url: string, fetch: Fetch): Promise<void> {
  const said = await fetch(url);
  if (!REFUSED.test(said)) throw new Error(`${url}: ${said.slice(0, 300)}`);
}

const REFUSED = /^error .*(is not on the open internet|Only http and https addresses are fetched)/s;

/** Some of the texts that are no address name a place of whoever sends on: that one may be reached. */
function leadingAway(urls: readonly string[], { port }: Listening): readonly string[] {
  const base = `http://127.0.0.1:${port}`;
  return urls.filter((url) => !URL.canParse(url, base) || new URL(url, base).origin !== base);
}

function sendTo({ port }: Listening, url: string): string {
  return `http://127.0.0.1:${port}/?status=302&to=${encodeURIComponent(url)}`;
}

/** The address that was looked at is the one that is connected to: it is asked for once, and then again. */
async function turning(dns: DnsServer, sender: Listening, fetch: Fetch): Promise<void> {
  const address = `http://turning.test:${sender.port}/?status=200`;
  await fetch(address);
  expected('questions for the name', dns.asked('turning.test'), [1]);
  if (sender.hits.length === 0) throw new Error('an address that may be reached was not');
  await refused(address, fetch);
}

/** One of each way to converse: their address is the configuration's, and where they send on is not followed. */
function upstreamsAt({ port }: Listening) {
  return dialects.flatMap((dialect) =>
    conversing(dialect).map(({ path }) => ({
      name: `${dialect.name}${path.replaceAll(/\W/g, '-')}`,
      dialect: dialect.name,
      endpoint: path,
      url: `http://127.0.0.1:${port}`,
      token: 'upstream-token',
      headers: { 'x-api-key': 'upstream-key' },
      idleMs: 500,
    })),
  );
}

function mcpAt({ port }: Listening) {
  return { away: { url: `http://127.0.0.1:${port}/mcp`, headers: { 'x-api-key': 'mcp-key' } } };
}

async function upstream(server: ToolServer, agent: string): Promise<void> {
  const session = await server.newSession();
  const { body } = await server.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input: 'hi', agent });
  const last = (await server.runEvents(body.id)).at(-1);
  expected(`${agent}, sent on`, last?.type === 'run.finished' ? last.status : undefined, ['error']);
}
