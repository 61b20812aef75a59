import type { Dialect } from '@polywire/protocol';
import type { Services } from './contract.ts';

/** A session as a dialect names it. */
export async function nameOf({ store }: Services, owner: string, dialect: Dialect, session: string): Promise<string> {
  const { aliases } = store.sessions;
  if (dialect.traits.sessionIds === 'integer') return String(await aliases.integerFor(owner, dialect.name, session));
  return (await aliases.of(owner, dialect.name, session)) ?? session;
}
