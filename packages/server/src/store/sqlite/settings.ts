import type { JsonObject } from '@polywire/protocol';
import type { Settings } from '../contract.ts';
import { StoreError } from '../errors.ts';
import { newId } from './ids.ts';
import { build, type Queries } from './query.ts';
import { mergePatch, storedJson } from './rows.ts';

/**
 * Settings that cannot be read are reported and count as none: nobody is kept out by them. They are put aside, not
 * overwritten, when some are set anew.
 */
export function sqliteSettings(queries: Queries, report: (error: unknown) => void): Settings {
  const reported = new Set<string>();

  function read(owner: string): JsonObject | 'none' | 'damaged' {
    const row = queries.first(build.selectFrom('settings').select('body').where('owner', '=', owner));
    if (!row) return 'none';
    try {
      return storedJson(row.body);
    } catch (cause) {
      if (!reported.has(owner)) report(unreadable(owner, cause));
      reported.add(owner);
      return 'damaged';
    }
  }

  return {
    async get(owner) {
      const found = read(owner);
      return typeof found === 'string' ? {} : found;
    },
    async merge(owner, patch) {
      return queries.transaction(() => {
        const found = read(owner);
        if (found === 'damaged') {
          const aside = { owner: newId(ASIDE) };
          queries.run(build.updateTable('settings').set(aside).where('owner', '=', owner));
        }
        const merged = mergePatch(typeof found === 'string' ? {} : found, patch);
        const body = JSON.stringify(merged);
        const insert = build.insertInto('settings').values({ owner, body });
        queries.run(insert.onConflict((conflict) => conflict.column('owner').doUpdateSet({ body })));
        return merged;
      });
    },
  };
}

/** In the place of an owner: none has a name that nobody can guess. */
const ASIDE = 'damaged';

function unreadable(owner: string, cause: unknown): StoreError {
  const whose = owner === '' ? { en: 'of this installation', zh: '本安装' } : { en: `of ${owner}`, zh: ` ${owner} ` };
  return new StoreError(
    'DAMAGED',
    {
      en: `The settings ${whose.en} are damaged: the defaults hold until they are set anew.`,
      zh: `${whose.zh}的设置已损坏：重新设置之前使用默认值。`.trim(),
    },
    { cause },
  );
}
