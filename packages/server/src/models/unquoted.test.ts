import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { Unquoted } from './unquoted.ts';

const KEY = 'a-key-of-somebody-4711';

function heard(parts: readonly LanguageModelV3StreamPart[], unquoted = new Unquoted(KEY)) {
  return parts.flatMap((part) => unquoted.hear(part));
}

const text = (...deltas: string[]): LanguageModelV3StreamPart[] => [
  { type: 'text-start', id: '1' },
  ...deltas.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
  { type: 'text-end', id: '1' },
];
const said = (parts: readonly LanguageModelV3StreamPart[]) =>
  parts.map((part) => ('delta' in part ? part.delta : '')).join('');

describe('a model that quotes its key', () => {
  it('is not repeated, also where the key comes in pieces', () => {
    for (let cut = 1; cut < KEY.length; cut += 1) {
      const parts = heard(text(`It is ${KEY.slice(0, cut)}`, `${KEY.slice(cut)}, is it not?`));
      expect(said(parts)).toBe('It is [redacted], is it not?');
    }
    expect(said(heard(text(...KEY, ...KEY, 'x')))).toBe('[redacted][redacted]x');
  });

  it('is heard to the end where it only began like the key', () => {
    expect(said(heard(text('a-key', '-of-sugar and a-', 'key-of-some')))).toBe('a-key-of-sugar and a-key-of-some');
    expect(heard(text('yes ', 'a')).at(-1)).toEqual({ type: 'text-end', id: '1' });
    // What may still become the key waits; what cannot does not.
    expect(heard(text('yes ', 'no')).map((part) => ('delta' in part ? part.delta : '-'))).toEqual([
      ...['-', 'yes ', 'no', '', '-'],
    ]);
  });

  it('is not repeated in thoughts and in calls, one beside the other', () => {
    const [begin, end] = [KEY.slice(0, 9), KEY.slice(9)];
    const parts = heard([
      { type: 'reasoning-delta', id: '1', delta: begin },
      { type: 'tool-input-delta', id: 't', delta: `{"a":"${begin}` },
      { type: 'reasoning-delta', id: '1', delta: end },
      { type: 'tool-input-delta', id: 't', delta: `${end}"}` },
      { type: 'reasoning-end', id: '1' },
      { type: 'tool-input-end', id: 't' },
      { type: 'tool-call', toolCallId: 't', toolName: 'fetch', input: `{"a":"${KEY}"}` },
    ]);
    expect(JSON.stringify(parts)).not.toContain(KEY);
    expect(parts.at(-1)).toMatchObject({ input: '{"a":"[redacted]"}' });
    expect(said(parts)).not.toContain(begin);
  });
});

it('a word that stands for no key may be said', () => {
  const parts = text('Run ollama with not-needed');
  expect(heard(parts, new Unquoted('ollama'))).toEqual(parts);
});
