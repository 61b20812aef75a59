import { answer } from './acts.ts';
import type { World } from './history.ts';

/** No more trouble, and people who read and answer: everything that was begun comes to its end, and everybody sees it. */
export async function comeToRest(world: World): Promise<void> {
  world.judge.note('comes to rest');
  world.disk.isFull = false;
  world.disk.isFailing = false;
  world.clock.haste = 0;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    await world.settled();
    for (const client of world.clients) {
      if (!client.isConnected) world.connect(client);
      client.read(Number.MAX_SAFE_INTEGER);
      for (const sent of client.unanswered) if (!sent.isOnTheWay) client.send(sent.command, sent);
    }
    await world.settled();
    if (world.clock.hasImmediates) {
      await world.clock.turn();
      continue;
    }
    // Nobody is to be cut for not reading what came a moment ago.
    if (world.clients.some(({ hasUnread }) => hasUnread)) continue;
    if (isAtRest(world)) return;
    if (rounds % PATIENCE === 0) help(world);
    await world.clock.tick();
  }
  const { judge } = world;
  const late = world.clients.filter(({ isUpToDate }) => !isUpToDate).map(({ options }) => options.name);
  const open = judge.sessions.filter((session) => judge.ledger(session).run || judge.waiting(session).length > 0);
  judge.object(`nothing comes to rest: ${late.length > 0 ? `${late} see no more` : `${open} does not end`}`);
  judge.check();
}

/** Answers what is asked and lets go on what is paused. */
function help({ clients, judge, chance }: World): void {
  for (const session of judge.sessions) {
    const { run, oldestInput } = judge.ledger(session);
    const client = clients.find((each) => each.isConnected && each.options.session === session);
    if (!client || !run) continue;
    if (run.status === 'paused' || run.status === 'pausing') client.send({ type: 'run.resume', ref: client.newRef() });
    else if (oldestInput) answer(client, oldestInput, chance);
  }
}

function isAtRest({ clients, judge }: World): boolean {
  return (
    clients.every((each) => each.isUpToDate && !each.hasUnread && each.unanswered.length === 0) &&
    judge.sessions.every((session) => !judge.ledger(session).run && judge.waiting(session).length === 0)
  );
}

const MAX_ROUNDS = 4_000;
/** Rounds between two answers. */
const PATIENCE = 5;
