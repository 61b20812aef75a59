import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOf, toolSettings } from './settings.ts';
import { webSearch } from './web-search.ts';

/** Answers as the three services do. */
const answers: Record<string, (request: IncomingMessage, body: string) => unknown> = {
  '/searxng/search': ({ url }) => ({
    results: [{ title: new URL(url ?? '', 'http://x').searchParams.get('q'), url: 'https://a', content: 'about a' }],
  }),
  '/res/v1/web/search': ({ headers }) => ({
    web: {
      results: [{ title: headers['x-subscription-token'], url: 'https://b', description: 'about <strong>b</strong>' }],
    },
  }),
  '/search': ({ headers }, body) => ({
    results: [{ title: `${headers.authorization} ${JSON.parse(body).query}`, url: 'https://c', content: null }],
  }),
};
const service = createServer(async (request, response) => {
  if (request.url?.startsWith('/endless/')) return talkOn(response);
  let body = '';
  for await (const piece of request) body += String(piece);
  const answer = answers[new URL(request.url ?? '', 'http://x').pathname];
  if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request, body)));
  else response.writeHead(429).end();
});

/** Until nobody listens. */
function talkOn(response: ServerResponse): void {
  if (!response.destroyed) response.write('x'.repeat(2 ** 16), () => talkOn(response));
}

let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const search = (settings: Parameters<typeof webSearch>[0]) =>
  webSearch(settings).run({ query: '蜜蜂 bees' }, { signal: new AbortController().signal } as never);

describe('a search of the web', () => {
  it('asks the service that is configured', async () => {
    expect(await search({ provider: 'searxng', url: `${url}/searxng` })).toMatchObject({
      results: [{ title: '蜜蜂 bees', url: 'https://a', snippet: 'about a' }],
    });
    expect(await search({ provider: 'brave', url, key: 'brave-key' })).toMatchObject({
      results: [{ title: 'brave-key', url: 'https://b', snippet: 'about b' }],
    });
    expect(await search({ provider: 'tavily', url, key: 'tavily-key' })).toMatchObject({
      results: [{ title: 'Bearer tavily-key 蜜蜂 bees', url: 'https://c', snippet: '' }],
    });
  });

  it('says what is wrong, and never the key', async () => {
    await expect(search({ provider: 'searxng', url: `${url}/other` })).rejects.toThrow('429');
    const gone = search({ provider: 'brave', url: 'http://127.0.0.1:9', key: 'brave-key' });
    await expect(gone).rejects.toThrow('cannot be reached');
    await expect(gone).rejects.not.toThrow('brave-key');
    await expect(gone).rejects.toHaveProperty('cause', expect.any(Error));
    expect(await search(undefined)).toMatchObject({ configured: false, message: expect.stringContaining('未配置') });
  });

  it('reads no more of an answer than it may have', async () => {
    await expect(search({ provider: 'searxng', url: `${url}/endless` })).rejects.toThrow('too much');
  });

  it('is configured by the environment too', () => {
    expect(searchOf({})).toBeUndefined();
    const said = searchOf({ POLYWIRE_SEARCH: 'brave', POLYWIRE_SEARCH_KEY: 'k' });
    expect(toolSettings.search.parse(said)).toEqual({ provider: 'brave', key: 'k' });
    expect(toolSettings.search.safeParse(searchOf({ POLYWIRE_SEARCH: 'searxng' })).success).toBe(false);
  });
});
