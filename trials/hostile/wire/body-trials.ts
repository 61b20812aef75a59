import { bare, posting } from './bare.ts';
import { refusedOnce } from './refused-once.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { bodies, nameOf, type Place } from './wires.ts';

const MIB = 1024 * 1024;
const HUGE: Readonly<Record<string, { head: string; pieces(): Iterable<Buffer> }>> = {
  'one byte too many': {
    head: `Content-Length: ${MIB + 1}`,
    pieces: () => [Buffer.alloc(MIB + 1, ' ')],
  },
  '100 MB announced': { head: `Content-Length: ${100 * MIB}`, pieces: () => [Buffer.from('{')] },
  '100 MB sent': {
    head: `Content-Length: ${100 * MIB}`,
    *pieces() {
      for (let i = 0; i < 100; i += 1) yield Buffer.alloc(MIB, ' ');
    },
  },
  'chunks without end': {
    head: 'Transfer-Encoding: chunked',
    *pieces() {
      for (;;) yield Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
    },
  },
};

const hugeBodies = wireTrial({
  name: 'huge-bodies',
  about: { en: 'Bodies of 100 MB, and such as do not end', zh: '100 MB 的请求体，以及没有尽头的请求体' },
  // One reader of bodies serves all calls: one address of each dialect stands for them.
  cases: bodies
    .filter(isFirstOfItsKind)
    .flatMap((place) => Object.entries(HUGE).map(([what, huge]) => ({ place, what, ...huge }))),
  rounds: 2,
  async attempt(stage, { place, what, head, pieces }) {
    const start = Buffer.from(posting(stage, place.endpoint, head));
    const { statuses } = await bare(stage, concat([start], pieces()), { thenEnd: what === '100 MB announced' });
    return statuses.length === 0 ? words.closed : refusedOnce(`${nameOf(place)}, ${what}`, statuses);
  },
});

function isFirstOfItsKind({ dialect, endpoint }: Place): boolean {
  const alike = bodies.filter((other) => other.dialect === dialect && other.endpoint.does === endpoint.does);
  return endpoint.does === 'converse' || alike[0]?.endpoint === endpoint;
}

function* concat(...lists: Iterable<Buffer>[]): Generator<Buffer> {
  for (const list of lists) yield* list;
}

/** In a body that is JSON but for these bytes. */
const BAD_BYTES = ['\xff', '\xe4\xbd', '\xc0\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80'];

const badBytes = wireTrial({
  name: 'bad-utf8-bodies',
  about: { en: 'Bodies that are no UTF-8', zh: '不是 UTF-8 的请求体' },
  cases: bodies.flatMap((place) => BAD_BYTES.map((bytes) => ({ place, body: `{"content":"${bytes}"}` }))),
  rounds: 2,
  async attempt(stage, { place, body }) {
    const head = posting(stage, place.endpoint, `Connection: close\r\nContent-Length: ${body.length}`);
    return refusedOnce(nameOf(place), (await bare(stage, [head + body])).statuses);
  },
});

export const bodyTrials = [hugeBodies, badBytes];
