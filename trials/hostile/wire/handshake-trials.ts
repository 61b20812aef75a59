import { setTimeout as pause } from 'node:timers/promises';
import { clientFrame } from '../../../packages/server/test/support/raw.ts';
import { bare, handshake, posting } from './bare.ts';
import { refusedOnce } from './refused-once.ts';
import type { Stage } from './stage/stage.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { bodies, nameOf, type Place, sockets } from './wires.ts';

const BAD_UPGRADES: readonly Readonly<Record<string, string>>[] = [
  { 'Sec-WebSocket-Key': '' },
  { 'Sec-WebSocket-Key': 'c2hvcnQ=' },
  { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==' },
  { 'Sec-WebSocket-Key': '\xff' },
  { 'Sec-WebSocket-Version': '' },
  { 'Sec-WebSocket-Version': '12' },
  { 'Sec-WebSocket-Version': '13, 8' },
  { 'Sec-WebSocket-Version': '9'.repeat(400) },
  { 'Sec-WebSocket-Protocol': ',,;' },
  { Upgrade: 'h2c' },
  { Upgrade: 'websocket, h2c' },
  { Upgrade: 'web\tsocket' },
  { Upgrade: 'x'.repeat(4_000) },
  { method: 'POST' },
  { method: 'DELETE' },
  { method: 'get' },
  { version: 'HTTP/3.7' },
  { Host: '' },
  { Host: 'a b' },
  { 'X-Long': 'x'.repeat(100_000) },
  { 'Bad Name': 'x' },
  { 'X-Bad': 'a\0b' },
];

const badUpgrades = wireTrial({
  name: 'bad-upgrades',
  about: { en: 'Handshakes with wrong, doubled, missing or endless headers', zh: '头部错误、重复、缺失或过长的握手' },
  cases: sockets.flatMap((place) => BAD_UPGRADES.map((fields) => ({ place, fields }))),
  async attempt(stage, { place, fields }) {
    const { statuses } = await bare(stage, [handshake(stage, stage.place(place.endpoint.path), fields)]);
    if (statuses.length === 0) return words.closed;
    return refusedOnce(`${nameOf(place)} with ${JSON.stringify(fields).slice(0, 80)}`, statuses);
  },
});

/** Where a handshake or a request is left, as a part of its length. */
const PARTS = [0.01, 0.2, 0.5, 0.8, 0.99];

const halfHandshakes = wireTrial({
  name: 'half-handshakes',
  about: { en: 'Handshakes and requests that stop halfway', zh: '中途停止的握手与请求' },
  cases: [...sockets, ...bodies].flatMap((place) => PARTS.map((part) => ({ place, part }))),
  async attempt(stage, { place, part }) {
    const whole = wholeRequest(stage, place);
    const { statuses } = await bare(stage, [whole.slice(0, Math.max(1, Math.floor(whole.length * part)))], {
      thenEnd: true,
    });
    return statuses.length === 0 ? words.closed : refusedOnce(nameOf(place), statuses);
  },
});

/** All at once: each takes as long as the server lets it. */
const slowHandshakes = wireTrial({
  name: 'slow-handshakes',
  about: {
    en: 'Handshakes and requests that come a byte at a time, without end',
    zh: '逐字节发送、永不结束的握手与请求',
  },
  cases: ['heads', 'bodies'] as const,
  rounds: 2,
  async attempt(stage, what) {
    const drip = async function* (start: string, byte: string) {
      yield start;
      for (;;) {
        yield byte;
        await pause(DRIP_MS);
      }
    };
    const all =
      what === 'heads'
        ? sockets.map((place) => ({
            place,
            bytes: drip(handshake(stage, stage.place(place.endpoint.path)).slice(0, -2), 'x'),
          }))
        : bodies.map((place) => ({
            place,
            bytes: drip(`${posting(stage, place.endpoint, 'Content-Length: 1000000')}{"a":"`, 'x'),
          }));
    const seen = await Promise.all(
      all.map(async ({ place, bytes }) => {
        const { statuses } = await bare(stage, bytes);
        // What is still being sent may overtake the answer.
        return statuses.length === 0 ? 'RST' : refusedOnce(nameOf(place), statuses);
      }),
    );
    return words.slow(what, seen.length, [...new Set(seen)].join());
  },
});
const DRIP_MS = 50;

const frames = Buffer.concat([clientFrame(1, Buffer.from('{"type":"ping"}')), clientFrame(9, Buffer.alloc(0))]);

/** Bytes that lie in the same packet as a handshake, and bytes that are none. */
const PIPELINES: Readonly<
  Record<string, (stage: Stage, path: string) => { bytes: Buffer; answers: readonly number[] }>
> = {
  'rubbish behind a handshake': (stage, path) => ({
    bytes: join(handshake(stage, path), '\xff\xff\xff\xff'),
    answers: [101],
  }),
  'a request behind a handshake': (stage, path) => ({
    bytes: join(handshake(stage, path), handshake(stage, path)),
    answers: [101],
  }),
  'good frames, then bad ones, behind a handshake': (stage, path) => ({
    bytes: Buffer.concat([join(handshake(stage, path)), frames, Buffer.from([0x81, 0x01, 0x78])]),
    answers: [101],
  }),
  'frames without a handshake': () => ({ bytes: frames, answers: [400] }),
  'a message without a handshake': () => ({ bytes: join('{"type":"ping"}\r\n\r\n'), answers: [400] }),
  'frames behind a handshake without a token': (stage, path) => ({
    bytes: Buffer.concat([join(handshake(stage, path, { Authorization: '' })), frames]),
    answers: [401, 101],
  }),
  'frames behind a handshake to nowhere': (stage) => ({
    bytes: Buffer.concat([join(handshake(stage, '/nowhere')), frames]),
    answers: [404],
  }),
  'the beginning of TLS': () => ({ bytes: join('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'), answers: [400] }),
  'the beginning of HTTP/2': () => ({ bytes: join('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), answers: [400, 505] }),
};

const join = (...texts: string[]) => Buffer.from(texts.join(''), 'latin1');

const pipelined = wireTrial({
  name: 'before-handshake',
  about: {
    en: 'Messages before the handshake, behind it in the same packet, and rubbish in its place',
    zh: '握手之前、与握手同包的消息，以及代替握手的垃圾数据',
  },
  cases: sockets.flatMap((place) => Object.entries(PIPELINES).map(([what, make]) => ({ place, what, make }))),
  async attempt(stage, { place, what, make }) {
    const { bytes, answers } = make(stage, stage.place(place.endpoint.path));
    const { statuses, code } = await bare(stage, [bytes]);
    const [status = 0] = statuses;
    const isRight = statuses.length === 1 && answers.includes(status) && (status !== 101 || code !== undefined);
    if (isRight) return String(code ?? status);
    throw new Error(`${nameOf(place)}, ${what}: ${statuses.join() || 'nothing'} ${code ?? ''}`);
  },
});

function wholeRequest(stage: Stage, place: Place): string {
  if (place.endpoint.framing === 'ws') return handshake(stage, stage.place(place.endpoint.path));
  const body = '{"a":1}';
  return `${posting(stage, place.endpoint, `Content-Length: ${body.length}`)}${body}`;
}

export const handshakeTrials = [badUpgrades, halfHandshakes, slowHandshakes, pipelined];
