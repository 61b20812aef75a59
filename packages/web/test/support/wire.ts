import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A wire between a browser and a server that can be cut and mended, as networks are. */
export interface Wire {
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): void;
  /** Takes what comes and passes nothing on: the other end is there and silent. */
  hold(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openWire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'held' = 'open';
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = dial(Number(port), hostname);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => other.destroy());
      from.on('close', () => {
        sockets.delete(from);
        other.destroy();
      });
      from.on('data', (bytes) => state !== 'held' && other.write(bytes));
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      drop();
    },
    hold() {
      state = 'held';
    },
    mend() {
      // What was swallowed cannot be put back: whoever waited for it begins anew.
      if (state === 'held') drop();
      state = 'open';
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
