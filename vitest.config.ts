import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.mjs';

const isLong = process.env.POLYWIRE_LONG === '1';
/** All of a small machine: who waits for a socket or a process leaves the core to somebody else. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** One more where some files wait for half a minute, as for a database that another program holds. */
const maxWaiting = Math.max(3, maxWorkers);

export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/conformance/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.{mjs,ts}',
          ],
          // Long mode multiplies the generated cases, not the patience for one hand-written case.
          testTimeout: isLong ? 3_600_000 : 20_000,
          // No file replaces a module or a global for good, so one import serves all files of a worker.
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.integration.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          isolate: false,
          maxWorkers: maxWaiting,
        },
      },
      {
        test: {
          name: 'trials',
          // The simulation takes the place of the clock, and a planted fault that of a module: a process for each file.
          include: ['trials/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['packages/*/test/**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A page is looked at until it is so; on a busy machine that takes longer than the usual second.
          expect: { poll: { timeout: 20_000, interval: 50 } },
          // As in the integration tests: the server is large, and need not be read again for every file.
          isolate: false,
          // More browsers at once starve small machines.
          maxWorkers: 2,
        },
      },
    ],
  },
});
