import { expect, test } from 'vitest';
import { countReport, sum, summary } from './counts.mjs';

/** @param {Partial<import('./counts.mjs').VitestReport>} [changes] */
function report(changes) {
  return { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...changes };
}

test('pending and todo tests are skipped tests', () => {
  expect(countReport(report({ numPendingTests: 1, numTodoTests: 2 }), 0)).toEqual({ passed: 3, failed: 0, skipped: 3 });
});

test('a file that could not be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(countReport(report({ testResults }), 1).failed).toBe(1);
});

test('a failed test is counted once, not again for its file', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countReport(report({ numFailedTests: 1, testResults }), 1).failed).toBe(1);
});

test('a run that ended badly is a failure although every test passed', () => {
  expect(countReport(report(), 1).failed).toBe(1);
});

test('the summary names skipped tests only when there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(summary(sum([one, one]))).toBe('2 passed, 0 failed');
  expect(summary(sum([one, { passed: 0, failed: 2, skipped: 1 }]))).toBe('1 passed, 2 failed, 1 skipped');
});
