import type { Order, Report, Workload } from './contract.ts';
import { profiler } from './profiler.ts';
import { type SideName, sides } from './sides/index.ts';
import { Source } from './source.ts';

/** The process of one side: started by `lap.ts`, which tells it when to look at its processor time and when to end. */
const [name, text, profileTo] = process.argv.slice(2) as [SideName, string, string | undefined];
const workload = JSON.parse(text) as Workload;
const tell = (report: Report): void => void process.send?.(report);

let began: NodeJS.CpuUsage | undefined;
const profile = profileTo === undefined ? undefined : await profiler(profileTo, name, workload.name);
const source = new Source(workload, () => {
  profile?.start();
  began = process.cpuUsage();
});
let carried = 0;
const side = await sides[name].start(workload, async (send) => {
  await source.carry(send);
  carried += 1;
  if (carried === workload.runs) tell({ kind: 'carried' });
});

process.on('message', async (order: Order) => {
  if (order.kind === 'read') {
    const { user, system } = process.cpuUsage(began);
    await profile?.stop();
    return tell({ kind: 'cpu', micros: user + system });
  }
  await side.close();
  const stored = await side.stored?.();
  tell({ kind: 'closed', ...(stored && { stored: [...stored] }) });
  process.disconnect();
});
tell({ kind: 'listening', port: side.port });
