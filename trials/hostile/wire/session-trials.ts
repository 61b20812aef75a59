import { once } from 'node:events';
import type { Command, Signal } from '@polywire/protocol';
import { ask, openSocket } from '../../../packages/server/test/support/raw.ts';
import type { Own } from './stage/own.ts';
import type { Stage } from './stage/stage.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { bodies, nameOf, type Place, sockets, streams } from './wires.ts';

/** What somebody would like to do to a session, or to a run in it. */
function commandsAt({ session, run }: Own): readonly Command[] {
  const callId = `${run}.held`;
  return [
    { type: 'attach', session },
    { type: 'attach', session, after: '1.0' },
    { type: 'run.pause', session, runId: run },
    { type: 'run.resume', session, runId: run },
    { type: 'run.stop', session, runId: run },
    { type: 'run.stop', runId: run },
    { type: 'input.answer', session, runId: run, callId, decision: 'approve' },
    { type: 'input.answer', runId: run, callId, decision: 'approve' },
    { type: 'todo.set', session, listId: 'l', itemId: 'a', status: 'completed' },
    { type: 'plan.edit', session, planId: 'p', steps: [{ title: 'x' }] },
    { type: 'history.rewind', session, toSeq: 1 },
    { type: 'call', what: 'sessions.delete', params: { id: session } },
    { type: 'call', what: 'sessions.messages', params: { id: session } },
  ];
}

const TARGETS: Readonly<Record<string, (stage: Stage) => Own>> = {
  'foreign-run': ({ victim }) => victim,
  'wrong-session': () => ({ session: 'no-such-session', run: 'no-such-run' }),
};

const ABOUT = {
  'foreign-run': { en: "Commands to somebody else's session and run", zh: '操作他人的会话与运行' },
  'wrong-session': { en: 'Commands to sessions and runs that are not there', zh: '操作不存在的会话与运行' },
} as const;

/** What is shown of the victim's run to those who may see it. */
const SECRET = 'delete_everything';

const commandTrials = (Object.keys(ABOUT) as (keyof typeof ABOUT)[]).map((name) =>
  wireTrial({
    name,
    about: ABOUT[name],
    cases: [...sockets, ...bodies, ...streams.filter(({ endpoint }) => endpoint.does === 'attach')],
    async attempt(stage, place) {
      const target = (TARGETS[name] as (stage: Stage) => Own)(stage);
      const before = stage.kept('victim');
      const heard =
        place.endpoint.framing === 'ws' ? await onSocket(stage, place, target) : await onHttp(stage, place, target);
      if (heard.join('\n').includes(SECRET)) throw new Error(`${nameOf(place)} showed ${heard.join('\n')}`);
      stage.mustKeep(before, 'victim');
      return place.endpoint.framing === 'ws' ? words.errorOrSilence : '4xx';
    },
  }),
);

async function onSocket(stage: Stage, place: Place, target: Own): Promise<readonly string[]> {
  const { dialect, endpoint } = place;
  const path = endpoint.path.replace('{session}', target.session).replace('{run}', target.run);
  const ws = await openSocket(stage.url, path, { headers: stage.headers });
  const decoder = dialect.client.decoder({ id: '', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  const heard: string[] = [];
  const closed = once(ws, 'close');
  let owed = 0;
  let wake: () => void = () => undefined;
  ws.on('message', (data) => {
    heard.push(String(data));
    const { signals = [] } = decoder.push({ data: String(data) });
    owed -= signals.filter(({ kind }: Signal) => kind === 'refused' || kind === 'pong').length;
    wake();
  });
  // One that is answered last shows that all the others have been.
  const isAnswered = dialect.traits.keepAlive?.answered ?? dialect.traits.accepts.ping.how === 'native';
  for (const command of commandsAt(target)) {
    for (const said of dialect.client.encode(command)) {
      if (!('data' in said)) {
        await refuse(stage, said.method, said.path, JSON.stringify(said.body ?? {}));
        continue;
      }
      const { values } = dialect.server.commands().push(said);
      // In a dialect that answers by messages, one to a session that is not there begins it.
      if (values.some(({ type }) => type === 'message.send')) continue;
      ws.send(said.data);
      if (!isAnswered) owed += 1;
    }
  }
  for (const said of isAnswered ? dialect.client.encode({ type: 'ping', ref: 'last' }) : []) {
    if ('data' in said) ws.send(said.data);
    owed = 1;
  }
  ws.ping();
  await Promise.race([once(ws, 'pong'), closed]);
  while (owed > 0 && ws.readyState === ws.OPEN) {
    await Promise.race([
      closed,
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ]);
  }
  ws.terminate();
  return heard;
}

/** The body of each command that this address reads as such; any body, where the address itself says what is meant. */
async function onHttp(stage: Stage, { dialect, endpoint }: Place, target: Own): Promise<readonly string[]> {
  const path = endpoint.path.replace('{session}', target.session).replace('{run}', target.run);
  const said = commandsAt(target).flatMap((command) =>
    dialect.client
      .encode(command)
      .map((each) => ('data' in each ? each.data : JSON.stringify(each.body ?? {})))
      .filter((body) => readsAs(endpoint, body, command)),
  );
  const isNamed = path !== endpoint.path;
  const sent = endpoint.method === 'GET' ? [''] : isNamed ? ['{}', ...said] : said;
  const heard: string[] = [];
  for (const body of sent) heard.push(await refuse(stage, endpoint.method, path.replaceAll(/\{\w+\}/g, '1'), body));
  return heard;
}

function readsAs(endpoint: Place['endpoint'], body: string, { type }: Command): boolean {
  const read = endpoint.read?.({ params: {}, query: {}, body: JSON.parse(body) });
  return read?.values.some((value) => value.type === type && type !== 'call') ?? false;
}

async function refuse(stage: Stage, method: string, path: string, body: string): Promise<string> {
  const headers = {
    ...stage.headers,
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const answer = await ask(stage.url, path, { method, headers, ...(body !== '' && { body }) });
  if (answer.status < 400 || answer.status >= 500)
    throw new Error(`${method} ${path} ${body}: ${answer.status} ${answer.body}`);
  return answer.body;
}

export const sessionTrials = commandTrials;
