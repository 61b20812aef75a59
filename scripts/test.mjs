// npm test [-- [--long] [step [filter…]]]
import { join } from 'node:path';
import { browser } from './lib/browser.mjs';
import { exceeded } from './lib/budgets.mjs';
import { build } from './lib/build.mjs';
import { sum, summary } from './lib/counts.mjs';
import { report } from './lib/failure.mjs';
import { unpack } from './lib/install.mjs';
import { say } from './lib/messages.mjs';
import { root } from './lib/paths.mjs';
import { passThrough } from './lib/run.mjs';
import { vitest } from './lib/vitest.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

const args = process.argv.slice(2);
const long = args.includes('--long');
const [only, ...filters] = args.filter((arg) => arg !== '--long');
/** @type {Record<string, string>} */
const env = long ? { POLYWIRE_LONG: '1' } : {};

/** Steps that read files and run none of them: they need not wait until what is native is compiled. */
const readers = new Set(['lint', 'types']);

/** @type {Record<string, () => Promise<Counts>>} */
const steps = {
  lint: () => check(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  types: () => check(['scripts/types.mjs']),
  unit: () => vitest('unit', { filters, env }),
  integration: () => vitest('integration', { filters, env }),
  trials: () => vitest('trials', { filters, env }),
  browser: async () => {
    const chromium = await browser();
    await build();
    return vitest('browser', { filters, env: { ...env, CHROMIUM: chromium } });
  },
};

const total = await main();
if (total.passed + total.failed === 0) console.error(say.noTests);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(summary(total));

/** @returns {Promise<Counts>} */
async function main() {
  if (only !== undefined && !(only in steps)) {
    console.error(say.unknownStep(only, Object.keys(steps).join(', ')));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  /** @type {Counts[]} */
  const all = [];
  try {
    const { compiled } = await unpack();
    for (const [name, step] of Object.entries(steps)) {
      if (only !== undefined && only !== name) continue;
      if (!readers.has(name)) await compiled();
      all.push(await timed(name, step));
    }
    await compiled();
  } catch (error) {
    report(error);
    all.push({ passed: 0, failed: 1, skipped: 0 });
  }
  return sum(all);
}

/**
 * @param {string} name
 * @param {() => Promise<Counts>} step
 * @returns {Promise<Counts>}
 */
async function timed(name, step) {
  if (name === 'browser' && process.env.POLYWIRE_SKIP_BROWSER === '1') {
    console.log(say.stepSkipped(name, 'POLYWIRE_SKIP_BROWSER=1'));
    return { passed: 0, failed: 0, skipped: 1 };
  }
  console.log(`\n${say.step(name)}`);
  const began = Date.now();
  /** @type {Counts} */
  let counts;
  try {
    counts = await step();
  } catch (error) {
    report(error);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  const took = Date.now() - began;
  const seconds = (took / 1000).toFixed(1);
  console.log(counts.failed > 0 ? say.stepFailed(name, seconds) : say.stepPassed(name, seconds));
  const budget = long ? undefined : exceeded(name, took);
  if (budget !== undefined) console.log(say.stepOverBudget(name, budget));
  return counts;
}

/**
 * @param {[string, ...string[]]} args
 * @returns {Promise<Counts>}
 */
async function check([script, ...rest]) {
  const code = await passThrough(process.execPath, [join(root, script), ...rest], { cwd: root });
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}
