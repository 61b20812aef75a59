import type { Workload } from './contract.ts';

/** Brings the readers of each run together: it begins when the last of them is there. */
export function gather<T>(
  workload: Workload,
  begin: (members: readonly T[]) => void,
): (run: number, member: T) => void {
  const runs = Array.from({ length: workload.runs }, () => [] as T[]);
  return (run, member) => {
    const members = runs[run];
    if (!members) throw new Error(`there is no run ${run}`);
    members.push(member);
    if (members.length === workload.watchers) begin(members);
  };
}

/** What is asked for by the readers of a workload, run by run. */
export function forReaders<T>({ runs, watchers }: Workload, make: (run: number) => T): T[] {
  return Array.from({ length: runs * watchers }, (_, i) => make(Math.floor(i / watchers)));
}
