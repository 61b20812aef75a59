/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * }} VitestReport
 */

/**
 * What one vitest run says, including what its own totals leave out: a file that failed before or outside its tests,
 * and a run that ended badly although every test passed.
 *
 * @param {VitestReport} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countReport(report, exitCode) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const one of all) {
    total.passed += one.passed;
    total.failed += one.failed;
    total.skipped += one.skipped;
  }
  return total;
}

/**
 * The last line of a test run; programs read it, so it is never translated.
 *
 * @param {Counts} counts
 */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
