import type { JsonObject } from '@polywire/protocol';
import type { Settings } from '../contract.ts';
import { build, type Queries } from './query.ts';
import { mergePatch, storedJson } from './rows.ts';

export function sqliteSettings(queries: Queries): Settings {
  function get(owner: string): JsonObject {
    const row = queries.first(build.selectFrom('settings').select('body').where('owner', '=', owner));
    return row ? storedJson(row.body) : {};
  }

  return {
    async get(owner) {
      return get(owner);
    },
    async merge(owner, patch) {
      return queries.transaction(() => {
        const merged = mergePatch(get(owner), patch);
        const body = JSON.stringify(merged);
        const insert = build.insertInto('settings').values({ owner, body });
        queries.run(insert.onConflict((conflict) => conflict.column('owner').doUpdateSet({ body })));
        return merged;
      });
    },
  };
}
