import type { Plans, SavedPlan } from '../contract.ts';
import { nextNumber } from './counters.ts';
import { build, type Queries } from './query.ts';
import { present, storedJson } from './rows.ts';
import type { Tables } from './tables.ts';

export function sqlitePlans(queries: Queries, now: () => number): Plans {
  function get(owner: string, id: number): SavedPlan | undefined {
    const row = queries.first(build.selectFrom('plans').selectAll().where('id', '=', id).where('owner', '=', owner));
    return row && record(row);
  }

  return {
    async save(owner, { task, steps }) {
      return queries.transaction(() => {
        const at = now();
        const id = nextNumber(queries, 'plan');
        const row = { id, owner, task, steps: JSON.stringify(steps), created: at, updated: at };
        queries.run(build.insertInto('plans').values(row));
        return record(row);
      });
    },
    async list(owner) {
      return queries.all(build.selectFrom('plans').selectAll().where('owner', '=', owner).orderBy('id')).map(record);
    },
    async get(owner, id) {
      return get(owner, id);
    },
    async update(owner, id, { task, steps }) {
      return queries.transaction(() => {
        const before = get(owner, id);
        if (!before) return undefined;
        const row = { task: task ?? before.task, steps: JSON.stringify(steps ?? before.steps), updated: now() };
        queries.run(build.updateTable('plans').set(row).where('id', '=', id));
        return get(owner, id);
      });
    },
    async remove(owner, id) {
      return queries.run(build.deleteFrom('plans').where('id', '=', id).where('owner', '=', owner)) > 0;
    },
    async ofSession(owner, session) {
      const rows = queries.all(
        build
          .selectFrom('proposals')
          .innerJoin('sessions', 'sessions.id', 'proposals.session')
          .select(['plan as planId', 'run', 'seq', 'at', 'task', 'summary', 'steps'])
          .where('session', '=', session)
          .where('owner', '=', owner)
          .orderBy('seq', 'desc'),
      );
      return rows.map((row) => ({ ...present(row), steps: storedJson(row.steps) }));
    },
  };
}

function record({ id, task, steps, created, updated }: Tables['plans']): SavedPlan {
  return { id, task, steps: storedJson(steps), created, updated };
}
