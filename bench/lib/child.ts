import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Kinds = { readonly kind: string };

/** A process of its own that is told what to do and reports what it sees. */
export interface Child<Order extends Kinds, Report extends Kinds> {
  /** The next report of a kind; rejects when the process ends before. */
  reported<K extends Report['kind']>(kind: K): Promise<Extract<Report, { kind: K }>>;
  ask<K extends Report['kind']>(order: Order, kind: K): Promise<Extract<Report, { kind: K }>>;
  /** Rejects when it ends. */
  readonly failed: Promise<never>;
  readonly ended: Promise<void>;
}

export function startChild<Order extends Kinds, Report extends Kinds>(
  file: URL,
  args: readonly string[],
  flags: readonly string[] = [],
): Child<Order, Report> {
  const child = fork(fileURLToPath(file), args, { execArgv: ['--import', 'tsx', ...flags] });
  const exit = once(child, 'exit');
  const failed = new Promise<never>((_, reject) => {
    void exit.then(([code, signal]) => reject(new Error(`${args[0] ?? file.pathname} exited with ${code ?? signal}`)));
  });
  failed.catch(() => undefined);
  const reported = <K extends Report['kind']>(kind: K) =>
    Promise.race([
      failed,
      new Promise<Extract<Report, { kind: K }>>((resolve) => {
        const take = (report: Report): void => {
          if (report.kind !== kind) return;
          child.off('message', take);
          resolve(report as Extract<Report, { kind: K }>);
        };
        child.on('message', take);
      }),
    ]);
  return {
    reported,
    failed,
    ended: exit.then(() => undefined),
    ask(order, kind) {
      const answer = reported(kind);
      child.send(order);
      return answer;
    },
  };
}
