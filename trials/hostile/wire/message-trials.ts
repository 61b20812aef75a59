import { once } from 'node:events';
import { ask } from '../../../packages/server/test/support/raw.ts';
import type { Text } from '../../contract.ts';
import { Lines } from './lines.ts';
import { messageAttacks, unknownTypes } from './messages.ts';
import type { Stage } from './stage/stage.ts';
import { type Said, words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { bodies, messageOf, nameOf, type Place, sockets } from './wires.ts';

interface Case {
  readonly place: Place;
  readonly what: string;
  readonly text: string;
}

/** Each attack as a message on every socket, and as the body of every request. */
export const messageTrials = [
  ...messageAttacks.map(({ name, about, poisons }) =>
    messageTrial(
      name,
      about,
      [...sockets, ...bodies].flatMap((place) =>
        Object.entries(poisons).map(([what, poison]) => ({
          place,
          what,
          text: poison(messageOf(place, 'hello HERE')),
        })),
      ),
    ),
  ),
  messageTrial(
    'unknown-types',
    { en: 'Messages of unknown types', zh: '未知类型的消息' },
    sockets.flatMap((place) => unknownTypes.map((text) => ({ place, what: text, text }))),
  ),
];

function messageTrial(name: string, about: Text, cases: readonly Case[]) {
  const lines = new Lines();
  return wireTrial({
    name,
    about,
    cases,
    attempt: (stage, each) => (each.place.endpoint.framing === 'ws' ? say(stage, lines, each) : post(stage, each)),
    ended: () => lines.close(),
  });
}

/** It is answered as its dialect does, and the connection goes on. */
async function say(stage: Stage, lines: Lines, { place, what, text }: Case): Promise<Said> {
  const { values, issue, replies = [] } = place.dialect.server.commands().push({ data: text });
  if (values.length > 0 || !issue) throw new Error(`${nameOf(place)} takes ${what}`);
  const line = await lines.at(stage, place);
  line.frames.length = 0;
  line.ws.send(text);
  line.ws.ping();
  await Promise.race([once(line.ws, 'pong'), line.closed]);
  const isHeard = () =>
    line.frames.filter((frame) => replies.some(({ data }) => data === frame)).length >= replies.length;
  // It may have to be looked up whether the session is there that it names.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  while (!isHeard() && line.ws.readyState === line.ws.OPEN && !signal.aborted) {
    await Promise.race([once(line.ws, 'message', { signal }).catch(() => undefined), line.closed]);
  }
  if (line.ws.readyState !== line.ws.OPEN) throw new Error(`${nameOf(place)}, ${what}: closed`);
  if (!isHeard()) throw new Error(`${nameOf(place)}, ${what}: heard ${line.frames.join()}`);
  return replies.length > 0 ? words.typedError : words.silence;
}

async function post(stage: Stage, { place, what, text }: Case): Promise<string> {
  const { method, path } = place.endpoint;
  const body = Buffer.from(text);
  const headers = {
    ...stage.headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const answer = await ask(stage.url, stage.place(path), { method, headers, body });
  if (answer.status !== 400) throw new Error(`${nameOf(place)}, ${what}: ${answer.status} ${answer.body}`);
  JSON.parse(answer.body);
  return '400';
}

const PATIENCE_MS = 5_000;
