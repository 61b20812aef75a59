import { mkdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

export interface Profiler {
  start(): void;
  stop(): Promise<void>;
}

/** Where the processor time of a lap goes, from its first chunk to its last: a file that Chrome's tools open. */
export async function profiler(directory: string, ...names: readonly string[]): Promise<Profiler> {
  await mkdir(directory, { recursive: true });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  let isRunning = false;
  let written = 0;
  return {
    start() {
      isRunning = true;
      void session.post('Profiler.start');
    },
    async stop() {
      if (!isRunning) return;
      isRunning = false;
      const { profile } = await session.post('Profiler.stop');
      written += 1;
      const file = `${[...names, process.pid, written].join('-')}.cpuprofile`;
      await writeFile(join(directory, file), JSON.stringify(profile));
    },
  };
}
