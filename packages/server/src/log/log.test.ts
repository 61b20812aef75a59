import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogUnderTest, testLog } from '../../../conformance/src/test-log.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { memoryLog } from './memory.ts';
import { sqliteLog } from './sqlite/index.ts';

testLog('memory', async (onProblem) => {
  const log = memoryLog(onProblem);
  return { log, dispose: () => log.close() };
});

testLog('sqlite', async (onProblem) => {
  const directory = await mkdtemp(join(tmpdir(), 'polywire-log-'));
  function open(): LogUnderTest {
    const { db, close } = openDatabase(directory);
    const log = sqliteLog(db, { onProblem });
    const shut = async () => {
      await log.close();
      close();
    };
    return {
      log,
      async reopen() {
        await shut();
        return open();
      },
      async dispose() {
        await shut();
        await rm(directory, { recursive: true, force: true });
      },
    };
  }
  return open();
});
