import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Report, Workload } from './contract.ts';
import { profiler } from './profiler.ts';
import { loadSide, type SideName } from './sides/index.ts';
import { Source } from './source.ts';

/** The process of one side: started by `lap.ts`, which tells it when to look at its processor time and when to end. */
const [name, text, profileTo] = process.argv.slice(2) as [SideName, string, string | undefined];
const workload = JSON.parse(text) as Workload;
/** What is on its way has come to rest by then. */
const SETTLE_MS = 500;
const tell = (report: Report): void => void process.send?.(report);

let began: NodeJS.CpuUsage | undefined;
const profile = profileTo === undefined ? undefined : await profiler(profileTo, name, workload.name);
const source = new Source(workload, () => {
  profile?.start();
  began = process.cpuUsage();
});
let carried = 0;
const start = await loadSide(name);
const side = await start(workload, async (send) => {
  await source.carry(send);
  carried += 1;
  if (carried === workload.runs) tell({ kind: 'carried' });
});

// Nobody is left to tell.
process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  if (order.kind === 'read') {
    const { user, system } = process.cpuUsage(began);
    const { rss } = process.memoryUsage();
    await profile?.stop();
    return tell({ kind: 'read', cpuMicros: user + system, rss });
  }
  if (order.kind === 'weigh') {
    await pause(SETTLE_MS);
    globalThis.gc?.();
    await pause(SETTLE_MS);
    globalThis.gc?.();
    return tell({ kind: 'weighed', rss: process.memoryUsage.rss() });
  }
  await side.close();
  const stored = await side.stored?.();
  const report: Report = { kind: 'closed', ...(stored && { stored }) };
  // What is long leaves the process in pieces: it must stay for the last.
  process.send?.(report, () => process.disconnect());
});
tell({ kind: 'listening', port: side.port, dialogues: side.dialogues });
