import { isJsonObject } from '@polywire/protocol';
import type { Store } from '../store/contract.ts';

/** What a session is called at another server, so that the next run there goes on with it. */
export interface Memory {
  get(owner: string, session: string, upstream: string): Promise<string | undefined>;
  set(owner: string, session: string, upstream: string, theirs: string): Promise<void>;
}

export function memoryIn({ sessions }: Store): Memory {
  const known = async (owner: string, session: string) => {
    const kept = (await sessions.get(owner, session))?.settings[KEY];
    return isJsonObject(kept) ? kept : {};
  };
  return {
    async get(owner, session, upstream) {
      const theirs = (await known(owner, session))[upstream];
      return typeof theirs === 'string' ? theirs : undefined;
    },
    async set(owner, session, upstream, theirs) {
      const kept = await known(owner, session);
      if (kept[upstream] === theirs) return;
      await sessions.update(owner, session, { settings: { [KEY]: { ...kept, [upstream]: theirs } } });
    },
  };
}

const KEY = 'upstreams';
