import { sql } from 'kysely';
import type { Workspace, Workspaces } from '../contract.ts';
import { newId } from './ids.ts';
import { ownsSession } from './owns-session.ts';
import { build, type Queries } from './query.ts';

export function sqliteWorkspaces(queries: Queries, now: () => number): Workspaces {
  const owned = (owner: string) =>
    build.selectFrom('workspaces').select(['id', 'name', 'created']).where('owner', '=', owner);

  function withThreads(row: Omit<Workspace, 'threads'>): Workspace {
    const threads = build.selectFrom('threads').select('session').where('workspace', '=', row.id).orderBy(sql`rowid`);
    return { ...row, threads: queries.all(threads).map((thread) => thread.session) };
  }

  function has(owner: string, id: string): boolean {
    return queries.first(owned(owner).where('id', '=', id)) !== undefined;
  }

  return {
    async create(owner, name) {
      const row = { id: newId('ws'), name, created: now() };
      queries.run(build.insertInto('workspaces').values({ ...row, owner }));
      return { ...row, threads: [] };
    },
    async list(owner) {
      return queries.all(owned(owner).orderBy(sql`rowid`)).map(withThreads);
    },
    async get(owner, id) {
      const row = queries.first(owned(owner).where('id', '=', id));
      return row && withThreads(row);
    },
    async rename(owner, id, name) {
      const update = build.updateTable('workspaces').set({ name }).where('id', '=', id).where('owner', '=', owner);
      return queries.run(update) > 0;
    },
    async remove(owner, id) {
      return queries.run(build.deleteFrom('workspaces').where('id', '=', id).where('owner', '=', owner)) > 0;
    },
    async addThread(owner, id, thread) {
      return queries.transaction(() => {
        if (!has(owner, id) || !ownsSession(queries, owner, thread)) return false;
        const insert = build.insertInto('threads').values({ workspace: id, session: thread });
        queries.run(insert.onConflict((conflict) => conflict.doNothing()));
        return true;
      });
    },
    async removeThread(owner, id, thread) {
      if (!has(owner, id)) return false;
      const gone = build.deleteFrom('threads').where('workspace', '=', id).where('session', '=', thread);
      return queries.run(gone) > 0;
    },
  };
}
