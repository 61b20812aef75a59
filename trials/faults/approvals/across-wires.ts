import { setImmediate as turn } from 'node:timers/promises';
import { type Dialect, dialects, type EventOf, formatCursor, type RunEvent } from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';
import type { Trial } from '../../contract.ts';
import { type Random, randomOf } from '../../lib/random.ts';
import type { TrialServer } from '../../lib/trial-server.ts';
import { isApproved, outcomeOf } from './check.ts';
import { Onlooker } from './onlooker.ts';
import { type Stamps, withStamps } from './stamped.ts';

type Decision = 'approve' | 'reject';
type Asked = EventOf<'input.requested'>;

const LANES = 4;
const IN_A_SESSION = 24;
const words: Record<Decision, string> = { approve: 'yes', reject: 'no' };

/** Those that can be had on a socket beside the native one. */
const others = dialects.filter(
  (dialect) => dialect.name !== Onlooker.dialect.name && conversing(dialect).some(({ framing }) => framing === 'ws'),
);

/** Somebody answers by the API, somebody else as another front end does: by its own message, or by saying yes or no. */
export const acrossWires: Trial = {
  name: 'approvals-dialects',
  about: {
    en: 'races of two answers to one approval, one of them in another dialect’s own words',
    zh: '两个回答争夺同一审批，其一用另一种方言自己的方式',
  },
  tries: { long: 2_000, short: 20 },
  run: ({ count, seed, done }) =>
    withStamps(async (server, stamps) => {
      let [left, theirs] = [count, 0];
      const lane = async (random: Random) => {
        while (left > 0) {
          const races = Math.min(left, IN_A_SESSION);
          left -= races;
          const onlooker = await Onlooker.at(server.url, await server.api.newSession());
          for (let n = 0; n < races; n += 1) {
            if (await race(server, stamps, onlooker, random)) theirs += 1;
            done();
          }
          onlooker.leave();
        }
      };
      await Promise.all(Array.from({ length: Math.min(LANES, count) }, (_, n) => lane(randomOf(seed + n))));
      return {
        en: `${others.length} dialects against the API: ${theirs} won, ${count - theirs} lost; each decided once, each tool run as decided, a late yes or no kept as a message of its own`,
        zh: `${others.length} 种方言与接口竞争：${theirs} 次先到，${count - theirs} 次后到；每次只决定一次，工具按决定执行，迟到的“是/否”作为新消息保留`,
      };
    }),
};

/** One question, two answers. Whether the one of the other dialect was first. */
async function race(server: TrialServer, stamps: Stamps, onlooker: Onlooker, random: Random): Promise<boolean> {
  const dialect = random.pick(others);
  const tool = `t${onlooker.events.length}`;
  const other = await join(server.url, dialect, onlooker);
  await onlooker.send(JSON.stringify([{ tool, approve: true }]));
  const asked = await onlooker.sees('input.requested', () => true, { afresh: true });
  // A yes to what nobody has seen yet is none: they would be asked again.
  const waits = await onlooker.sees('run.status', ({ status }) => status === 'awaiting_input', { afresh: true });
  await shows(other, waits);
  const [ours, theirs] = [random.pick(DECISIONS), random.pick(DECISIONS)];
  const [told] = await Promise.all([
    byApi(server, asked, ours),
    // A request takes longer to get there than a frame: with a turn's start it is before it, without behind.
    turns(random.pick(HEAD_STARTS)).then(() => asThemselves(other, dialect, asked, theirs)),
  ]);
  const isTheirs = !told.endsWith('by me');
  const end = await onlooker.sees('run.finished', ({ runId }) => runId === asked.runId);
  if (dialect.traits.answers.approval === 'next-message' && !isTheirs) await keptAsMessage(onlooker, words[theirs]);
  await shows(other, end);
  other.cut();
  const outcome = theirs === 'approve' ? 'approved' : 'denied';
  const all = isTheirs ? [told, `${outcome} by me`] : [told];
  isApproved(tool, { events: onlooker.events, told: all, stamps: await stamps() });
  return isTheirs;
}

const HEAD_STARTS = [0, 0, 0, 1, 1, 2];
const DECISIONS: readonly Decision[] = ['approve', 'reject'];

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await turn();
}

/** Everything from here on is shown to them too. */
async function join(url: string, dialect: Dialect, { session, place }: Onlooker): Promise<RawClient> {
  const endpoint = conversing(dialect).find(({ framing }) => framing === 'ws');
  if (!endpoint) throw new Error(`${dialect.name} has no socket`);
  const after = formatCursor(place);
  const isNamed = endpoint.session === 'path';
  const client = await RawClient.open(url, {
    ...{ dialect, endpoint, session },
    query: { cursor: '1', ...(isNamed && { after }) },
  });
  if (!isNamed) await client.send({ type: 'attach', session, after, wants: { cursor: true, restore: false } });
  return client;
}

async function byApi({ api }: TrialServer, { runId, inputId }: Asked, decision: Decision): Promise<string> {
  const path = `POST /v1/runs/${runId}/inputs/${encodeURIComponent(inputId)}`;
  const { status, body } = await api.call(path, { decision });
  return outcomeOf(decision, status < 300, JSON.stringify(body));
}

async function asThemselves(client: RawClient, { traits }: Dialect, asked: Asked, decision: Decision) {
  const { inputId, callId, runId } = asked;
  const about = { inputId, ...(callId !== undefined && { callId }), ...(runId !== undefined && { runId }) };
  if (traits.answers.approval === 'native') await client.send({ type: 'input.answer', ...about, decision });
  else await client.send({ type: 'message.send', text: words[decision] });
}

/** A yes that came too late is what any message is: kept, and answered by a run of its own. */
async function keptAsMessage(onlooker: Onlooker, text: string): Promise<void> {
  const accepted = await onlooker.sees('message.accepted', (event) => event.text === text, { afresh: true });
  await onlooker.sees('run.finished', ({ seq }) => seq > accepted.seq && onlooker.isIdle);
}

async function shows(client: RawClient, { seq }: RunEvent): Promise<void> {
  await client.until(({ frames }) => frames.some(({ cursor }) => cursor !== undefined && cursor.seq >= seq));
}
