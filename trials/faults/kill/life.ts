import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dialects } from '@polywire/protocol';
import { bundled } from '../../../packages/server/test/support/bundle.ts';
import { type ProcessOptions, ServerProcess } from '../../../packages/server/test/support/process.ts';
import type { Random } from '../../lib/random.ts';
import { traced } from '../../lib/strace.ts';
import { checkHistory } from './check.ts';
import { Operator } from './operator.ts';
import type { Trap } from './traps.ts';
import { Witness } from './witness.ts';

const program = new URL('./program.ts', import.meta.url);

/** One session on one data folder, through many deaths of its server; a client of every dialect watches. */
export class Life {
  readonly #data: string;
  readonly #random: Random;
  readonly #program: string;
  readonly #operator: Operator;
  readonly #witnesses: readonly Witness[];
  /** The same each time: addresses are part of what clients are shown. */
  #port = 0;

  private constructor(data: string, path: string, random: Random) {
    const session = randomUUID();
    this.#data = data;
    this.#program = path;
    this.#random = random;
    this.#operator = new Operator(session);
    this.#witnesses = dialects.map((dialect) => new Witness(dialect, session));
  }

  static async begin(random: Random): Promise<Life> {
    const data = await mkdtemp(join(tmpdir(), 'polywire-kill-'));
    const life = new Life(data, await bundled(program), random);
    await writeFile(life.#stamps, '');
    // Everything that a first start does is done, and the address is known.
    const server = await life.#spawn({});
    await server.ready;
    life.#port = Number(new URL(server.url).port);
    await life.#attach(server);
    await life.#operator.work(() => life.#operator.events.length > 0);
    await server.kill();
    life.#leave();
    return life;
  }

  /** Lets the server run into a trap. Whether that was sprung: one that nothing runs into is no kill at its point. */
  async die(trap: Trap): Promise<boolean> {
    const server = this.#spawn(this.#armed(trap));
    const attached = server.ready.then(() => this.#attach(server));
    // A server that is killed while its clients come may be seen before anybody waits for them.
    attached.catch(() => undefined);
    const scene = { attached, operator: this.#operator, witnesses: this.#witnesses, random: this.#random };
    const sprung = trap.spring ? trap.spring(scene) : attached.then(() => this.#operator.work(() => false));
    // A client that is cut has not failed: the server's end is what it sees.
    const isSprung = await Promise.race([
      Promise.race([server.ended(), sprung.catch(() => server.ended())]).then(() => true),
      pause(PATIENCE_MS, false, { ref: false }),
    ]);
    await server.kill();
    await Promise.allSettled([attached, sprung]);
    this.#leave();
    if (server.endedBy !== 'SIGKILL') throw new Error(`the server ended by itself, by ${server.endedBy}`);
    return isSprung;
  }

  /** Lets everything come to its end, and looks at what everybody saw. Returns the runs that were parked. */
  async conclude(): Promise<number> {
    const server = this.#spawn({});
    try {
      await server.ready;
      await this.#attach(server);
      await this.#operator.conclude();
      const { events, sent, acknowledged } = this.#operator;
      const stamps = (await readFile(this.#stamps, 'utf8')).split('\n').filter((line) => line !== '');
      const parked = checkHistory({ events, sent, acknowledged, stamps });
      for (const witness of this.#witnesses) await witness.check(server.url, events);
      return parked;
    } finally {
      this.#leave();
      await server.kill();
    }
  }

  async remove(): Promise<void> {
    await rm(this.#data, { recursive: true, force: true });
  }

  get #stamps(): string {
    return join(this.#data, 'stamps');
  }

  #spawn(options: ProcessOptions): ServerProcess {
    const env = { STAMPS: this.#stamps, ...options.env };
    return ServerProcess.spawn(join(this.#data, 'data'), this.#port, {
      ...options,
      ...{ program: this.#program, node: [], env },
    });
  }

  #armed({ call, point }: Trap): ProcessOptions {
    if (point) return { env: { KILL_AT: `${point} ${this.#random.int(1, 3)}` } };
    if (!call) return {};
    const inject = `inject=${call.names}:signal=SIGKILL:when=${this.#random.int(1, call.upTo)}`;
    const path = call.of === 'log' ? ['-P', join(this.#data, 'data', 'polywire.db-wal')] : [];
    return { under: traced('-e', `trace=${call.names}`, '-e', inject, ...path) };
  }

  async #attach({ url }: ServerProcess): Promise<void> {
    await Promise.all([this.#operator, ...this.#witnesses].map((each) => each.attach(url)));
  }

  #leave(): void {
    this.#operator.leave();
    for (const witness of this.#witnesses) witness.keep();
  }
}

/** A server that runs into no trap is killed from outside. */
const PATIENCE_MS = 15_000;
