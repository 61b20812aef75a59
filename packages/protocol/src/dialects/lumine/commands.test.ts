import { describe, expect, it } from 'vitest';
import { type Command, type RefusalCode, refusalCodes } from '../../commands.ts';
import { type Draft, stampDraft } from '../../events.ts';
import { stampFrame } from '../../index.ts';
import type { JsonObject } from '../../json.ts';
import { lumine } from './index.ts';

const stream = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
const decode = (request: unknown) => lumine.server.commands().push({ data: JSON.stringify(request) });
const refused = (code: RefusalCode) =>
  lumine.server.answer(
    { type: 'message.send', text: 'hm', session: 's1', ref: 'ref-1' },
    { ok: false, error: { code, message: 'not so' } },
  );

const requests: [string, JsonObject, Command][] = [
  ['a first message', { content: 'hi' }, { type: 'message.send', text: 'hi' }],
  [
    'a message of a known session',
    { content: 'hi', session_id: 's1' },
    { type: 'message.send', text: 'hi', session: 's1' },
  ],
  ['a message with a token', { content: 'hi', token: 't' }, { type: 'message.send', text: 'hi', token: 't' }],
  ['a message with a reference', { content: 'hi', ref: 'x' }, { type: 'message.send', text: 'hi', ref: 'x' }],
  [
    'a message of a client with cursors',
    { content: 'hi', cursor: true, restore: true, after: '12' },
    { type: 'message.send', text: 'hi', seen: 12, wants: { cursor: true, restore: true } },
  ],
  [
    'an attachment',
    { type: 'attach', session_id: 's1', after: '12.1' },
    { type: 'attach', session: 's1', after: '12.1' },
  ],
  ['a stop', { type: 'stop', session_id: 's1' }, { type: 'run.stop', session: 's1' }],
];

describe('requests', () => {
  it.each(requests)('%s, both ways', (_, request, command) => {
    expect(decode(request)).toEqual({ values: [command] });
    expect(lumine.client.encode(command).map((sent) => 'data' in sent && JSON.parse(sent.data))).toEqual([request]);
  });

  it('of a front end that has no session yet', () => {
    const values = [{ type: 'message.send', text: 'hi' }];
    expect(decode({ content: 'hi', session_id: '', token: null })).toEqual({ values });
    expect(decode({ content: 'hi', session_id: null, type: null })).toEqual({ values });
  });

  it('that cannot be taken get one error and the end mark, for the front end waits for it', () => {
    for (const request of [{ content: ' ' }, { type: 'subscribe' }, 7]) {
      const { values, replies = [] } = decode(request);
      expect(values).toEqual([]);
      const [words, error, end] = replies.map(({ data }) => JSON.parse(data) as JsonObject);
      expect(words).toMatchObject({ type: 'chunk', content: expect.stringContaining(`⚠ ${error?.error}`) });
      expect(error).toMatchObject({ type: 'error', conversation_id: null });
      expect(end).toMatchObject({ type: 'chunk', content: '[DONE]', conversation_id: null });
    }
  });

  it('have nothing to say for a blank answer', () => {
    expect(lumine.client.encode({ type: 'input.answer', decision: 'unclear' })).toEqual([]);
  });
});

describe('refusals', () => {
  it.each(refusalCodes)('%s: the last frame is the end mark, and the client understands', (code) => {
    const decoder = lumine.client.decoder(stream);
    const decoded = refused(code).map((frame) => decoder.push(frame));
    expect(JSON.parse(refused(code).at(-1)?.data ?? '')).toMatchObject({ content: '[DONE]' });
    expect(decoded.flatMap(({ values }) => values)).toEqual([]);
    expect(decoded.flatMap(({ signals }) => signals ?? [])).toEqual([
      { kind: 'refused', ref: 'ref-1', error: { code, message: 'not so' } },
      { kind: 'turn.ended' },
    ]);
  });

  it('are text, as all that today’s front end shows, and those that are no part of the talk an error too', () => {
    const types = (code: RefusalCode) => refused(code).map(({ data }) => (JSON.parse(data) as JsonObject).type);
    for (const code of refusalCodes) {
      const isTalk = ['CONFLICT', 'ALREADY_DECIDED', 'UNCLEAR'].includes(code);
      expect(types(code), code).toEqual(['chunk', ...(isTalk ? [] : ['error']), 'chunk']);
    }
  });

  it('of messages that cannot be read say which session those were for, and of nothing else', () => {
    expect(decode({ content: 5, session_id: 's1' }).session).toBe('s1');
    expect(decode({ type: 'attach', session_id: 's1', after: 'x' }).session).toBeUndefined();
    expect(decode({ content: 5, session_id: '' }).session).toBeUndefined();
  });

  it('do not end a run that waits', () => {
    const drafts: Draft[] = [
      { type: 'run.started', runId: 'r' },
      { type: 'input.requested', runId: 'r', inputId: 'q', kind: 'text' },
      { type: 'run.status', runId: 'r', status: 'awaiting_input' },
    ];
    const encoder = lumine.server.encoder(stream);
    const decoder = lumine.client.decoder(stream, { restores: true });
    const frames = drafts.flatMap((draft, i) => [...encoder.push(stampDraft(draft, i + 1, 0))]);
    for (const frame of frames) decoder.push({ data: stampFrame(frame, { cursor: false, restore: true }) });
    const after = [...refused('UNCLEAR').map((frame) => decoder.push(frame)), decoder.end()];
    expect(after.flatMap(({ values }) => values)).toEqual([]);
  });

  it('are silent when there is none', () => {
    expect(lumine.server.answer({ type: 'message.send', text: 'hi' }, { ok: true })).toEqual([]);
  });
});
