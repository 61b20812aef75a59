import { describe, expect, it } from 'vitest';
import { type Draft, type FinalStatus, stampDraft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { magentic } from './index.ts';

const stream = { id: '7', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;
const AT = Date.UTC(2026, 0, 1);
const timestamp = '2026-01-01T00:00:00.000Z';

type Sent = JsonObject & { data: JsonObject & { metadata: JsonObject } };

function sent(...drafts: Draft[]): Sent[] {
  const encoder = magentic.server.encoder(stream);
  return drafts
    .flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, AT)))
    .map(({ data }) => JSON.parse(data) as Sent);
}

/** What the page does not ignore, shortly. */
function seen(...drafts: Draft[]): string[] {
  return sent(...drafts)
    .filter(({ type }) => type !== 'message_chunk')
    .map((frame) => (frame.type === 'message' ? `${frame.data.source}: ${frame.data.content}` : summary(frame)));
}

function summary({ type, status, input_type }: JsonObject): string {
  return `${type} ${status ?? input_type}`;
}

const started: Draft = { type: 'run.started', runId: 'r', input: 'hi' };
const waits: Draft = { type: 'run.status', status: 'awaiting_input' };
const goesOn: Draft = { type: 'run.status', status: 'active' };
const said = (text: string, messageId = 'm1'): Draft[] => [
  { type: 'message.started', messageId, role: 'assistant' },
  { type: 'text.delta', messageId, delta: text },
  { type: 'message.completed', messageId },
];
const asks = (inputId: string, prompt: string): Draft => ({ type: 'input.requested', inputId, kind: 'text', prompt });
const call = { callId: 'c1', name: 'search' };

it('greets with the time', () => {
  expect(magentic.server.greet(stream, AT).map(({ data }) => JSON.parse(data))).toEqual([
    { type: 'system', status: 'connected', timestamp },
  ]);
});

it('has plans and their steps from the orchestrator, whoever made them', () => {
  const by = { agent: 'planner', planId: 'p' };
  const [, , ...messages] = sent(
    started,
    { type: 'plan.proposed', ...by, steps: [] },
    { type: 'plan.step', ...by, index: 0, count: 1, title: 'one' },
  );
  for (const message of messages) {
    expect(message).toMatchObject({ data: { source: 'Orchestrator', metadata: { agent_name: 'planner' } } });
  }
  const decoder = magentic.client.decoder(stream);
  const drafts = messages.flatMap((message) => decoder.push({ data: JSON.stringify(message) }).values);
  expect(drafts.filter(({ type }) => type.startsWith('plan.')).map(({ agent }) => agent)).toEqual([
    'planner',
    'planner',
  ]);
});

it('begins with the status and the echo of the task', () => {
  expect(seen(started)).toEqual(['system active', 'user: hi']);
  expect(seen({ type: 'run.started', runId: 'r' })).toEqual(['system active']);
});

it('gives every message the fields of both shapes, with texts only in the metadata', () => {
  const plan = { planId: 'p', steps: [{ title: 'one' }] };
  const messages = sent(
    started,
    ...said('hello'),
    { type: 'reasoning.delta', messageId: 'm2', delta: 'hm' },
    { type: 'reasoning.done', messageId: 'm2' },
    { type: 'tool.call', ...call, args: { q: 1 } },
    { type: 'tool.finished', ...call, outcome: 'denied', result: null },
    { type: 'plan.proposed', ...plan },
    { type: 'plan.step', planId: 'p', index: 0, count: 1, title: 'one' },
    { type: 'image', imageId: 'i', url: 'data:,' },
    { type: 'todo.list', listId: 'l', items: [{ id: '1', text: 'a', status: 'pending' }] },
    { type: 'tot.expand', candidates: ['a'] },
    { type: 'run.finished', status: 'complete', text: 'That is all.' },
  ).filter(({ type }) => type === 'message');
  expect(messages.length).toBe(11);
  for (const { data } of messages) {
    expect(Object.keys(data).sort()).toEqual(['content', 'metadata', 'models_usage', 'source', 'type']);
    expect(data.metadata).toMatchObject({ agent_name: data.source, timestamp });
    expect(data.metadata.message_type).toBeTypeOf('string');
    expect(new Set(Object.values(data.metadata).map((value) => typeof value))).toEqual(new Set(['string']));
  }
});

it('shows nothing of how the server works', () => {
  const node = { name: 'agent', nodeRun: 'n' };
  const internals: Draft[] = [
    { type: 'node.entered', ...node },
    { type: 'usage', input: 1, output: 2, total: 3 },
    { type: 'state.snapshot', state: {} },
    { type: 'state.update', node: 'agent', state: {} },
    { type: 'checkpoint', checkpointId: 'c' },
    { type: 'node.exited', ...node },
  ];
  expect(seen(started, ...internals)).toEqual(seen(started));
});

it('says where an image of this server is, and gives restoring clients the event as it was', () => {
  const image = { type: 'image', imageId: 'i', url: '/files/f', alt: 'Sales' } as const;
  const url = `${stream.baseUrl}/files/f`;
  expect(sent(started, image).at(-1)?.data.content).toEqual(['Sales', { url, alt: 'Sales' }]);
  const [frame] = magentic.server.encoder(stream).push(stampDraft(image, 1, 0));
  expect(frame?.standsFor).toMatchObject(image);
});

it('sends a text in pieces and then whole, the last version of it', () => {
  const frames = sent(
    started,
    { type: 'message.started', messageId: 'm1', role: 'assistant' },
    { type: 'text.delta', messageId: 'm1', delta: 'a' },
    { type: 'text.replaced', messageId: 'm1', text: 'b' },
    { type: 'text.delta', messageId: 'm1', delta: 'c' },
    { type: 'message.completed', messageId: 'm1', interrupted: true },
  ).slice(2);
  expect(frames.map(({ type, data }) => [type, data.metadata.type, data.content])).toEqual([
    ['message_chunk', 'start', ''],
    ['message_chunk', 'text', 'a'],
    ['message_chunk', 'replace', 'b'],
    ['message_chunk', 'text', 'c'],
    ['message', undefined, 'bc'],
  ]);
  expect(frames.at(-1)?.data.metadata).toMatchObject({ message_id: 'm1', interrupted: 'true' });
});

it('shows no empty bubble for a message without a text', () => {
  expect(seen(started, ...said(''))).toEqual(['system active', 'user: hi']);
});

it.each<[string, Draft, string]>([
  ['an object', { type: 'tool.call', ...call, args: { q: 'x' } }, '{"q":"x"}'],
  ['no JSON', { type: 'tool.call', ...call, args: null, argsText: '{"q":' }, '"{\\"q\\":"'],
  ['nothing', { type: 'tool.call', ...call, args: null }, 'null'],
])('writes arguments that the page can parse: %s', (_, draft, written) => {
  expect(sent(started, draft).at(-1)?.data.content).toEqual([{ id: 'c1', name: 'search', arguments: written }]);
});

it.each(['42', 'true', '{"a":1}', '[1]', '"quoted"'])('wraps what the page would take for JSON: %s', (input) => {
  const { data } = sent({ type: 'run.started', runId: 'r', input }).at(-1) as Sent;
  expect(JSON.parse(String(data.content))).toEqual({ content: input });
});

describe('questions', () => {
  it('asks when the run waits, with the prompt in both places', () => {
    const frames = sent(started, { type: 'tool.call', ...call, args: {} }, asks('q1', 'Where?'), waits);
    expect(frames.at(-2)).toEqual({ type: 'system', status: 'awaiting_input', timestamp });
    expect(frames.at(-1)).toMatchObject({
      type: 'input_request',
      input_type: 'text_input',
      prompt: 'Where?',
      data: { source: 'system', content: 'Where?' },
      timestamp,
      input_id: 'q1',
    });
  });

  it('asks the oldest, then the next, and never the same again without need', () => {
    const resolved: Draft = { type: 'input.resolved', inputId: 'q1', outcome: 'expired' };
    const frames = sent(started, asks('q1', 'A?'), asks('q2', 'B?'), waits, resolved, { type: 'custom', value: 1 });
    expect(frames.filter(({ type }) => type === 'input_request').map(({ input_id }) => input_id)).toEqual(['q1', 'q2']);
  });

  it('is active again before it echoes the answer', () => {
    const resolved: Draft = { type: 'input.resolved', inputId: 'q1', outcome: 'answered', text: 'Here' };
    expect(seen(started, asks('q1', 'Where?'), waits, resolved, goesOn).slice(2)).toEqual([
      'Orchestrator: Where?',
      'system awaiting_input',
      'input_request text_input',
      'system active',
      'user_proxy: Here',
      'system active',
    ]);
  });

  it('says a question before it is asked, since the page shows none, and only once', () => {
    const answered: Draft = { type: 'input.resolved', inputId: 'q1', outcome: 'answered' };
    const events = [started, asks('q1', 'A?'), asks('q2', 'B?'), waits, answered, goesOn, waits, goesOn, waits];
    expect(seen(...events).filter((line) => !line.startsWith('system'))).toEqual([
      'user: hi',
      'Orchestrator: A?',
      'input_request text_input',
      'Orchestrator: B?',
      'input_request text_input',
      'input_request text_input',
      'input_request text_input',
    ]);
  });

  it('does not say again what was just said', () => {
    const lines = seen(started, ...said('Where?'), asks('q1', 'Where?'), waits);
    expect(lines.filter((line) => line.endsWith('Where?'))).toEqual(['assistant: Where?']);
  });

  it('shows an approval with the arguments it is bound to', () => {
    const approval: Draft = {
      type: 'input.requested',
      inputId: 'q1',
      kind: 'approval',
      ...call,
      prompt: 'Sure?',
      args: { path: 'notes.txt' },
    };
    const asked = sent(started, { type: 'tool.call', ...call, args: {} }, approval, waits).at(-1);
    expect(asked).toMatchObject({ input_type: 'approval', call_id: 'c1', arguments: { path: 'notes.txt' } });
    expect(asked?.prompt).toContain('Sure?');
    expect(asked?.prompt).toContain('notes.txt');
  });

  it('asks for a plan as a text, after its plan_message', () => {
    const proposed: Draft = { type: 'plan.proposed', planId: 'p', steps: [] };
    const asked: Draft = { type: 'input.requested', inputId: 'q', kind: 'plan', planId: 'p' };
    const frames = sent(started, proposed, asked, waits).filter(({ type }) => type !== 'message_chunk');
    expect(frames.slice(2).map(({ type }) => type)).toEqual(['message', 'system', 'input_request']);
    expect(frames.at(-1)).toMatchObject({ input_type: 'text_input', kind: 'plan', plan_id: 'p' });
  });
});

describe('the end', () => {
  const fatal: Draft = { type: 'error', message: 'boom', fatal: true };
  it.each<[FinalStatus, readonly Draft[], readonly string[]]>([
    ['complete', said('42'), ['assistant: 42', 'result complete']],
    ['complete', [], ['Orchestrator: Final Answer: Done.', 'result complete']],
    ['error', [], ['Orchestrator: ⚠ The run failed.', 'completion error']],
    ['error', [fatal], ['Orchestrator: ⚠ boom', 'completion error']],
    ['timed_out', [], ['Orchestrator: ⚠ The run took too long and was ended.', 'completion error']],
    ['stopped', [], ['completion stopped']],
  ])('%s after %j', (status, before, expected) => {
    expect(seen(started, ...before, { type: 'run.finished', status }).slice(2)).toEqual(expected);
  });

  it('shows the answer once: what the page folds away under a step comes again as the final answer', () => {
    const step: Draft = { type: 'plan.step', planId: 'p', index: 0, count: 1, title: 'one' };
    const end: Draft = { type: 'run.finished', status: 'complete', text: '42' };
    const ends = (...drafts: Draft[]) => seen(started, ...drafts, end).slice(-2);
    const final = 'Orchestrator: Final Answer: 42';
    expect(ends(...said('42\n'))).toEqual(['assistant: 42\n', 'result complete']);
    expect(ends(step, ...said('42'))).toEqual([final, 'result complete']);
    expect(ends(...said('I will see'))).toEqual([final, 'result complete']);
    expect(ends(...said('42'), step)).not.toContain(final);
    expect(seen(started, step, end, started, ...said('42'), end).slice(-2)).toEqual([
      'assistant: 42',
      'result complete',
    ]);
  });

  it("has the document's result, and what that cannot say beside it", () => {
    const usage = { input: 1, output: 2, total: 3 };
    const ended: Draft = { type: 'run.finished', status: 'complete', text: 'x', usage, cost: 0.5, durationMs: 30_500 };
    expect(sent(started, ended).at(-1)).toEqual({
      type: 'result',
      status: 'complete',
      data: {
        task_result: 'x',
        usage: { tokens: 3, cost: 0.5 },
        duration: 30.5,
        run: { status: 'complete', text: null, usage, cost: 0.5, durationMs: 30_500 },
      },
      timestamp,
    });
  });

  it('sums up what the models used where nobody else did', () => {
    const usage: Draft = { type: 'usage', input: 1, output: 2, total: 3 };
    const frames = sent(started, usage, usage, { type: 'run.finished', status: 'complete' });
    expect(frames.at(-1)?.data.usage).toEqual({ tokens: 6, cost: 0 });
  });
});

it('never says error about a run', () => {
  const soft: Draft = { type: 'error', message: 'soft', fatal: false };
  const frames = sent(started, soft, { ...soft, fatal: true }, { type: 'run.finished', status: 'error' });
  expect(frames.map(({ type }) => type)).not.toContain('error');
});

it('lasts through times that are no dates', () => {
  const [frame] = magentic.server.encoder(stream).push(stampDraft(started, 1, 1e300));
  expect(frame?.data).toContain('+275760');
});
