import { describe, expect, it } from 'vitest';
import type { Decoded, Signal } from '../../dialect.ts';
import { type Draft, stampDraft } from '../../events.ts';
import { stampFrame, verify } from '../../index.ts';
import type { JsonObject } from '../../json.ts';
import { lumine } from './index.ts';

const stream = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://host' } as const;
const greeting = { type: 'session_id', session_id: 's1' };
const done = { type: 'chunk', content: '[DONE]' };
const chunk = (content: string, more: JsonObject = {}) => ({ type: 'chunk', content, ...more });

/** What a client makes of a whole connection, the close included. */
function read(...frames: JsonObject[]): { drafts: Draft[]; signals: Signal[]; issues: string[] } {
  const decoder = lumine.client.decoder(stream);
  const all: Decoded<Draft>[] = [
    ...frames.map((frame) => decoder.push({ data: JSON.stringify(frame) })),
    decoder.end(),
  ];
  const drafts = all.flatMap(({ values }) => values);
  expect(verify(drafts.map((draft, i) => stampDraft(draft, i + 1, 0)))).toBeUndefined();
  return {
    drafts,
    signals: all.flatMap(({ signals }) => signals ?? []),
    issues: all.flatMap(({ issue }) => issue?.detail ?? []),
  };
}

const types = ({ drafts }: { drafts: readonly Draft[] }) => drafts.map(({ type }) => type);
const ends = ({ drafts }: { drafts: readonly Draft[] }) =>
  drafts.flatMap((draft) => (draft.type === 'run.finished' ? [draft.status] : []));
const textOf = ({ drafts }: { drafts: readonly Draft[] }) =>
  drafts.map((draft) => (draft.type === 'text.delta' ? draft.delta : '')).join('');

it('needs no more than the three kinds of message of the minimum', () => {
  const seen = read(greeting, chunk('Hel'), chunk('lo'), done);
  expect(seen.issues).toEqual([]);
  expect(types(seen)).toEqual([
    'run.started',
    'message.started',
    'text.delta',
    'text.delta',
    'message.completed',
    'run.finished',
  ]);
  expect(textOf(seen)).toBe('Hello');
  expect(seen.signals).toEqual([{ kind: 'session', id: 's1' }, { kind: 'turn.ended' }]);
});

describe('an end', () => {
  const error = { type: 'error', error: 'no model' };
  it.each<[string, JsonObject[], string[]]>([
    ['[DONE]', [greeting, chunk('x'), done], ['complete']],
    ['[DONE] without an answer', [greeting, done], ['complete']],
    ['a close before [DONE]', [greeting, chunk('x')], ['complete']],
    ['a close while a tool runs', [greeting, { type: 'tool_use', tool_use_id: 'c', toolName: 't' }], ['complete']],
    ['a close before anything', [greeting], []],
    ['[DONE] after an error', [greeting, error, done], ['error']],
    ['a close after an error', [greeting, chunk('x'), error], ['error']],
    ['[DONE] after a timeout', [greeting, { ...error, code: 'TIMED_OUT' }, done], ['timed_out']],
    ['[DONE] after an error that the run survived', [greeting, { ...error, fatal: false }, done], ['complete']],
    ['[DONE] twice', [greeting, chunk('x'), done, done], ['complete']],
    ['two turns', [greeting, error, done, greeting, chunk('x'), done], ['error', 'complete']],
    ['a text that has the end mark', [greeting, chunk('abc[DONE]'), chunk('!'), done], ['complete']],
  ])('%s', (_, frames, expected) => {
    expect(ends(read(...frames))).toEqual(expected);
  });

  it('is not known of a run that a server of ours began: it can be resumed', () => {
    const drafts: Draft[] = [
      { type: 'run.started', runId: 'r' },
      { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant' },
      { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'x' },
    ];
    const encoder = lumine.server.encoder(stream);
    const decoder = lumine.client.decoder(stream, { restores: true });
    for (const [i, draft] of drafts.entries()) {
      for (const frame of encoder.push(stampDraft(draft, i + 1, 0))) {
        decoder.push({ data: stampFrame(frame, { cursor: true, restore: true }) });
      }
    }
    expect(decoder.end().values).toEqual([]);
  });
});

describe('ids', () => {
  it('are read again from a chunk that names its conversation', () => {
    const { signals } = read(greeting, chunk('x', { session_id: 's2', conversation_id: 'v' }), chunk('y'), done);
    expect(signals.filter(({ kind }) => kind === 'session')).toEqual([
      { kind: 'session', id: 's1' },
      { kind: 'session', id: 's2' },
    ]);
  });

  it('fall back to the frame’s own where the greeting has no session', () => {
    expect(read({ type: 'session_id', id: 's9', session_id: null }).signals).toEqual([{ kind: 'session', id: 's9' }]);
  });

  it('of another server’s conversation are kept with the run, ours need not be', () => {
    const [kept] = read(greeting, chunk('x', { conversation_id: 'conv-1' })).drafts;
    expect(kept).toMatchObject({ type: 'run.started', ext: { lumine: { conversation_id: 'conv-1' } } });
    const encoder = lumine.server.encoder(stream);
    const frame = encoder.push(stampDraft({ type: 'error', message: 'x', fatal: true }, 1, 0)).at(-1);
    expect(read(greeting, JSON.parse(frame?.data ?? '')).drafts[0]).not.toHaveProperty('ext');
  });

  it('name the session of a frame', () => {
    const named = (frame: unknown) => lumine.client.sessionOf?.({ data: JSON.stringify(frame) });
    expect([{ session_id: 's', id: 'x' }, { id: 'x' }, { session_id: '' }, {}, 7].map(named)).toEqual([
      's',
      'x',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('divides texts by what stands between them', () => {
  const image = { type: 'image', id: 'i', url: 'https://example.org/i.png' };
  const seen = read(greeting, chunk('before'), image, chunk('after'), done);
  expect(types(seen).filter((type) => type === 'image' || type.startsWith('message'))).toEqual([
    'message.started',
    'message.completed',
    'image',
    'message.started',
    'message.completed',
  ]);
});

describe('tools', () => {
  const use = { type: 'tool_use', tool_use_id: 'c', toolName: 'search', args: { q: 1 }, status: 'running' };

  it.each<[string, JsonObject, object]>([
    ['a result', { status: 'completed', result: { n: 1 } }, { outcome: 'ok', result: { n: 1 } }],
    ['no result', { status: 'completed' }, { outcome: 'ok', result: null }],
    ['a result in the content', { status: 'completed', content: 'text' }, { outcome: 'ok', result: 'text' }],
    ['an error', { status: 'error', error: 'down' }, { outcome: 'error', result: 'down' }],
    ['an error without a status', { error: 'down' }, { outcome: 'error', result: 'down' }],
    [
      'a refusal',
      { status: 'error', error: 'said', outcome: 'denied', implied: true },
      { outcome: 'denied', result: null },
    ],
  ])('end with %s', (_, fields, expected) => {
    const { drafts } = read(greeting, use, { type: 'tool_result', tool_use_id: 'c', ...fields }, done);
    expect(drafts.find(({ type }) => type === 'tool.finished')).toMatchObject({
      callId: 'c',
      name: 'search',
      ...expected,
    });
  });

  it('are matched by name where the result has no id', () => {
    const { drafts } = read(greeting, use, { type: 'tool_result', toolName: 'search', status: 'completed' }, done);
    expect(types({ drafts }).filter((type) => type.startsWith('tool'))).toEqual([
      'tool.call',
      'tool.started',
      'tool.finished',
    ]);
  });

  it('that are announced twice are called once', () => {
    const { drafts, signals, issues } = read(greeting, use, use, done);
    expect(types({ drafts }).filter((type) => type === 'tool.call')).toHaveLength(1);
    expect(signals.map(({ kind }) => kind)).toContain('duplicate');
    expect(issues).toEqual([]);
  });

  it('keep arguments that are no object as text', () => {
    const { drafts } = read(greeting, { ...use, args: '{"q":' }, done);
    expect(drafts.find(({ type }) => type === 'tool.call')).toMatchObject({ args: null, argsText: '{"q":' });
  });
});

describe('a sub-agent’s card', () => {
  const data = { agentName: 'researcher', subAgentId: 'sa', prompt: 'Find it', message: 'Looking', color: 'red' };
  const begin = { type: 'sub_agent', tool_use_id: 'c7', data };
  const end = { type: 'sub_agent_end', tool_use_id: 'c7', data: { message: 'Found' } };

  it('is an agent’s work, with everything it said', () => {
    const { drafts, issues } = read(greeting, begin, end, done);
    expect(issues).toEqual([]);
    const about = { nodeRun: 'c7', agent: 'researcher' };
    expect(drafts).toMatchObject([
      { type: 'run.started' },
      { type: 'node.entered', name: 'researcher', ...about },
      { type: 'custom', name: 'sub_agent', value: data, ...about },
      { type: 'message.started', name: 'researcher', ...about },
      { type: 'text.delta', delta: 'Looking', ...about },
      { type: 'message.completed', ...about },
      { type: 'custom', name: 'sub_agent_end', value: { message: 'Found' }, ...about },
      { type: 'message.started', name: 'researcher', ...about },
      { type: 'text.delta', delta: 'Found', ...about },
      { type: 'message.completed', ...about },
      { type: 'node.exited', name: 'researcher', ...about },
      { type: 'run.finished', status: 'complete' },
    ]);
  });

  it('may be sent again with more words while it is open', () => {
    const more = { type: 'sub_agent', tool_use_id: 'c7', data: { message: '…' } };
    const seen = read(greeting, begin, more, end, done);
    expect(seen.issues).toEqual([]);
    expect(types(seen).filter((type) => type.startsWith('node'))).toEqual(['node.entered', 'node.exited']);
    expect(textOf(seen)).toBe('Looking…Found');
  });

  it('whose end comes alone loses nothing and breaks nothing', () => {
    const seen = read(greeting, end, chunk('ok'), done);
    expect(seen.issues).toEqual([]);
    expect(textOf(seen)).toBe('Foundok');
  });
});

it('ignores empty content and keeps what it does not know', () => {
  const seen = read(greeting, chunk(''), { type: 'chunk', content: null }, { type: 'hint', content: 'try again' });
  expect(seen.drafts).toEqual([{ type: 'foreign', dialect: 'lumine', data: { type: 'hint', content: 'try again' } }]);
  expect(seen.issues).toEqual(['There is no type hint. / 没有 type hint。']);
});

it('takes a tick after the end mark for what it is, not for another run', () => {
  const list = { type: 'todo_list', list_id: 'l', title: 'T', items: [{ id: 'i', text: 'one', completed: false }] };
  const tick = { type: 'todo_update', list_id: 'l', item_id: 'i', completed: true };
  const seen = read(greeting, list, done, tick);
  expect(ends(seen)).toEqual(['complete']);
  expect(seen.drafts.at(-1)).toMatchObject({ type: 'todo.item', itemId: 'i', status: 'completed' });
});
