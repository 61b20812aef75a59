export interface Paced {
  /** It is wanted once more: now, or as soon as its turn comes. */
  ask(): void;
  stop(): void;
}

/** Work that is asked for more often than it should be done: one at a time, with a pause after each, never given up half-way. */
export function paced(work: () => Promise<void>, pauseMs: number): Paced {
  let state: 'idle' | 'busy' | 'over' = 'idle';
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async () => {
    state = 'busy';
    isWanted = false;
    await work();
    if (state === 'busy') timer = setTimeout(rest, pauseMs);
  };
  const rest = () => {
    state = 'idle';
    if (isWanted) void go();
  };
  return {
    ask() {
      if (state === 'idle') void go();
      else isWanted = true;
    },
    stop() {
      state = 'over';
      clearTimeout(timer);
    },
  };
}
