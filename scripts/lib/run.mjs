import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What is kept of a quiet command's output: enough to show its last errors, never all of the memory. */
const MAX_CAPTURED_CHARS = 1024 * 1024;

/** Signals that end a child with us. */
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Npm, the shell and the terminal may each send the same signal; a child should see one. */
const REPEAT_MS = 1000;

/**
 * Runs a command that owns the terminal; resolves with its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export async function passThrough(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  return ended(child);
}

/**
 * Runs a command quietly; resolves with its exit code and the end of its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-MAX_CAPTURED_CHARS);
    });
  }
  try {
    return { code: await ended(child), output };
  } catch (error) {
    return { code: 127, output: `${output}${error instanceof Error ? error.message : error}\n` };
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ended(child) {
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A terminal gives Ctrl-C to the child as well.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    const now = Date.now();
    if (now - (last.get(signal) ?? 0) < REPEAT_MS) return;
    last.set(signal, now);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // 'close', not 'exit': the last of the output is still in the pipe at 'exit'.
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward);
  });
}
