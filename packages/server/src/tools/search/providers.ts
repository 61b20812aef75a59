import { z } from 'zod';
import { gatheredUpTo } from '../../bytes.ts';
import type { SearchSettings } from '../settings.ts';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

type Provider<S> = (settings: S, query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;
type Of<P extends SearchSettings['provider']> = Extract<SearchSettings, { provider: P }>;

const hit = z.object({ title: z.string().catch(''), url: z.string() });

/** How each service is asked, and where its answer has the results. */
export const providers: { readonly [P in SearchSettings['provider']]: Provider<Of<P>> } = {
  async searxng({ url }, query, signal) {
    const answer = await ask(address(url, 'search', { q: query, format: 'json' }), { signal });
    const shape = z.object({ results: z.array(hit.extend({ content: z.string().nullish() })) });
    return shape.parse(answer).results.map(({ content, ...rest }) => ({ ...rest, snippet: content ?? '' }));
  },
  async brave({ url = 'https://api.search.brave.com', key }, query, signal) {
    const headers = { 'x-subscription-token': key, accept: 'application/json' };
    const answer = await ask(address(url, 'res/v1/web/search', { q: query }), { signal, headers });
    const shape = z.object({
      web: z.object({ results: z.array(hit.extend({ description: z.string().nullish() })) }).optional(),
    });
    const found = shape.parse(answer).web?.results ?? [];
    return found.map(({ description, ...rest }) => ({ ...rest, snippet: (description ?? '').replace(/<[^>]*>/g, '') }));
  },
  async tavily({ url = 'https://api.tavily.com', key }, query, signal) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, max_results: 10 });
    const answer = await ask(address(url, 'search', {}), { signal, headers, method: 'POST', body });
    const shape = z.object({ results: z.array(hit.extend({ content: z.string().nullish() })) });
    return shape.parse(answer).results.map(({ content, ...rest }) => ({ ...rest, snippet: content ?? '' }));
  },
};

function address(base: string, path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The address is the configuration's own, so it may be inside; an error never tells the key. */
async function ask(url: string, request: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.any([...(request.signal ? [request.signal] : []), AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((cause: unknown) => {
    request.signal?.throwIfAborted();
    throw new Error(`${new URL(url).host} cannot be reached. / 无法访问 ${new URL(url).host}。`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The search service answered ${response.status}. / 搜索服务返回 ${response.status}。`);
  }
  const bytes = await gatheredUpTo(MAX_BYTES, response.body);
  if (!bytes) throw new Error('The search service answered too much. / 搜索服务返回的内容过多。');
  return JSON.parse(bytes.toString()) as unknown;
}

const TIMEOUT_MS = 20_000;
/** Of one page of results. */
const MAX_BYTES = 5_000_000;
