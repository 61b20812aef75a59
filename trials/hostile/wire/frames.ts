import { clientFrame } from '../../../packages/server/test/support/raw.ts';
import type { Text } from '../../contract.ts';

const MIB = 1024 * 1024;
const bytes = (text: string) => Buffer.from(text, 'latin1');
const text = (latin1: string) => clientFrame(1, bytes(latin1));
const start = clientFrame(1, bytes('x'), { fin: false });
const fragment = (size: number) => clientFrame(0, Buffer.alloc(size, 'x'), { fin: false });

/** Bytes on an open WebSocket that are no frame, or too much of one, and the codes that may answer them. */
export interface FrameAttack {
  readonly name: string;
  readonly about: Text;
  readonly cases: readonly FrameCase[];
}
export interface FrameCase {
  readonly what: string;
  /** In pieces: as many as are taken. */
  readonly frames: () => Iterable<Buffer>;
  readonly codes: readonly number[];
}

const once = (what: string, frame: Buffer, ...codes: number[]): FrameCase => ({ what, frames: () => [frame], codes });

function* endless(first: readonly Buffer[], again: Buffer): Generator<Buffer> {
  yield* first;
  for (;;) yield again;
}

/** As many of a kind as fit in a packet, so that it is the server that decides how long it takes. */
const many = (frame: Buffer, size = 64 * 1024) =>
  Buffer.concat(Array.from({ length: Math.max(1, Math.floor(size / frame.length)) }, () => frame));

export const frameAttacks: readonly FrameAttack[] = [
  {
    name: 'huge-frames',
    about: { en: 'Frames of 100 MB, announced and sent', zh: '100 MB 的帧（只声明，或真的发送）' },
    cases: [
      once('100 MB announced', clientFrame(1, bytes('x'), { length: 100 * MIB }), 1009),
      once('2^53 bytes announced', clientFrame(1, bytes('x'), { length: 2 ** 53 }), 1009),
      once('one byte too many', clientFrame(1, Buffer.alloc(MIB + 1, 'x')), 1009),
      {
        what: '100 MB sent',
        *frames() {
          yield clientFrame(1, bytes(''), { length: 100 * MIB });
          for (let i = 0; i < 100; i += 1) yield Buffer.alloc(MIB, 'x');
        },
        codes: [1009],
      },
    ],
  },
  {
    name: 'endless-fragments',
    about: { en: 'A message in fragments without end', zh: '没有尽头的分片消息' },
    cases: [
      { what: 'large ones', frames: () => endless([start], fragment(60_000)), codes: [1009] },
      { what: 'of one byte', frames: () => endless([start], many(fragment(1))), codes: [1008, 1009] },
      { what: 'of no byte', frames: () => endless([start], many(fragment(0))), codes: [1008, 1009] },
      {
        what: 'with pings between',
        frames: () => endless([start], many(Buffer.concat([fragment(1), clientFrame(9, bytes('?'))]))),
        codes: [1008, 1009],
      },
    ],
  },
  {
    name: 'bad-utf8',
    about: { en: 'Text that is no UTF-8', zh: '不是 UTF-8 的文本' },
    cases: [
      once('a byte that never is', text('{"type":"\xff"}'), 1007),
      once('the end of a character missing', text('\xe4\xbd'), 1007),
      once('an overlong slash', text('\xc0\xaf'), 1007),
      once('a surrogate', text('\xed\xa0\x80'), 1007),
      once('past the last character', text('\xf4\x90\x80\x80'), 1007),
      once(
        'half a character in each fragment, the second one wrong',
        Buffer.concat([clientFrame(1, bytes('\xe4\xbd'), { fin: false }), clientFrame(0, bytes('\xff'))]),
        1007,
      ),
      once('in the reason of a close', clientFrame(8, bytes('\x03\xe8\xff')), 1007),
    ],
  },
  {
    name: 'binary-frames',
    about: { en: 'Binary where text is due', zh: '该用文本时发送二进制' },
    cases: [
      once('that is no text', clientFrame(2, bytes('\x00\xff\xfe')), 1003, 1007),
      once('compressed', clientFrame(2, bytes('\x1f\x8b\x08\x00\x00')), 1003, 1007),
      once('a picture', clientFrame(2, bytes('\x89PNG\r\n\x1a\n')), 1003, 1007),
      once('a wrong length of UTF-8', clientFrame(2, bytes('{"type":"\xe4\xbd"}')), 1003, 1007),
    ],
  },
  {
    name: 'bad-masks',
    about: { en: 'Frames without a mask, or with a wrong one', zh: '没有掩码或掩码错误的帧' },
    cases: [
      once('text without one', bytes('\x81\x01x'), 1002),
      once('a ping without one', bytes('\x89\x00'), 1002),
      once('a close without one', bytes('\x88\x02\x03\xe8'), 1002),
      once('a continuation without one', Buffer.concat([start, bytes('\x80\x01x')]), 1002),
      once('a key that was not used', bytes('\x81\x84\xff\xff\xff\xffping'), 1007),
    ],
  },
  {
    name: 'reserved-bits',
    about: { en: 'Reserved bits and opcodes', zh: '保留位与保留操作码' },
    cases: [
      ...[0x40, 0x20, 0x10].map((bit) => once(`bit ${bit}`, clientFrame(bit | 1, bytes('x')), 1002)),
      once('bit 64 on a ping', clientFrame(0x49, bytes('')), 1002),
      ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) =>
        once(`opcode ${opcode}`, clientFrame(opcode, bytes('x')), 1002),
      ),
    ],
  },
  {
    name: 'control-frames',
    about: {
      en: 'Control frames too long or in fragments, messages inside messages',
      zh: '过长或分片的控制帧、消息中套消息',
    },
    cases: [
      ...[8, 9, 10].flatMap((opcode) => [
        once(`opcode ${opcode} of 126 bytes`, clientFrame(opcode, Buffer.alloc(126)), 1002),
        once(`opcode ${opcode} of 70,000 bytes`, clientFrame(opcode, Buffer.alloc(70_000)), 1002),
        once(`opcode ${opcode} in fragments`, clientFrame(opcode, bytes('\x03\xe8'), { fin: false }), 1002),
      ]),
      once('a continuation of nothing', clientFrame(0, bytes('x')), 1002),
      once('a message inside a message', Buffer.concat([start, clientFrame(1, bytes('{}'))]), 1002),
      once('binary inside text', Buffer.concat([start, clientFrame(2, bytes('{}'))]), 1002),
    ],
  },
  {
    name: 'close-codes',
    about: { en: 'Closes with half a code or one that is never sent', zh: '关闭帧的代码不完整，或不得发送' },
    cases: [
      once('half a code', clientFrame(8, bytes('x')), 1002),
      ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) =>
        once(`code ${code}`, clientFrame(8, Buffer.from([code >> 8, code & 0xff])), 1002),
      ),
    ],
  },
];
