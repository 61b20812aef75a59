import { describe, expect, it } from 'vitest';
import type { Command } from '../../commands.ts';
import { answer, commands, encode } from './commands.ts';
import { onedragon } from './index.ts';

const push = (body: object) => commands().push({ data: JSON.stringify(body) });

const bodies: [object, Command][] = [
  [
    { session_id: null, user_input: 'hi' },
    { type: 'message.send', text: 'hi' },
  ],
  [
    { session_id: 's', user_input: 'hi', model_config_id: 1, model_id: 'm-1' },
    { type: 'message.send', text: 'hi', session: 's', model: 'm-1', options: { modelConfigId: 1 } },
  ],
  [
    { session_id: 's', user_input: 'hi', ref: 'r', cursor: true, restore: true },
    { type: 'message.send', text: 'hi', session: 's', ref: 'r', wants: { cursor: true, restore: true } },
  ],
  [
    { session_id: 's', attach: true },
    { type: 'attach', session: 's' },
  ],
  [
    { session_id: 's', attach: true, after: '12.1', cursor: true, restore: false },
    { type: 'attach', session: 's', after: '12.1', wants: { cursor: true, restore: false } },
  ],
  [
    { session_id: 's', user_input: 'yes', after: '12' },
    { type: 'message.send', text: 'yes', session: 's', seen: 12 },
  ],
];

it.each(bodies)('%j is a command, and its own wire form', (body, command) => {
  expect(push(body)).toEqual({ values: [command] });
  expect(encode(command).map((frame) => JSON.parse((frame as { data: string }).data) as object)).toEqual([body]);
});

describe('what cannot be taken', () => {
  it.each([
    ['a broken body', push({ session_id: 's', user_input: 5, ref: 'r' }).replies],
    ['a foreign body', push({ type: 'ping' }).replies],
    [
      'a refused message',
      answer(
        { type: 'message.send', text: 'hi', session: 's', ref: 'r' },
        { ok: false, error: { code: 'BUSY', message: 'busy' } },
      ),
    ],
  ])('has an end after its error, or the page stays disabled: %s', (_, frames = []) => {
    const types = frames.map(({ data }) => (JSON.parse(data) as { type: string }).type);
    expect(types).toEqual(['error', 'response_completed']);
  });

  it('says nothing about what was taken', () => {
    expect(answer({ type: 'message.send', text: 'hi' }, { ok: true })).toEqual([]);
  });
});

it('stops, asks for a chart and asks for the models by HTTP', () => {
  expect(encode({ type: 'run.stop', session: 's' })).toEqual([
    { method: 'POST', path: '/chat/stop', body: { session_id: 's' } },
  ]);
  expect(encode({ type: 'call', what: 'analysis.get', params: { analysisId: 1 }, session: 's' })).toEqual([
    { method: 'POST', path: '/chat/get_analyse_by_code_result', body: { session_id: 's', analyse_id: 1 } },
  ]);
  expect(encode({ type: 'call', what: 'models.list', params: {} })).toEqual([
    { method: 'GET', path: '/api/models/configs?page=1&page_size=100&is_active=true' },
  ]);
  expect(encode({ type: 'call', what: 'teams.list', params: {} })).toEqual([]);
});

it('finds the session of a frame', () => {
  const { sessionOf } = onedragon.client;
  expect(sessionOf?.({ data: '{"type":"status","session_id":"s","message":{"hint":"connected"}}' })).toBe('s');
  expect(sessionOf?.({ data: 'no JSON' })).toBeUndefined();
});
