import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to the bytes that the server sends. */
export interface Faults {
  /** Ends each connection after so many bytes. */
  cutAfter?: number | undefined;
  delayMs?: number | undefined;
  /** Pieces of so many bytes. */
  slice?: number | undefined;
  /** Passes nothing more on, in either direction, and keeps the sockets. */
  stall?: boolean | undefined;
  /** Passes nothing on of what the client says. */
  isDeaf?: boolean | undefined;
}

/** Stands between a client and a server, on the level of TCP, and does what networks do. */
export class FaultProxy {
  faults: Faults = {};
  /** How many connections were made so far. */
  connections = 0;
  /** How many of them it broke. */
  broken = 0;
  /** How many bytes of the server's it passed on, over all of them. */
  passed = 0;
  readonly #server: Server;
  readonly #pairs = new Set<{ client: Socket; upstream: Socket }>();

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, target));
  }

  static async start(url: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(url));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Drops every connection, without a word to either side. */
  cut(): void {
    this.broken += this.#pairs.size;
    for (const { client, upstream } of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  /** The server's end is gone and the client is not told: its socket stays and nothing comes any more. */
  halfOpen(): void {
    this.broken += this.#pairs.size;
    for (const pair of [...this.#pairs]) {
      this.#pairs.delete(pair);
      pair.client.unpipe();
      pair.client.removeAllListeners('close');
      pair.upstream.destroy();
      this.#orphans.add(pair.client);
    }
  }
  readonly #orphans = new Set<Socket>();

  async close(): Promise<void> {
    this.cut();
    for (const orphan of this.#orphans) orphan.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, { hostname, port }: URL): void {
    this.connections += 1;
    const upstream = connect(Number(port), hostname);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    let passed = 0;
    let turn = Promise.resolve();
    const end = (): void => {
      this.#pairs.delete(pair);
      upstream.destroy();
      client.destroy();
    };
    client.on('error', () => client.destroy());
    upstream.on('error', () => upstream.destroy());
    client.on('data', (bytes) => !this.faults.stall && !this.faults.isDeaf && upstream.write(bytes));
    client.on('close', end);
    upstream.on('close', () => {
      turn = turn.then(() => {
        if (this.#pairs.has(pair) && !this.faults.stall) client.end();
      });
    });
    upstream.on('data', (bytes) => {
      const { cutAfter, delayMs, slice } = this.faults;
      const room = cutAfter === undefined ? bytes.length : Math.max(0, cutAfter - passed);
      const some = bytes.subarray(0, room);
      passed += some.length;
      this.passed += some.length;
      turn = turn.then(async () => {
        if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
        for (let at = 0; at < some.length; at += slice ?? some.length) {
          if (this.faults.stall || client.destroyed) return;
          client.write(some.subarray(at, at + (slice ?? some.length)));
          if (slice !== undefined) await new Promise((resolve) => setImmediate(resolve));
        }
        if (some.length === bytes.length || !this.#pairs.has(pair)) return;
        this.broken += 1;
        end();
      });
    });
  }
}
