// How many minutes each step of `npm test` may take on two cores: together with the installation of a fresh clone they
// stay under fifteen. A machine that is busy with something else may be slower, so a step beyond its budget is told, not
// failed.

/** What unpacking takes in a fresh clone. SQLite is compiled beside lint and types. */
export const INSTALL_MINUTES = 0.8;

/** @type {Readonly<Record<string, number>>} */
export const budgets = { lint: 0.3, types: 1.5, unit: 1.9, integration: 3.5, trials: 2.1, browser: 4.5 };

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
