import { randomInt, randomUUID } from 'node:crypto';
import type { Dialect, Endpoint } from '@polywire/protocol';
import { CliError, exitCodes } from '../errors.ts';

/** A new session's name, where the client of the dialect chooses it. */
export function newSession({ traits }: Dialect, endpoint: Endpoint): string | undefined {
  if (endpoint.session !== 'path' && traits.unknownSession === 'refuse') return undefined;
  return traits.sessionIds === 'integer' ? String(randomInt(1_000_000, 2_000_000_000)) : randomUUID();
}

/** The address of a dialect that takes messages: the first, or the one that is named by its path. */
export function conversingAt(dialect: Dialect, path?: string): Endpoint {
  const all = dialect.endpoints.filter(({ does }) => does === 'converse');
  const found = path === undefined ? all[0] : all.find((endpoint) => endpoint.path === path);
  if (found) return found;
  const known = all.map((endpoint) => endpoint.path).join(', ');
  throw new CliError(
    {
      en: `${dialect.title} has no address ${path} that takes messages.`,
      zh: `${dialect.title} 没有接收消息的地址 ${path}。`,
    },
    { en: `there are ${known}`, zh: `可用地址：${known}` },
    { exitCode: exitCodes.usage },
  );
}
