import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Received, Report, Workload } from './contract.ts';
import { Reader } from './reader.ts';
import { type SideName, sides } from './sides/index.ts';

export interface Lap {
  /** Microseconds of the server's processor time for one chunk. */
  readonly cpu: number;
  /** Milliseconds from the time a chunk was due; of paced workloads. */
  readonly late?: { readonly p50: number; readonly p99: number };
}

/** One side with one workload, from a fresh process on. */
export async function lap(name: SideName, workload: Workload, profileTo?: string): Promise<Lap> {
  const args = [name, JSON.stringify(workload), ...(profileTo === undefined ? [] : [profileTo])];
  const host = fork(fileURLToPath(new URL('./host.ts', import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
  const exited = once(host, 'exit').then(([code]) => Promise.reject(new Error(`${name} exited with ${code}`)));
  exited.catch(() => undefined);
  const { port } = await Promise.race([reported(host, 'listening'), exited]);
  const carried = reported(host, 'carried');
  const isTimed = workload.pace.kind === 'paced';
  const late: number[] = [];
  const expected = name === 'source' ? 0 : workload.runs * workload.chunks;
  let received = 0;
  let whenAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    whenAll = resolve;
    if (expected === 0) resolve();
  });
  const { dialogue } = sides[name];
  const readers = Array.from(
    { length: expected === 0 ? 0 : workload.runs },
    (_, run) =>
      new Reader({
        port,
        path: dialogue.path(run),
        dialogue,
        isTimed,
        onChunk(by) {
          if (isTimed && received >= workload.runs * workload.warmUp) late.push(by);
          received += 1;
          if (received === expected) whenAll();
        },
      }),
  );
  const broken = Promise.race([exited, ...readers.map((reader) => reader.broken())]);
  broken.catch(() => undefined);
  await Promise.race([Promise.all([all, carried]), broken]);
  const { micros } = await ask(host, { kind: 'read' }, 'cpu');
  // A lap ends with the run's last event, so that a side that stores has stored all.
  for (const reader of readers) reader.close();
  const { stored } = await ask(host, { kind: 'close' }, 'closed');
  if (stored)
    compare(
      new Map(stored),
      readers.map((reader, run) => [dialogue.path(run), reader.received]),
    );
  if (host.exitCode === null) await once(host, 'exit');
  return {
    cpu: micros / (workload.runs * (workload.chunks - workload.warmUp)),
    ...(isTimed && expected > 0 && { late: percentiles(late) }),
  };
}

function compare(stored: ReadonlyMap<string, Received>, delivered: [path: string, Received][]): void {
  for (const [path, { frames, bytes }] of delivered) {
    const kept = stored.get(path);
    if (kept?.frames === frames && kept.bytes === bytes) continue;
    throw new Error(`${path}: delivered ${frames} chunks of ${bytes} bytes, stored ${JSON.stringify(kept)}`);
  }
}

function percentiles(micros: number[]): { p50: number; p99: number } {
  micros.sort((a, b) => a - b);
  const at = (share: number) => (micros[Math.min(micros.length - 1, Math.floor(micros.length * share))] ?? 0) / 1_000;
  return { p50: at(0.5), p99: at(0.99) };
}

type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>;

function ask<K extends Report['kind']>(host: ChildProcess, order: Order, kind: K): Promise<ReportOf<K>> {
  const answer = reported(host, kind);
  host.send(order);
  return answer;
}

function reported<K extends Report['kind']>(host: ChildProcess, kind: K): Promise<ReportOf<K>> {
  return new Promise((resolve) => {
    const take = (report: Report): void => {
      if (report.kind !== kind) return;
      host.off('message', take);
      resolve(report as ReportOf<K>);
    };
    host.on('message', take);
  });
}
