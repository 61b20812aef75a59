import { randomUUID } from 'node:crypto';
import { type CommandOf, type Dialect, dialects, type Endpoint, type JsonObject } from '@polywire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { conversing } from './support/client.ts';
import { type NativeApi, nativeApi } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { ask, askJson, openSocket } from './support/raw.ts';

const SECRET = 'known-to-ann-alone';
const tokens = { ann: 'ann-has-this-token', bob: 'bob-has-another-one' };
const headers = { ann: { authorization: `Bearer ${tokens.ann}` }, bob: { authorization: `Bearer ${tokens.bob}` } };

interface Ids {
  readonly session: string;
  readonly workspace: string;
  readonly plan: number;
}

type Call = CommandOf<'call'>;
const call = (what: string, params: JsonObject = {}): Call => ({ type: 'call', what, params, ref: `r-${what}` });

/** What can be asked about what people keep, in whatever words a dialect has for it. */
const asked = ({ session, workspace, plan }: Ids): readonly Call[] => [
  call('workspaces.list'),
  call('workspaces.rename', { id: workspace, name: 'changed' }),
  call('workspaces.threads.list', { id: workspace }),
  call('workspaces.threads.add', { id: workspace, thread: session }),
  call('workspaces.threads.remove', { id: workspace, thread: session }),
  call('settings.get'),
  call('plans.list'),
  call('plans.update', { id: plan, task: 'changed', steps: [] }),
  call('plans.delete', { id: plan }),
  call('sessions.list'),
  call('sessions.get', { id: session }),
  call('sessions.messages', { id: session }),
  call('sessions.delete', { id: session }),
];

const { server } = serverForAll({ tokens, wireLimits: { messagesPerMinute: 0 } });
let ann: NativeApi;
let hers: Ids;
beforeAll(async () => {
  ann = nativeApi(server.url, headers.ann);
  hers = await keptByAnn();
});

async function keptByAnn(): Promise<Ids> {
  const session = await ann.newSession();
  await ann.start(session, SECRET, 'run.finished');
  await ann.call('PATCH /v1/settings', { secret: SECRET });
  const plan = JSON.parse(
    (await askJson(server.url, '/api/plans/', { task: SECRET, steps: [] }, { headers: headers.ann })).body,
  );
  const saying = dialects.find(
    (dialect) => words(dialect, call('workspaces.create', { name: SECRET })) !== undefined,
  ) as Dialect;
  const socket = await openSocket(server.url, socketOf(saying).path, { headers: headers.ann });
  await answerOn(socket, words(saying, call('workspaces.create', { name: SECRET })) as string);
  const listed = await answerOn(socket, words(saying, call('workspaces.list')) as string);
  socket.terminate();
  expect(listed).toContain(SECRET);
  const { id: workspace } = JSON.parse(/\{[^{}]*known-to-ann-alone[^{}]*\}/.exec(listed)?.[0] ?? '{}') as {
    id: string;
  };
  return { session, workspace, plan: plan.data.id };
}

function socketOf(dialect: Dialect): Endpoint {
  return conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
}

/** A frame that says it on a socket, where the dialect has one. */
function words(dialect: Dialect, command: Call): string | undefined {
  const [said] = dialect.client.encode(command);
  return said && 'data' in said && isAnswered(dialect, command) ? said.data : undefined;
}

function isAnswered(dialect: Dialect, command: Call): boolean {
  const refused = { ok: false, error: { code: 'NOT_FOUND', message: '' } } as const;
  return dialect.server.answer(command, refused).length > 0;
}

function answerOn(socket: WebSocket, frame: string): Promise<string> {
  const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  socket.send(frame);
  return answer;
}

async function tell(dialect: Dialect, ids: Ids): Promise<string[]> {
  const socket = await openSocket(server.url, socketOf(dialect).path.replace('{session}', '1'), {
    headers: headers.bob,
  });
  const answers: string[] = [];
  for (const command of asked(ids)) {
    const frame = words(dialect, command);
    const [said] = dialect.client.encode(command);
    if (frame !== undefined) {
      answers.push(`${command.what}: ${await answerOn(socket, frame)}`);
    } else if (said && !('data' in said)) {
      const { method, path, body } = said;
      const json = { 'content-type': 'application/json' };
      const sent = {
        method,
        headers: { ...headers.bob, ...(body !== undefined && json) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      const { status, body: told } = await ask(server.url, path, sent);
      answers.push(`${command.what}: ${status} ${told}`);
    }
  }
  socket.terminate();
  const known = Object.values(ids).map(String);
  return answers.map((answer) => known.reduce((rest, id) => rest.replaceAll(id, '<id>'), answer));
}

const sessionless = dialects.filter(
  (dialect) =>
    socketOf(dialect).session !== 'path' ||
    asked({ session: 's', workspace: 'w', plan: 1 }).some((each) => dialect.client.encode(each).length > 0),
);

describe.each(sessionless.map((dialect) => ({ name: dialect.name, dialect })))('over $name', ({ dialect }) => {
  it('what another owner keeps is as if it were not there', async () => {
    const told = await tell(dialect, hers);
    expect(told.join('\n')).not.toContain(SECRET);
    const nothing = { session: randomUUID(), workspace: randomUUID(), plan: 525_252 };
    expect(told).toEqual(await tell(dialect, nothing));
  });
});

it('is asked for somewhere: workspaces on a socket, plans by requests', () => {
  const ids = { session: 's', workspace: 'w', plan: 1 };
  const said = dialects.flatMap((dialect) => asked(ids).filter((each) => dialect.client.encode(each).length > 0));
  expect(new Set(said.map(({ what }) => what)).size).toBeGreaterThan(8);
});

it('is still as it was', async () => {
  expect((await ann.call('GET /v1/settings')).body).toEqual({ secret: SECRET });
  expect((await ann.call(`GET /v1/sessions/${hers.session}`)).body).toMatchObject({ title: SECRET });
  const plans = JSON.parse((await ask(server.url, '/api/plans/', { headers: headers.ann })).body);
  expect(plans.data).toMatchObject([{ task: SECRET }]);
  const saying = dialects.find((dialect) => words(dialect, call('workspaces.list')) !== undefined) as Dialect;
  const socket = await openSocket(server.url, socketOf(saying).path, { headers: headers.ann });
  expect(await answerOn(socket, words(saying, call('workspaces.list')) as string)).toContain(SECRET);
  socket.terminate();
});
