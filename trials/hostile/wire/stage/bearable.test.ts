import { expect, it } from 'vitest';
import { mustAnswerSoon, mustNotGrow } from './bearable.ts';

const report = (p99: number) => ({ runs: 1, wrong: [], p50: 1, p99, max: p99 });

it('takes a slow machine for what it is, and a slow server for what it is', () => {
  expect(() => mustAnswerSoon(report(900), report(5))).not.toThrow();
  expect(() => mustAnswerSoon(report(1_900), report(200))).not.toThrow();
  expect(() => mustAnswerSoon(report(1_100), report(5))).toThrow('another client waited: p99 1100.0 ms, not 1000.0');
  expect(() => mustAnswerSoon(report(2_100), report(200))).toThrow('not 2000.0');
});

it('notices what a server keeps, also where it is gone again at the end', () => {
  const mib = 1024 * 1024;
  const memory = { before: 150 * mib, after: 150 * mib, peak: 600 * mib };
  expect(() => mustNotGrow(150 * mib, memory)).not.toThrow();
  expect(() => mustNotGrow(150 * mib, { ...memory, peak: 700 * mib })).toThrow('the server grew by 550 MiB');
});
