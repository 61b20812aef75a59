import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ServerProcess } from './support/process.ts';

let data: string;
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill();
  await rm(data, { recursive: true });
});

/** How often the main thread of a process went to sleep. */
async function sleeps(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/task/${pid}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1]);
}

it.runIf(process.platform === 'linux')('sleeps when nobody talks to it', async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-idle-'));
  server = await ServerProcess.start(data);
  const { pid } = server;
  // Some second comes in which it has nothing left to do of its start.
  await expect
    .poll(
      async () => {
        const before = await sleeps(pid);
        await pause(1_000);
        return (await sleeps(pid)) - before;
      },
      { timeout: 30_000 },
    )
    .toBeLessThan(20);
});
