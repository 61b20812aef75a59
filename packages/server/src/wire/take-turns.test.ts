import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { TakeTurns } from './take-turns.ts';

/** As much of a socket as says whether it is read. */
class Line {
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }
}

it('stops reading a flood, and goes on when the others have had their turn', async () => {
  const ws = new Line();
  const turns = new TakeTurns(ws as unknown as WebSocket, { mayGoOn: true });
  for (let i = 0; i < 1_000; i += 1) turns.count();
  expect(ws.isPaused).toBe(true);
  await nextTurn();
  expect(ws.isPaused).toBe(false);
});

it('leaves alone who sends now and then, and does not go on for one who must wait', async () => {
  const ws = new Line();
  const turns = new TakeTurns(ws as unknown as WebSocket, { mayGoOn: false });
  for (let i = 0; i < 200; i += 1) {
    turns.count();
    await nextTurn();
    expect(ws.isPaused).toBe(false);
  }
  for (let i = 0; i < 64; i += 1) turns.count();
  await nextTurn();
  expect(ws.isPaused).toBe(true);
});
