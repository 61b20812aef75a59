import type { WebSocket } from 'ws';

/**
 * Counts the frames of one client; call it for each. One that sends without end is read one packet at a time, so that
 * the others are served in between: where there is more to read, a socket is otherwise read two megabytes at once.
 */
export function takeTurns(ws: WebSocket, mayGoOn: () => boolean): () => void {
  let frames = 0;
  const next = (): void => {
    const wasPaused = frames >= MAX_AT_ONCE;
    frames = 0;
    if (wasPaused && mayGoOn()) ws.resume();
  };
  return () => {
    frames += 1;
    if (frames === 1) setImmediate(next);
    if (frames === MAX_AT_ONCE) ws.pause();
  };
}

/** More than anybody sends who waits for answers. */
const MAX_AT_ONCE = 64;
