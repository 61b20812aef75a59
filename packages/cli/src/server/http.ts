import { reasonIn } from '@polywire/client';
import { halvesOf } from '@polywire/protocol/halves';
import { CliError } from '../errors.ts';
import { headersOf, type Target } from './target.ts';

/** One request to a server; everything but success is an error that says what to do. */
export async function request(
  target: Target,
  what: string,
  { body, accept = 'application/json' }: { body?: string | FormData; accept?: string } = {},
): Promise<Response> {
  const [method = 'GET', path = '/'] = what.split(' ');
  const isJson = typeof body === 'string';
  const headers = { accept, ...headersOf(target), ...(isJson && { 'content-type': 'application/json' }) };
  let response: Response;
  try {
    response = await fetch(`${target.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  } catch (cause) {
    throw unreachable(target, cause);
  }
  if (!response.ok) throw refused(target, response.status, await response.text());
  return response;
}

export async function requestJson<T>(target: Target, what: string): Promise<T> {
  return (await (await request(target, what)).json()) as T;
}

/** Files, as parts of a form. */
export async function requestForm<T>(target: Target, what: string, form: FormData): Promise<T> {
  return (await (await request(target, what, { body: form })).json()) as T;
}

export function unreachable({ url }: Target, cause?: unknown): CliError {
  return new CliError(
    { en: `No server answers at ${url}.`, zh: `${url} 没有服务器应答。` },
    {
      en: 'start one with "polywire serve", or give the address of another',
      zh: '用 "polywire serve" 启动一个，或给出其他服务器的地址',
    },
    { cause },
  );
}

export function refused({ url, token }: Target, status: number, text = ''): CliError {
  if (status === 401) {
    return new CliError(
      token === undefined
        ? { en: `The server at ${url} wants a token.`, zh: `服务器 ${url} 需要令牌。` }
        : { en: `The server at ${url} does not take this token.`, zh: `服务器 ${url} 不接受该令牌。` },
      { en: 'give it with --token or POLYWIRE_TOKEN', zh: '用 --token 或 POLYWIRE_TOKEN 提供' },
    );
  }
  const message = reasonIn(text);
  if (message !== undefined) return new CliError(halvesOf(message));
  return new CliError(
    { en: `The server at ${url} answered with status ${status}.`, zh: `服务器 ${url} 返回状态 ${status}。` },
    {
      en: 'see whether the address is right, and what the server writes to its log',
      zh: '请检查地址是否正确，并查看服务器日志',
    },
  );
}
