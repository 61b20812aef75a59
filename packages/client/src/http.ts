import type { Json, RefusalCode, RestRequest } from '@polywire/protocol';
import { isJsonObject, refusalCodes } from '@polywire/protocol';
import { httpUrl } from './address.ts';
import { ClientError } from './errors.ts';

export interface HttpOptions {
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One request and its answer as JSON. Refusals are thrown with what the server said. */
export async function request(options: HttpOptions, rest: RestRequest, signal?: AbortSignal): Promise<Json> {
  const text = await ask(options, rest, 'application/json', signal);
  return text === '' ? null : jsonOf(text);
}

/** The same with the answer as it came. */
export async function ask(
  { url, token, headers, fetch = globalThis.fetch }: HttpOptions,
  { method, path, body }: RestRequest,
  accept: string,
  signal?: AbortSignal,
): Promise<string> {
  const address = httpUrl(url, path);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: {
        accept,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw new ClientError('ABORTED', 'The request was given up. / 请求已取消。', { cause });
    const why = (cause as Error).message;
    throw new ClientError('LOST', `The server cannot be reached: ${why}. / 无法连接服务器：${why}。`, { cause });
  }
  if (!response.ok) throw refusalOf(text, response.status);
  return text;
}

/** Who answers for the server, a proxy or a login page, may have other words than it. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new ClientError('INVALID', 'The server’s answer cannot be read. / 无法读取服务器的应答。', { cause });
  }
}

export function refusalOf(text: string, status: number): ClientError {
  const refusal = codeOf(text);
  return new ClientError('REFUSED', messageOf(text, status), { status, ...(refusal && { refusal }) });
}

export function messageOf(text: string, status: number): string {
  return reasonIn(text) ?? `The server answered with status ${status}. / 服务器返回状态 ${status}。`;
}

/** The words of a refusal, in any of the shapes that servers have for one. What a proxy says as a page is none. */
export function reasonIn(text: string): string | undefined {
  const { detail, error, message } = read(text);
  const inner = isJsonObject(error) ? error.message : error;
  return [inner, detail, message].find((each): each is string => typeof each === 'string');
}

function codeOf(text: string): RefusalCode | undefined {
  const { error, code } = read(text);
  const said = isJsonObject(error) ? error.code : code;
  return refusalCodes.find((each) => each === said);
}

function read(text: string): Readonly<Record<string, Json | undefined>> {
  try {
    const body = jsonOf(text);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}
