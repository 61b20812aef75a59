import { say } from './messages.mjs';

const TTY_MS = 1000;
const LOG_MS = 15_000;

/**
 * Shows that long work is alive: a running count of seconds on a terminal, a line now and then in a log.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, seconds: string }>}
 */
export async function withProgress(title, work) {
  const tty = process.stdout.isTTY === true;
  const began = Date.now();
  const elapsed = () => Date.now() - began;
  const show = () => {
    const seconds = say.seconds(Math.round(elapsed() / 1000));
    if (tty) process.stdout.write(`\r${title} ${seconds}`);
    else console.log(`… ${seconds}`);
  };
  if (tty) process.stdout.write(title);
  else console.log(title);
  const timer = setInterval(show, tty ? TTY_MS : LOG_MS);
  try {
    return { result: await work(), seconds: (elapsed() / 1000).toFixed(1) };
  } finally {
    clearInterval(timer);
    if (tty) process.stdout.write('\n');
  }
}
