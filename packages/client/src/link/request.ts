import { type Endpoint, type Frame, MAX_SERVER_FRAME_CHARS, ndjsonReader, sseReader } from '@polywire/protocol';
import { messageOf, refusalOf } from '../http.ts';
import type { Link, LinkEvents } from './contract.ts';

export interface RequestOptions {
  readonly url: string;
  readonly endpoint: Endpoint;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly body?: Frame;
}

const readers = { sse: sseReader, ndjson: ndjsonReader } as const;
const accepts = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' } as const;

/** A request whose answer is the stream. */
export function openRequest(options: RequestOptions, events: LinkEvents): Link {
  const abort = new AbortController();
  void stream(options, events, abort.signal);
  return {
    isTwoWay: false,
    send: () => undefined,
    close: () => abort.abort(),
  };
}

/** The same without reading the answer: it is taken, or a refusal is thrown. */
export async function postRequest(options: RequestOptions): Promise<void> {
  const abort = new AbortController();
  const response = await begin(options, abort.signal);
  if (!response.ok) throw refusalOf(await response.text(), response.status);
  abort.abort();
}

const framingOf = ({ framing }: Endpoint) => (framing === 'sse' ? 'sse' : 'ndjson');

function begin({ url, endpoint, token, headers, body, fetch }: RequestOptions, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: endpoint.method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      accept: accepts[framingOf(endpoint)],
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: body.data }),
    signal,
  });
}

async function stream(options: RequestOptions, events: LinkEvents, signal: AbortSignal): Promise<void> {
  try {
    const response = await begin(options, signal);
    if (signal.aborted) return;
    if (!response.ok || !response.body) {
      const message = messageOf(await response.text(), response.status);
      if (!signal.aborted) events.ended({ code: 1000, reason: '', refusal: { status: response.status, message } });
      return;
    }
    events.opened();
    const reader = readers[framingOf(options.endpoint)]({ maxChars: MAX_SERVER_FRAME_CHARS });
    const source = response.body.getReader();
    for (;;) {
      const { done, value } = await source.read();
      if (signal.aborted) return;
      const { frames, issue } = done ? reader.end() : reader.push(value);
      if (!done) events.heard();
      if (issue !== undefined) events.broken(issue);
      for (const frame of frames) if (!signal.aborted) events.frame(frame);
      if (signal.aborted) return;
      if (done) return events.ended({ code: 1000, reason: '' });
    }
  } catch (error) {
    if (!signal.aborted) events.ended({ code: 1006, reason: (error as Error).message });
  }
}
