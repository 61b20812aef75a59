import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Interrupted } from './failure.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/** What is kept of a quiet command's output: enough to show its last errors, never all of the memory. */
const MAX_CAPTURED_CHARS = 1024 * 1024;

/** Signals that end a child with us. */
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** What a shell answers for a command that it does not find. */
const COULD_NOT_START = 127;

/** npm, the shell and the terminal may each send the same signal; a child should see one. */
const REPEAT_MS = 1000;

/** How soon a child follows when npm was killed in a way that could not be forwarded. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a command as the last thing this process does; resolves with its exit code, also after a signal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 */
export async function handOver(command, args, options = {}) {
  const { code } = await ended(spawn(command, args, { stdio: 'inherit', ...options }));
  return code;
}

/**
 * Runs a command that owns the terminal for a while; resolves with its exit code.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 */
export async function passThrough(command, args, options = {}) {
  const { code, signal } = await ended(spawn(command, args, { stdio: 'inherit', ...options }));
  if (signal) throw new Interrupted(signal);
  return code;
}

/**
 * Runs a command quietly; resolves with its exit code and the end of its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-MAX_CAPTURED_CHARS);
    });
  }
  const { code, signal } = await ended(child);
  if (signal) throw new Interrupted(signal);
  return { code, output };
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | undefined }>} signal: one that was meant for us
 */
async function ended(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  let lastForward = 0;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const again = signal === received && Date.now() - lastForward < REPEAT_MS;
    received = signal;
    // A terminal gives Ctrl-C to the child as well.
    if (again || (signal === 'SIGINT' && process.stdin.isTTY)) return;
    lastForward = Date.now();
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  const stopWatching = watchNpm(() => forward('SIGTERM'));
  try {
    const code = await exitCode(child);
    return { code, signal: received };
  } finally {
    stopWatching();
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(COULD_NOT_START);
    });
    // 'close', not 'exit': the last of the output is still in the pipe at 'exit'.
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Calls back once when the npm that started us is gone: killed outright, it could not tell us.
 *
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  return () => clearInterval(timer);
}
