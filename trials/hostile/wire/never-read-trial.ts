import { once } from 'node:events';
import { clientFrame, rawSocket } from '../../../packages/server/test/support/raw.ts';
import type { Stage } from './stage/stage.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { type Place, sockets } from './wires.ts';

/** Said back in the complaint about it. */
const UNKNOWN = JSON.stringify({ type: 'unknown '.repeat(500) });

/** Some wires keep silent about what they do not know. */
const complaining = sockets.filter(
  ({ dialect }) => (dialect.server.commands().push({ data: UNKNOWN }).replies?.length ?? 0) > 0,
);

export const neverReadTrial = wireTrial({
  name: 'never-reads',
  about: {
    en: 'A flood of pings and bad messages whose answers are never read',
    zh: '大量 ping 与坏消息，却从不读取应答',
  },
  cases: [
    // Pings are answered before any dialect comes into it.
    { places: sockets.slice(0, 2), flood: clientFrame(9, Buffer.alloc(125)) },
    { places: complaining, flood: clientFrame(1, Buffer.from(UNKNOWN)) },
  ],
  rounds: 2,
  async attempt(stage, { places, flood }) {
    await Promise.all(places.map((place) => drown(stage, place, flood)));
    return words.cutOff(places.length);
  },
});

async function drown(stage: Stage, { endpoint }: Place, flood: Buffer): Promise<void> {
  const socket = await rawSocket(stage.url, stage.place(endpoint.path), stage.headers);
  const closed = once(socket, 'close');
  socket.on('error', () => socket.destroy());
  const many = Buffer.concat(Array.from({ length: Math.ceil(PACKET / flood.length) }, () => flood));
  const more = (error?: Error | null): void => {
    if (error) socket.destroy();
    else if (!socket.destroyed) socket.write(many, more);
  };
  more();
  await closed;
}

const PACKET = 128 * 1024;
