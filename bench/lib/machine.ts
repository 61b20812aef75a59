import { cpus, loadavg, totalmem } from 'node:os';

/** What figures depend on, without saying whose machine it is. */
export function machine(): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${gib} GiB, Node ${process.versions.node}, load ${load.join(' ')}`;
}
