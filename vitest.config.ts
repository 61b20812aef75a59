import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/conformance/**/*.test.ts',
            'bench/**/*.test.ts',
            'trials/**/!(*.integration).test.ts',
            'scripts/**/*.test.{mjs,ts}',
          ],
          // Long mode multiplies the generated cases, not the patience for one hand-written case.
          testTimeout: process.env.POLYWIRE_LONG === '1' ? 3_600_000 : 5_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.integration.test.ts', 'trials/**/*.integration.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
          // Several browsers at once starve small machines and make timings lie.
          fileParallelism: false,
        },
      },
    ],
  },
});
