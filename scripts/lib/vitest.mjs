import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countReport } from './counts.mjs';
import { say } from './messages.mjs';
import { root } from './paths.mjs';
import { passThrough } from './run.mjs';

/** Vitest colours a log file too. */
const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };

/**
 * Runs one vitest project: its usual output for people, a report in a temporary file for the counts.
 *
 * @param {string} project
 * @param {{ filters: string[], env: Record<string, string> }} options
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function vitest(project, { filters, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'polywire-test-'));
  const reportFile = join(folder, 'report.json');
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...filters,
  ];
  try {
    const code = await passThrough(process.execPath, args, { cwd: root, env: { ...process.env, ...plain, ...env } });
    if (existsSync(reportFile)) return countReport(JSON.parse(readFileSync(reportFile, 'utf8')), code);
    if (code !== 0) console.error(say.noReport(project));
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
