import type { Json } from '@polywire/protocol';

export interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** Plain requests to a server, JSON both ways. */
export function api(url: string, headers: Readonly<Record<string, string>> = {}) {
  return async <T = Record<string, Json>>(request: string, body?: unknown): Promise<ApiAnswer<T>> => {
    const [method = 'GET', path = '/'] = request.split(' ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  };
}

/** Reads a stream of NDJSON or SSE as its lines until `found`, or to its end; then lets go of it. */
export async function linesUntil(
  address: string,
  headers: Record<string, string>,
  found: (line: string) => boolean = () => false,
): Promise<{ status: number; lines: string[]; isWhole: boolean }> {
  const response = await fetch(address, { headers });
  const lines: string[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      // To leave the loop is to let go of the stream.
      if (found(line)) return { status: response.status, lines, isWhole: false };
    }
  }
  return { status: response.status, lines, isWhole: true };
}
