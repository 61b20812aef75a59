import { dialectNamed, type Endpoint, type RunEvent } from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';
import type { Scene } from '../../../packages/server/test/support/script-agent.ts';
import type { Trial } from '../../contract.ts';
import { type Random, randomOf } from '../../lib/random.ts';
import type { TrialServer } from '../../lib/trial-server.ts';
import { isApproved, outcomeOf } from './check.ts';
import { type Stamps, withStamps } from './stamped.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;
/** Races of one run, and runs at a time. */
const IN_A_RUN = 50;
const LANES = 8;
const ANSWERERS = 4;

type Asked = RunEvent & { type: 'input.requested' };

/** Two to four answers at once to one approval, yes and no, on sockets and over HTTP. */
export const oneWire: Trial = {
  name: 'approvals',
  about: { en: 'races of 2–4 answers to one approval', zh: '2–4 个回答争夺同一审批' },
  tries: { long: 8_000, short: 100 },
  run: ({ count, seed, done }) =>
    withStamps(async (server, stamps) => {
      let left = count;
      const tally = { approved: 0, denied: 0 };
      const lane = async (random: Random) => {
        while (left > 0) {
          const races = Math.min(left, IN_A_RUN);
          left -= races;
          const { approved } = await race(server, stamps, races, random, done);
          tally.approved += approved;
          tally.denied += races - approved;
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, n) => lane(randomOf(seed + n))));
      return {
        en: `${tally.approved} approved, ${tally.denied} denied; each decided once, each tool run as decided, every answerer told`,
        zh: `${tally.approved} 次同意、${tally.denied} 次拒绝；每次只决定一次，工具按决定执行，所有回答者均获知结果`,
      };
    }),
};

/** One run that asks again and again. */
async function race(server: TrialServer, stamps: Stamps, races: number, random: Random, done: () => void) {
  const session = await server.api.newSession();
  const open = () => RawClient.open(server.url, { dialect: native, endpoint, session, query: { after: '0' } });
  const answerers = await Promise.all(Array.from({ length: ANSWERERS }, open));
  const watcher = await open();
  const scenes: Scene[] = Array.from({ length: races }, (_, n) => ({ tool: `t${n}`, approve: true, args: { n } }));
  await watcher.send({ type: 'message.send', text: JSON.stringify(scenes) });
  const answers: Promise<string>[][] = [];
  let asked = 0;
  let read = 0;
  await watcher.until(({ frames }) => {
    for (; read < frames.length; read += 1) {
      const event = JSON.parse(frames[read]?.data ?? '') as RunEvent;
      if (event.type !== 'input.requested') continue;
      answers.push(answerAll(server, answerers, event, random));
      asked += 1;
    }
    return watcher.has('run.finished');
  });
  if (asked !== races) throw new Error(`${asked} questions of ${races} were asked`);
  const told = await Promise.all(answers.map((each) => Promise.all(each)));
  const events = watcher.frames.map(({ data }) => JSON.parse(data) as RunEvent);
  for (const client of [watcher, ...answerers]) client.cut();
  const ran = await stamps();
  let approved = 0;
  for (let n = 0; n < races; n += 1) {
    if (isApproved(`t${n}`, { events, told: told[n] ?? [], stamps: ran })) approved += 1;
    done();
  }
  return { approved };
}

function answerAll(
  server: TrialServer,
  clients: readonly RawClient[],
  asked: Asked,
  random: Random,
): Promise<string>[] {
  const { inputId, runId = '' } = asked;
  return clients.slice(0, random.int(2, ANSWERERS)).map(async (client, n) => {
    const decision = random.pick(['approve', 'reject'] as const);
    if (random() < 0.25) {
      const path = `POST /v1/runs/${runId}/inputs/${encodeURIComponent(inputId)}`;
      const { status, body } = await server.api.call(path, { decision });
      return outcomeOf(decision, status < 300, JSON.stringify(body));
    }
    const ref = `${inputId}-${n}`;
    await client.send({ type: 'input.answer', runId, inputId, decision, ref });
    await client.until(({ frames }) => frames.some(({ data }) => isAnswer(data, ref)));
    const { data = '' } = client.frames.find((frame) => isAnswer(frame.data, ref)) ?? {};
    return outcomeOf(decision, data.includes('"ok":true'), data);
  });
}

const isAnswer = (data: string, ref: string) => data.includes('"type":"answer"') && data.includes(`"ref":"${ref}"`);
