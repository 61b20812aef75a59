// How many minutes each step of `npm test` may take on two cores: together they stay under fifteen. A machine that is
// busy with something else may be slower, so a step beyond its budget is told, not failed.

/** @type {Readonly<Record<string, number>>} */
export const budgets = { lint: 1, types: 3, unit: 4, integration: 4, browser: 2 };

/**
 * Minutes that a step may take, where it took longer than that.
 * @param {string} step
 * @param {number} ms
 * @returns {number | undefined}
 */
export function exceeded(step, ms) {
  const minutes = budgets[step];
  return minutes !== undefined && ms > minutes * 60_000 ? minutes : undefined;
}
