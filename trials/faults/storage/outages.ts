import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Text } from '../../contract.ts';

/** A time in which a folder cannot be written to. */
export interface Outage {
  readonly name: string;
  readonly about: Text;
  /** How a message is refused meanwhile. */
  readonly status: number;
  needs?(): Text | undefined;
  /** Makes a folder that such a thing can happen to; returns how to do away with it. */
  prepare(folder: string): Promise<() => Promise<void>>;
  /** Lets it happen to the data in the folder; returns how to end it. */
  begin(data: string): Promise<() => Promise<void>>;
}

const holder = fileURLToPath(new URL('./hold-database.mjs', import.meta.url));
/** More than the server's write-ahead log may take. */
const DISK_MIB = 48;

export const outages: readonly Outage[] = [
  {
    name: 'disk-full',
    about: { en: 'disk full', zh: '磁盘已满' },
    status: 507,
    needs: cannotMount,
    async prepare(folder) {
      await mkdir(folder, { recursive: true });
      mount(folder);
      return async () => void spawnSync('umount', ['-l', folder]);
    },
    async begin(data) {
      const ballast = join(data, 'ballast');
      await fill(ballast);
      // Whatever the server frees is taken too.
      let filling = Promise.resolve();
      const again = setInterval(() => {
        filling = filling.then(() => fill(ballast));
      }, 20);
      return async () => {
        clearInterval(again);
        await filling;
        await rm(ballast);
      };
    },
  },
  {
    name: 'locked',
    about: { en: 'database locked by another process', zh: '数据库被其他进程锁定' },
    status: 503,
    async prepare(folder) {
      await mkdir(folder, { recursive: true });
      return async () => undefined;
    },
    async begin(data) {
      const child = spawn(process.execPath, [holder, join(data, 'polywire.db')], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      return () => ended(child);
    },
  },
];

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Small steps at the end: what is left is less than a page. */
async function fill(path: string): Promise<void> {
  for (const size of [2 ** 20, 2 ** 16, 2 ** 12]) while (await addTo(path, size));
}

async function addTo(path: string, bytes: number): Promise<boolean> {
  try {
    await writeFile(path, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}

function mount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]).status === 0;
}

function cannotMount(): Text | undefined {
  canMount ??= spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
  return canMount ? undefined : NEEDS_ROOT;
}
let canMount: boolean | undefined;

const NEEDS_ROOT: Text = {
  en: 'a small disk has to be mounted, which only root may do',
  zh: '需要挂载一个小磁盘，只有 root 可以',
};
