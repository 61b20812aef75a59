import { describe, expect, it } from 'vitest';
import type { Command } from '../../commands.ts';
import { nexus } from './index.ts';

const push = (message: unknown) => nexus.server.commands().push({ data: JSON.stringify(message) });

describe('AURA', () => {
  it('may leave the session out of its message, or send more than the document has', () => {
    const later = { content: 'hi', public_key: '0x04', client_timestamp_utc: '2026-01-01T00:00:00Z' };
    for (const payload of [
      { content: 'hi' },
      { content: 'hi', session_id: 's' },
      { content: 'hi', session_id: null },
      later,
    ]) {
      expect(push({ type: 'user_message', payload }).values).toEqual([{ type: 'message.send', text: 'hi' }]);
    }
  });

  it('is not asked which session it means: the path of its socket says it', () => {
    const [command] = push({ type: 'user_message', payload: { content: 'hi', session_id: 'of somebody else' } }).values;
    expect(command).not.toHaveProperty('session');
  });

  it.each([
    ['a ping', { type: 'ping' }],
    ['a blank message', { type: 'user_message', payload: { content: '  \n' } }],
    ['a type nobody knows', { type: 'dance' }],
    ['an array', []],
  ])('hears nothing about %s', (_, message) => {
    expect(push(message).replies).toBeUndefined();
  });

  it('hears nothing about a ping that arrived, and nothing about broken JSON', () => {
    expect(nexus.server.answer({ type: 'ping' }, { ok: true })).toEqual([]);
    expect(nexus.server.commands().push({ data: '{' }).replies).toBeUndefined();
  });

  it.each<[string, Command]>([
    ['its message was not taken, so that it does not wait', { type: 'message.send', text: 'hi' }],
    ['there is nothing to be shown', { type: 'attach' }],
  ])('is told that %s', (_, command) => {
    const refused = { ok: false, error: { code: 'BUSY', message: 'The queue is full.' } } as const;
    const frames = nexus.server.answer(command, refused).map(({ data }) => JSON.parse(data));
    expect(frames.map(({ event }) => event)).toEqual(['error', 'run_finished']);
    expect(frames[0].payload).toEqual({ message: 'The queue is full.', code: 'BUSY' });
  });
});

describe('our client', () => {
  it.each([
    ['approve', undefined, 'yes'],
    ['reject', 'whatever', 'no'],
    ['reply', 'tomorrow', 'tomorrow'],
    ['unclear', 'hm', 'hm'],
  ] as const)('says %s as a message', (decision, text, content) => {
    const [frame] = nexus.client.encode({ type: 'input.answer', decision, ...(text && { text }) });
    expect(frame && 'data' in frame && JSON.parse(frame.data).payload.content).toBe(content);
  });
});
