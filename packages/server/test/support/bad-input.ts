import { clientFrame } from './raw.ts';

const MIB = 1024 * 1024;
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Texts that are no message in any dialect. */
export const badTexts: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'nothing', text: '' },
  { what: 'no JSON', text: 'hello' },
  { what: 'half an object', text: '{"type":"ping"' },
  { what: 'a list', text: '[]' },
  { what: 'a string', text: '"ping"' },
  { what: 'a number', text: '1e999' },
  { what: 'null', text: 'null' },
  { what: 'lists nested 100,000 deep', text: '['.repeat(100_000) },
  { what: 'objects nested 100,000 deep', text: '{"a":'.repeat(100_000) },
  { what: 'an object nested 65 deep', text: `${'{"type":'.repeat(65)}1${'}'.repeat(65)}` },
  { what: 'a __proto__ key', text: '{"__proto__":{"type":"ping","isAdmin":true}}' },
  { what: 'an escaped __proto__ key', text: '{"type":"ping","\\u005f_proto__":{"isAdmin":true}}' },
  { what: 'a constructor with a prototype', text: '{"type":"ping","constructor":{"prototype":{"isAdmin":true}}}' },
  { what: 'a lone surrogate', text: '{"type":"ping","content":"\\ud800","user_input":"\\ud800"}' },
  { what: 'a raw NUL', text: '{"type":"ping","content":"\0"}' },
  { what: 'an escaped NUL', text: '{"type":"ping","content":"a\\u0000b"}' },
  { what: 'an escaped NUL in a key', text: '{"type":"ping","\\u0000":1}' },
  { what: 'a key twice', text: '{"type":"ping","content":"a","content":"b"}' },
  { what: 'a key twice, once with an escape', text: '{"type":"ping","a":1,"\\u0061":2}' },
  { what: 'a key twice further down', text: '{"type":"ping","a":[{"b":{"c":1,"c":1}}]}' },
  { what: 'a number past 2^53', text: '{"type":"ping","n":9007199254740993}' },
  { what: 'a number past 2^53 with an exponent', text: '{"type":"ping","n":[-1e300]}' },
  { what: 'a number past all numbers', text: '{"type":"ping","n":1e400}' },
  { what: 'an unknown type', text: '{"type":"nothing anybody knows"}' },
  { what: 'a type that is inherited', text: '{"type":"toString"}' },
  { what: 'a type that is a number past 2^53', text: '{"type":9007199254740993}' },
  { what: 'a type that is there twice', text: '{"type":"ping","type":{}}' },
];

/** Bytes that are no frame, or too much of one, and the codes that may answer them. */
export const badFrames: readonly {
  readonly what: string;
  readonly frame: Buffer;
  readonly codes: readonly number[];
}[] = [
  { what: 'a frame that says it has 100 MB', frame: clientFrame(1, bytes('x'), { length: 100 * MIB }), codes: [1009] },
  { what: 'a frame of one byte too many', frame: clientFrame(1, Buffer.alloc(MIB + 1, 'x')), codes: [1009] },
  { what: 'invalid UTF-8', frame: clientFrame(1, bytes('{"type":"\xff"}')), codes: [1007] },
  { what: 'UTF-8 that ends in a character', frame: clientFrame(1, bytes('\xe4\xbd')), codes: [1007] },
  { what: 'binary that is no text', frame: clientFrame(2, bytes('\x00\xff\xfe')), codes: [1007] },
  {
    what: 'fragments without end',
    frame: Buffer.concat([
      clientFrame(1, Buffer.alloc(60_000, 'x'), { fin: false }),
      ...Array.from({ length: 20 }, () => clientFrame(0, Buffer.alloc(60_000, 'x'), { fin: false })),
    ]),
    codes: [1009],
  },
  {
    what: 'very many very small fragments',
    frame: Buffer.concat([
      clientFrame(1, bytes('x'), { fin: false }),
      ...Array.from({ length: 20_000 }, () => clientFrame(0, bytes('x'), { fin: false })),
    ]),
    codes: [1008, 1009],
  },
  { what: 'a continuation of nothing', frame: clientFrame(0, bytes('x')), codes: [1002] },
  { what: 'a ping that is too long', frame: clientFrame(9, Buffer.alloc(126)), codes: [1002] },
  { what: 'a ping in fragments', frame: clientFrame(9, bytes('x'), { fin: false }), codes: [1002] },
  { what: 'an opcode that is not used', frame: clientFrame(3, bytes('x')), codes: [1002] },
  { what: 'reserved bits', frame: clientFrame(0x41, bytes('x')), codes: [1002] },
  { what: 'a frame without a mask', frame: bytes('\x81\x01x'), codes: [1002] },
  { what: 'half a close', frame: clientFrame(8, bytes('x')), codes: [1002] },
  { what: 'a close with a code that is never sent', frame: clientFrame(8, bytes('\x03\xee')), codes: [1002] },
];

/** Bodies that no address takes. */
export const badBodies: readonly { what: string; body: Buffer; type?: string; status: readonly number[] }[] = [
  ...badTexts
    .filter(({ what }) => what !== 'nothing' && !what.includes('type'))
    .map(({ what, text }) => ({ what, body: Buffer.from(text), type: 'application/json', status: [400] })),
  { what: 'invalid UTF-8', body: bytes('{"type":"\xff"}'), type: 'application/json', status: [400] },
  { what: 'a body of one byte too many', body: Buffer.alloc(MIB + 1, ' '), type: 'application/json', status: [413] },
  { what: 'plain text', body: bytes('{}'), type: 'text/plain', status: [415] },
  { what: 'a form', body: bytes('a=b'), type: 'application/x-www-form-urlencoded', status: [415] },
  { what: 'no type', body: bytes('{}'), status: [415] },
  { what: 'another type that ends like JSON', body: bytes('{}'), type: 'text/x+json', status: [415] },
];
