interface Task {
  readonly id: number;
  readonly run: () => void;
  readonly at: number;
  /** Of an interval. */
  readonly every?: number;
}

const real = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
  now: performance.now,
};

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

/**
 * Takes the place of the timers: nothing happens until the scheduler says so, and time passes only then. A process that
 * crashes leaves its timers behind.
 */
export class FakeClock {
  /** What passes with each look at it: where it is much, a share of a turn is soon used up. */
  haste = 0;
  #now: number;
  #ids = 0;
  #immediates: Task[] = [];
  /** Those of them that this turn still has to run. */
  #due: Task[] = [];
  #timers: Task[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  get hasImmediates(): boolean {
    return this.#immediates.length > 0;
  }

  /** When the next timer is due. */
  get next(): number | undefined {
    return this.#timers[0]?.at;
  }

  install(): void {
    const later = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      this.#handle(
        this.#add(() => run(...args), Math.max(1, ms)),
        Math.max(1, ms),
      );
    const often = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      this.#handle(this.#add(() => run(...args), Math.max(1, ms), Math.max(1, ms)));
    const soon = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
      this.#ids += 1;
      this.#immediates.push({ id: this.#ids, run: () => run(...args), at: this.#now });
      return this.#handle(this.#ids);
    };
    const clear = (handle: { id?: number } | undefined) => this.#clear(handle?.id);
    Object.assign(globalThis, {
      setTimeout: later,
      setInterval: often,
      setImmediate: soon,
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    });
    performance.now = () => {
      this.#now += this.haste;
      return this.#now;
    };
  }

  uninstall(): void {
    const { now, ...timers } = real;
    Object.assign(globalThis, timers);
    performance.now = now;
  }

  /** What was put off to the end of the turn, as it is there now: what that puts off waits for the next turn. */
  async turn(): Promise<void> {
    this.#due = this.#immediates;
    this.#immediates = [];
    for (let task = this.#due.shift(); task; task = this.#due.shift()) {
      task.run();
      await settle();
    }
  }

  /** The next timer that is due, however long that takes; later ones are late where `delay` is long. */
  async tick(delay = 0): Promise<void> {
    const task = this.#timers.shift();
    if (!task) return;
    this.#now = Math.max(this.#now, task.at + delay);
    if (task.every !== undefined) this.#put({ ...task, at: this.#now + task.every });
    task.run();
    await settle();
  }

  /** Whoever set them is gone. */
  forget(): void {
    this.#immediates = [];
    this.#due = [];
    this.#timers = [];
  }

  #add(run: () => void, ms: number, every?: number): number {
    this.#ids += 1;
    this.#put({ id: this.#ids, run, at: this.#now + ms, ...(every !== undefined && { every }) });
    return this.#ids;
  }

  /** In order of time; at the same time, in order of setting. */
  #put(task: Task): void {
    let place = this.#timers.length;
    while (place > 0 && (this.#timers[place - 1] as Task).at > task.at) place -= 1;
    this.#timers.splice(place, 0, task);
  }

  #clear(id: number | undefined): void {
    if (id === undefined) return;
    this.#timers = this.#timers.filter((task) => task.id !== id);
    this.#immediates = this.#immediates.filter((task) => task.id !== id);
    this.#due = this.#due.filter((task) => task.id !== id);
  }

  #handle(id: number, ms = 0) {
    const handle = { id, ref: () => handle, unref: () => handle, hasRef: () => true, refresh: () => refresh() };
    const refresh = () => {
      const task = this.#timers.find((each) => each.id === id);
      if (task) {
        this.#clear(id);
        this.#put({ ...task, at: this.#now + ms });
      }
      return handle;
    };
    return handle;
  }
}
