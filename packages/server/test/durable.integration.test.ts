import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dialectNamed } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { auditSyncs } from './support/sync-audit.ts';

const main = fileURLToPath(new URL('./support/process-main.ts', import.meta.url));
const CALLS = 'pwrite64,write,writev,sendmsg,sendto,fdatasync,fsync';
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=none', 'true']).status === 0;
const COUNT = 60;
const MARK = /mark\d+ /g;

it.skipIf(!canTrace)(
  `sends no event before the log that has it is synced${canTrace ? '' : ' (skipped: strace cannot be had, or may not trace here)'}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polywire-trace-'));
    const file = join(folder, 'trace');
    // As a grandchild, so that the process that is started and stopped here is the server itself.
    const traced = ['-D', '-f', '-y', '-s', '1000000', '-e', `trace=${CALLS}`, '-e', 'signal=none', '-o', file];
    const server = ['--import', 'tsx', main, '--data', join(folder, 'data'), '--port', '0'];
    const child = spawn('strace', [...traced, process.execPath, ...server], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const { value: url } = (await lines.next()) as { value: string };
      const native = nativeApi(url);
      const session = await native.newSession();
      const dialect = dialectNamed('native');
      const [endpoint] = conversing(dialect);
      if (!endpoint) throw new Error('no socket');
      const watcher = await RawClient.open(url, { dialect, endpoint, session });
      // Some in one go, some one by one: commits of many events and of few.
      const input = script({ say: 'mark', times: COUNT / 2 }, { say: 'mark9', times: COUNT / 2, everyMs: 3 });
      await watcher.send({ type: 'message.send', text: input });
      await watcher.until((c) => c.has('run.finished'));
      expect((await native.sessionEvents(session, isEnd)).length).toBeGreaterThan(COUNT);
      await watcher.close();
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
    let trace = '';
    await expect
      .poll(
        async () => {
          trace = await readFile(file, 'utf8');
          return trace;
        },
        { timeout: 30_000 },
      )
      .toMatch(/exited with 0 \+\+\+\s*$/);
    const { offences, shown, syncs } = auditSyncs(trace, MARK);
    expect(offences).toEqual([]);
    expect(shown).toBeGreaterThanOrEqual(COUNT - 1);
    expect(syncs).toBeGreaterThan(3);
    // The audit itself: a server that never syncs, and one that sends first, are found out.
    expect(auditSyncs(trace.replaceAll(/^.*f(data)?sync.*$/gm, ''), MARK).offences.length).toBeGreaterThan(COUNT);
    const sentFirst = trace.split('\n').sort((a, b) => Number(/<socket/.test(b)) - Number(/<socket/.test(a)));
    expect(auditSyncs(sentFirst.join('\n'), MARK).offences.length).toBeGreaterThan(COUNT);
    await rm(folder, { recursive: true, force: true });
  },
  180_000,
);
