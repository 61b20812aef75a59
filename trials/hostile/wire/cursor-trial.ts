import { once } from 'node:events';
import { ask, openSocket } from '../../../packages/server/test/support/raw.ts';
import type { Stage } from './stage/stage.ts';
import { type Said, words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { nameOf, type Place, sockets, streams } from './wires.ts';

/** Places that the attacker's own session has not reached, or that are none. */
const AHEAD = ['999999.0', '999999999999999', '1000000.999999999'];
const NONE = ['-1', '1e9', '0x10', '1.1.1', 'NaN', '99999999999999999999', 'a%00b', '1 OR 1=1', '٣', ' '];

/** Over a socket whose address names no session the place is said in a message. */
const takesAttach = ({ dialect, endpoint }: Place) =>
  endpoint.session === 'path' || dialect.client.encode({ type: 'attach', session: 's', after: '1.0' }).length > 0;

export const cursorTrial = wireTrial({
  name: 'future-cursor',
  about: { en: 'Cursors from the future, and such as are none', zh: '来自未来的游标，以及根本不是游标的' },
  cases: [...sockets.filter(takesAttach), ...streams.filter(({ endpoint }) => endpoint.does === 'attach')].flatMap(
    (place) => [...AHEAD, ...NONE].map((after) => ({ place, after })),
  ),
  attempt: (stage, { place, after }) =>
    place.endpoint.framing === 'ws' ? onSocket(stage, place, after) : onStream(stage, place, after),
});

async function onSocket(stage: Stage, place: Place, after: string): Promise<Said> {
  const { dialect, endpoint } = place;
  const isInPath = endpoint.session === 'path';
  const query = isInPath ? `?after=${encodeURIComponent(after)}` : '';
  const ws = await openSocket(stage.url, `${stage.place(endpoint.path)}${query}`, { headers: stage.headers });
  const decoder = dialect.client.decoder({ id: '', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  const heard: string[] = [];
  const closed = once(ws, 'close') as Promise<[number]>;
  const refused = new Promise<undefined>((resolve) => {
    ws.on('message', (data) => {
      heard.push(String(data));
      const { signals = [], values } = decoder.push({ data: String(data) });
      if (signals.some(({ kind }) => kind === 'refused') || values.some(({ type }) => type === 'error'))
        resolve(undefined);
    });
  });
  if (!isInPath) {
    for (const said of dialect.client.encode({ type: 'attach', session: stage.own.session, after })) {
      if ('data' in said) ws.send(said.data);
    }
  }
  const code = await Promise.race([isInPath ? closed.then(([code]) => code) : refused, closed.then(([code]) => code)]);
  ws.terminate();
  if (heard.some((frame) => frame.includes('delete_everything')))
    throw new Error(`${nameOf(place)} showed ${heard.join()}`);
  if (code !== undefined && code !== 1013 && code !== 1008)
    throw new Error(`${nameOf(place)}, ${after}: closed with ${code}`);
  return code === undefined ? words.typedError : String(code);
}

async function onStream(stage: Stage, place: Place, after: string): Promise<string> {
  const { endpoint } = place;
  const accept = endpoint.framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson';
  const path = stage.place(endpoint.path);
  const ways = [
    ask(stage.url, `${path}?after=${encodeURIComponent(after)}`, { headers: { ...stage.headers, accept } }),
  ];
  if (/^[\x21-\x7e]+$/.test(after)) {
    ways.push(ask(stage.url, path, { headers: { ...stage.headers, accept, 'last-event-id': after } }));
  }
  const statuses = new Set<number>();
  for (const { status, body } of await Promise.all(ways)) {
    if (status !== 400 && status !== 422) throw new Error(`${nameOf(place)}, ${after}: ${status} ${body}`);
    JSON.parse(body);
    statuses.add(status);
  }
  return [...statuses].join();
}
