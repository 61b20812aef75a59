import type { Terminal, Values } from '../contract.ts';
import { textIn } from '../options.ts';
import { unreachable } from './http.ts';
import { ownServer } from './own-server.ts';
import { headersOf, type Target, targetOf } from './target.ts';

export interface Reached {
  readonly target: Target;
  close(): Promise<void>;
}

/** The server that was named, or the one that runs here; where there is none, one just for this command. */
export async function reach(terminal: Terminal, values: Values): Promise<Reached> {
  const target = targetOf(terminal, values);
  const isNamed = textIn(values, 'server') !== undefined || terminal.env.POLYWIRE_URL !== undefined;
  const data = textIn(values, 'data');
  const isFound = (isNamed || data === undefined) && (await isThere(target));
  if (isFound) return { target, close: async () => undefined };
  if (isNamed) throw unreachable(target);
  const { url, close } = await ownServer(terminal, data);
  return { target: { ...target, url }, close };
}

async function isThere(target: Target): Promise<boolean> {
  try {
    // Any answer will do: somebody else's server has no such address.
    await fetch(`${target.url}/healthz`, { headers: headersOf(target), signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    // Nobody listens, whatever the reason.
    return false;
  }
}

/** Longer than a busy server takes, shorter than people wait for nothing. */
const ANSWER_MS = 10_000;
