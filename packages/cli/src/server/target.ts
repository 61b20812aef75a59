import type { Terminal, Values } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { textIn } from '../options.ts';

/** The server that a command is about. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token?: string;
}

export const DEFAULT_URL = 'http://127.0.0.1:10338';

export function targetOf({ env }: Terminal, values: Values, given = textIn(values, 'server')): Target {
  const token = textIn(values, 'token') ?? env.POLYWIRE_TOKEN;
  return { url: checkedUrl(given ?? env.POLYWIRE_URL ?? DEFAULT_URL), ...(token !== undefined && { token }) };
}

/** A token is for the server that it was given for, and told to no other. */
export function movedTo({ url, token }: Target, given: string): Target {
  const address = checkedUrl(given);
  const isSame = new URL(address).origin === new URL(url).origin;
  return { url: address, ...(isSame && token !== undefined && { token }) };
}

export function headersOf({ token }: Target): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Also takes the address of a socket: the rest is said by the dialect. */
function checkedUrl(text: string): string {
  const address = text.replace(/^ws/, 'http').replace(/\/$/, '');
  if (URL.canParse(address) && /^https?:/.test(address)) return address;
  throw new CliError(
    { en: `${JSON.stringify(text)} is no address of a server.`, zh: `${JSON.stringify(text)} 不是服务器地址。` },
    { en: `write it as ${DEFAULT_URL}`, zh: `请写成 ${DEFAULT_URL} 的形式` },
    { exitCode: exitCodes.usage },
  );
}
