import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { openSocket } from '../../../packages/server/test/support/raw.ts';
import type { Stage } from './stage/stage.ts';
import type { Place } from './wires.ts';

interface Line {
  readonly ws: WebSocket;
  readonly frames: string[];
  readonly closed: Promise<unknown>;
}

/** Connections that stay: who sends rubbish on one is heard on it afterwards. */
export class Lines {
  readonly #open = new Map<Place, Line>();

  async at(stage: Stage, place: Place): Promise<Line> {
    const known = this.#open.get(place);
    if (known) return known;
    const ws = await openSocket(stage.url, stage.place(place.endpoint.path), { headers: stage.headers });
    const line: Line = { ws, frames: [], closed: once(ws, 'close') };
    ws.on('message', (data) => line.frames.push(String(data)));
    this.#open.set(place, line);
    return line;
  }

  async close(): Promise<void> {
    for (const { ws } of this.#open.values()) ws.terminate();
    this.#open.clear();
  }
}
