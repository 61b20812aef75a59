import type { Book, Fault } from './contract.ts';

export type { Book, Evidence, Fault, Finding, Heard, Rule, Talk } from './contract.ts';

/** The rules of a dialect that is registered, by its name. */
export async function bookOf(dialect: string): Promise<Book> {
  return ((await import(`../../checks/${dialect}.ts`)) as { book: Book }).book;
}

/** Servers that break its rules, one each. */
export async function faultsOf(dialect: string): Promise<readonly Fault[]> {
  return ((await import(`../../faults/${dialect}.ts`)) as { faults: readonly Fault[] }).faults;
}
