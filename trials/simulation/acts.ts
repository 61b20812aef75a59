import { YIELDING } from './agent.ts';
import type { Chance } from './chance.ts';
import type { Client } from './client.ts';
import type { World } from './history.ts';

/** All that can happen next. */
export const acts = {
  /** What was put off to the end of the turn. */
  async turn({ clock }: World) {
    await clock.turn();
  },
  /** Time passes until the next timer, sometimes longer. */
  async tick({ clock, chance }: World) {
    if (clock.hasImmediates) await clock.turn();
    else await clock.tick(chance.once(10) ? chance.int(1, 5_000) : 0);
  },
  async connect(world: World) {
    const client = someone(world, (each) => !each.isConnected);
    if (client) world.connect(client);
  },
  async disconnect(world: World) {
    someone(world, ({ isConnected }) => isConnected)?.disconnect();
  },
  async read(world: World) {
    someone(world, ({ isConnected }) => isConnected)?.read(world.chance.int(1, 20));
  },
  async message(world: World) {
    const { chance } = world;
    const text = Array.from({ length: chance.int(1, 4) }, () => chance.pick(world.words)).join(' ');
    someone(world, ({ isConnected }) => isConnected)?.message(text, chance.once(4) ? YIELDING : undefined);
  },
  /** What may have been lost on the way is sent again. */
  async again(world: World) {
    const client = someone(world, ({ isConnected }) => isConnected);
    const sent = client?.unanswered.find(({ isOnTheWay }) => !isOnTheWay);
    if (client && sent) client.send(sent.command, sent);
  },
  /** Several answer the same question, before anybody has heard of the others. */
  async answer(world: World) {
    const { chance, judge } = world;
    const first = someone(world, ({ isConnected }) => isConnected);
    if (!first) return;
    const { session } = first.options;
    const asked = judge.past(session).filter((event) => event.type === 'input.requested');
    const question = asked[Math.max(0, asked.length - chance.int(1, 2))];
    if (!question) return;
    const others = world.clients.filter((each) => each.isConnected && each.options.session === session);
    for (const client of chance.once(2) ? others : [first]) answer(client, question, chance);
  },
  async pause(world: World) {
    control(world, 'run.pause');
  },
  async resume(world: World) {
    control(world, 'run.resume');
  },
  async stop(world: World) {
    control(world, 'run.stop');
  },
  /** One that may have begun, or may wait still. */
  async withdraw(world: World) {
    const { chance, judge } = world;
    const client = someone(world, ({ isConnected }) => isConnected);
    const waiting = client ? judge.waiting(client.options.session) : [];
    if (!client || waiting.length === 0) return;
    client.send({ type: 'run.stop', runId: chance.pick(waiting).ref, ref: client.newRef() });
  },
  async rewind(world: World) {
    const client = someone(world, ({ isConnected }) => isConnected);
    if (!client) return;
    const toSeq = world.chance.int(0, world.judge.past(client.options.session).length);
    client.send({ type: 'history.rewind', toSeq, ref: client.newRef() });
  },
  async todo(world: World) {
    const client = someone(world, ({ isConnected }) => isConnected);
    const status = world.chance.pick(['pending', 'completed'] as const);
    client?.send({ type: 'todo.set', listId: 'list', itemId: 'one', status, ref: client.newRef() });
  },
  /** Between two turns. */
  async crash(world: World) {
    await world.crash();
    await world.start();
  },
  /** Inside the next commit. */
  async failing({ disk }: World) {
    disk.isFailing = true;
  },
  async restart(world: World) {
    await world.stop();
    await world.start();
  },
  async full({ disk, judge, chance }: World) {
    disk.isFull = chance.once(2) && !disk.isFull;
    judge.note(`disk ${disk.isFull ? 'full' : 'has room'}`);
  },
  async sweep({ up }: World) {
    up?.sweep();
  },
  async checkpoint({ disk }: World) {
    disk.checkpoint();
  },
  /** Somebody sets the clock. */
  async clock(world: World) {
    world.wrongBy = world.chance.int(-100_000, 100_000);
    world.judge.note(`clock wrong by ${world.wrongBy}`);
  },
} satisfies Record<string, (world: World) => Promise<void>>;

export type Weights = Readonly<Record<keyof typeof acts, number>>;

/** Each history has its own troubles: what is rare in most is frequent in some. */
export function weights(chance: Chance): Weights {
  const trouble = () => (chance.once(3) ? chance.pick([0.5, 1, 3]) : 0);
  return {
    turn: 30,
    tick: 20,
    read: 20,
    connect: 8,
    disconnect: chance.pick([0.5, 3]),
    message: chance.pick([3, 8]),
    again: 4,
    answer: 8,
    pause: 1,
    resume: 2,
    stop: 1,
    withdraw: 1,
    rewind: 1,
    todo: 1,
    crash: trouble(),
    failing: trouble(),
    restart: trouble() / 2,
    full: trouble() / 2,
    sweep: 0.5,
    checkpoint: 0.5,
    clock: trouble() / 2,
  };
}

export function answer(client: Client, { inputId, kind }: { inputId: string; kind: string }, chance: Chance): void {
  const { answers } = client.options.dialect.traits;
  if (answers[kind as keyof typeof answers] === 'next-message') {
    return client.message(chance.weighted({ yes: 6, no: 2, 'say perhaps': 1 }));
  }
  const ref = client.newRef();
  if (kind === 'text') return client.send({ type: 'input.answer', inputId, decision: 'reply', text: 'this one', ref });
  const decision = chance.weighted({ approve: 3, reject: 1 });
  const args = decision === 'approve' && chance.once(4) ? { args: { key: ref } } : {};
  client.send({ type: 'input.answer', inputId, decision, ref, ...args });
}

function control(world: World, type: 'run.pause' | 'run.resume' | 'run.stop'): void {
  const client = someone(world, ({ isConnected }) => isConnected);
  client?.send({ type, ref: client.newRef() });
}

function someone({ clients, chance }: World, isMeant: (client: Client) => boolean): Client | undefined {
  const meant = clients.filter(isMeant);
  return meant.length === 0 ? undefined : chance.pick(meant);
}
