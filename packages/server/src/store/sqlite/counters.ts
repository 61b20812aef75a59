import { build, type Queries } from './query.ts';

/** The next number of a sequence that only grows: what was deleted never lends its number to another. */
export function nextNumber(queries: Queries, name: string): number {
  const row = queries.first(
    build
      .insertInto('counters')
      .values({ name, value: 1 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
      .returning('value'),
  );
  return row?.value ?? 1;
}
