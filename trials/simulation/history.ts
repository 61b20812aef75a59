import { dialects } from '@polywire/protocol';
import type { EventLog } from '../../packages/server/src/log/contract.ts';
import type { WhenBusy } from '../../packages/server/src/sessions/session.ts';
import { acts, type Weights, weights } from './acts.ts';
import { type Deed, scriptedAgents, type Word, words } from './agent.ts';
import { Chance } from './chance.ts';
import { Client } from './client.ts';
import { FakeClock, settle } from './clock.ts';
import { FakeDisk } from './disk.ts';
import { Judge } from './judge.ts';
import { judgeDeed } from './judge-deed.ts';
import { judgeEnd, OWNER } from './judge-end.ts';
import { judgeRecovery } from './judge-recovery.ts';
import { type Process, startProcess } from './process.ts';
import { comeToRest } from './rest.ts';

export interface Plant {
  /** Stands between the log and all who use it. */
  readonly log?: (log: EventLog) => EventLog;
  /** lies: what it says is synced may be lost. */
  readonly disk?: 'lies';
}

/** What happened in one history, in figures, and the hash of all of it. */
export interface Told {
  readonly steps: number;
  readonly crashes: number;
  readonly connects: number;
  readonly events: number;
  readonly traceHash: string;
}

/** One random history: everything in it follows from the seed. Throws where a promise was not kept. */
export async function runHistory(seed: number, plant: Plant = {}): Promise<Told> {
  const world = new World(seed, plant);
  world.clock.install();
  try {
    return await world.run();
  } finally {
    world.clock.uninstall();
    world.end();
  }
}

export class World {
  readonly chance: Chance;
  readonly clock = new FakeClock(1_700_000_000_000);
  readonly judge = new Judge();
  readonly clients: Client[] = [];
  readonly #plant: Plant;
  readonly #whenBusy: WhenBusy;
  readonly #weights: Weights;
  readonly #done = new Set<string>();
  readonly #told = { steps: 0, crashes: 0, connects: 0 };
  /** What its people ask for: so much, in some, that the log has to move its older part. */
  readonly words: readonly Word[];
  disk: FakeDisk;
  #process: { readonly parts: Process; isDead: boolean } | undefined;
  /** By how much the clock on the wall is wrong. */
  wrongBy = 0;

  constructor(seed: number, plant: Plant) {
    this.chance = new Chance(seed);
    this.#plant = plant;
    this.#whenBusy = this.chance.weighted({ enqueue: 6, interrupt: 1, reject: 1 });
    this.words = this.chance.once(25) ? ['big', 'say'] : words;
    this.#weights = weights(this.chance);
    const died = () => {
      if (this.#process) this.#process.isDead = true;
    };
    const does = { synced: this.judge.synced, died, isLying: plant.disk === 'lies' };
    this.disk = new FakeDisk(this.chance, does);
  }

  /** The process that is up, if one is. */
  get up(): Process | undefined {
    return this.#process?.isDead === false ? this.#process.parts : undefined;
  }

  async run(): Promise<Told> {
    await this.start();
    await this.#people();
    for (let left = this.chance.int(MIN_STEPS, MAX_STEPS); left > 0; left -= 1) await this.#step();
    await comeToRest(this);
    await judgeEnd(this.judge, this.clients, this.up as Process);
    this.judge.check();
    const events = this.judge.sessions.reduce((sum, session) => sum + this.judge.past(session).length, 0);
    return { ...this.#told, events, traceHash: this.judge.traceHash };
  }

  /** Starts a process on what the last one left on the disk. */
  async start(): Promise<void> {
    this.judge.note('starts');
    this.clock.haste = 0;
    const current = { isDead: false, isStarting: true };
    const deed: Deed = (done) => {
      if (current.isDead) return;
      this.judge.note(`does ${done.callId}`);
      judgeDeed(this.judge, this.#done, done);
    };
    const agents = scriptedAgents(this.chance, deed, () => current.isStarting);
    const parts = await startProcess({
      disk: this.disk,
      agents,
      whenBusy: this.#whenBusy,
      now: () => this.clock.now + this.wrongBy,
      report: (error) => this.judge.note(`reports ${error}`),
      plant: this.#plant.log,
    });
    this.#process = Object.assign(current, { parts });
    await judgeRecovery(this.judge, parts);
    await settle();
    current.isStarting = false;
  }

  /** Nothing of the process is left but what it had synced. */
  async crash(): Promise<void> {
    if (this.#process) this.#process.isDead = true;
    this.#process = undefined;
    this.judge.note('crashes');
    this.#told.crashes += 1;
    this.clock.forget();
    for (const client of this.clients) client.disconnect();
    await settle();
    this.clock.forget();
    this.disk = this.disk.crash();
  }

  /** The process ends as it is meant to. */
  async stop(): Promise<void> {
    const { up } = this;
    if (!up) return;
    this.judge.note('is stopped');
    await this.#unto(up.drain());
    for (const client of this.clients) client.disconnect();
    await settle();
    await this.#unto(up.close());
    if (!this.up) return this.crash();
    (this.#process as { isDead: boolean }).isDead = true;
    this.#process = undefined;
    await settle();
    this.clock.forget();
    this.disk.close();
  }

  /** Lets time pass until something is done. */
  async #unto(work: Promise<void>): Promise<void> {
    let isDone = false;
    const done = work.then(() => {
      isDone = true;
    });
    for (let turns = 0; !isDone && turns < MAX_TURNS; turns += 1) {
      await settle();
      if (this.clock.hasImmediates) await this.clock.turn();
      else await this.clock.tick();
    }
    if (isDone) await done;
    else this.judge.object('the process does not end');
  }

  connect(client: Client): void {
    const process = this.#process;
    if (!process || process.isDead) return;
    this.#told.connects += 1;
    client.connect(process.parts.wire, () => process.isDead);
  }

  /** After each thing that happens: has the power gone out meanwhile, and was a promise broken? */
  async settled(): Promise<void> {
    await settle();
    this.judge.check();
    if (!this.#process?.isDead) return;
    await this.crash();
    await this.start();
  }

  end(): void {
    this.disk.remove();
  }

  async #step(): Promise<void> {
    this.#told.steps += 1;
    const act = this.chance.weighted(this.#weights);
    this.clock.haste = this.chance.once(3) ? HASTE_MS : 0;
    await acts[act](this);
    await this.settled();
  }

  /** The sessions, and who watches them. */
  async #people(): Promise<void> {
    const { directory } = (this.up as Process).wire;
    for (let n = this.chance.int(1, 2); n > 0; n -= 1) {
      const session = `${n}0000000-0000-4000-8000-000000000000`;
      await directory.find(OWNER, 'any', session, true);
      for (let m = this.chance.int(1, 4); m > 0; m -= 1) {
        const dialect = this.chance.pick(dialects);
        this.clients.push(
          new Client({
            name: `${dialect.name}${this.clients.length}`,
            ...{ owner: OWNER, session, dialect, judge: this.judge },
            sessionName: await directory.nameOf(OWNER, dialect, session),
            framing: this.chance.pick(['ws', 'sse', 'ndjson']),
            wants: { cursor: true, restore: this.chance.once(3) },
            weight: this.chance.pick([1, 1, 40, 1_000]),
          }),
        );
      }
    }
  }
}

/** More than reading has of one turn. */
const HASTE_MS = 5;
const MAX_TURNS = 1_000;
const MIN_STEPS = 40;
const MAX_STEPS = 240;
