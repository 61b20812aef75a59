import { RunError } from '../agents/errors.ts';
import type { Limits } from './limits.ts';

interface Watched {
  /** False while the run waits for somebody: that time does not count. */
  isMoving(): boolean;
  /** How many events it has had. Asked for now and then: to be told of each would cost each of them something. */
  events(): number;
  expire(error: RunError): void;
}

/**
 * Ends a run that takes too long, or that has fallen silent. One timer a run, however many events it has. Its time is
 * that of a stopwatch: a clock that is set does not count.
 */
export class Watchdog {
  readonly #limits: Limits;
  readonly #watched: Watched;
  #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #lastLife = 0;
  #moved = 0;
  #checkedAt = 0;

  constructor(limits: Limits, watched: Watched) {
    this.#limits = limits;
    this.#watched = watched;
  }

  start(): void {
    this.#checkedAt = performance.now();
    this.#lastLife = this.#checkedAt;
    const shortest = Math.min(...[this.#limits.runMs, this.#limits.silenceMs].filter((ms) => ms > 0));
    if (!Number.isFinite(shortest)) return;
    this.#timer = setInterval(() => this.#check(), Math.max(MIN_CHECK_MS, Math.min(MAX_CHECK_MS, shortest / 4)));
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    const passed = now - this.#checkedAt;
    this.#checkedAt = now;
    const isMoving = this.#watched.isMoving();
    const events = this.#watched.events();
    if (!isMoving || events !== this.#seen) this.#lastLife = now;
    this.#seen = events;
    if (!isMoving) return;
    this.#moved += passed;
    const { runMs, silenceMs } = this.#limits;
    if (runMs > 0 && this.#moved >= runMs) this.#watched.expire(tooLong(runMs));
    else if (silenceMs > 0 && now - this.#lastLife >= silenceMs) this.#watched.expire(tooSilent(silenceMs));
  }
}

const MIN_CHECK_MS = 10;
const MAX_CHECK_MS = 1_000;

function tooLong(ms: number): RunError {
  const seconds = ms / 1_000;
  const message = `The run took longer than ${seconds} s, set by limits.runMs. / 运行超过了 limits.runMs 设定的 ${seconds} 秒。`;
  return new RunError('TIMED_OUT', message, { timedOut: true });
}

function tooSilent(ms: number): RunError {
  const seconds = ms / 1_000;
  const message = `Nothing came for ${seconds} s, set by limits.silenceMs. / 在 limits.silenceMs 设定的 ${seconds} 秒内没有任何响应。`;
  return new RunError('SILENT', message, { timedOut: true });
}
