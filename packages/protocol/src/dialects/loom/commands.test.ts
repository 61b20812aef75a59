import { describe, expect, it, test } from 'vitest';
import type { Command } from '../../commands.ts';
import type { Json, JsonObject } from '../../json.ts';
import { loom } from './index.ts';
import { received, streamOf } from './testing.ts';

const read = (request: Json) => loom.server.commands().push({ data: JSON.stringify(request) });
const answers = (command: Command, value?: Json) =>
  loom.server.answer(command, { ok: true, value }).map(({ data }) => JSON.parse(data) as JsonObject);

describe('requests', () => {
  test.each<[string, JsonObject, Command]>([
    [
      'run',
      { type: 'run', message: 'hi', agent: 'dev', id: 'q', thread_id: 't1', workspace_id: 'w', verbose: false },
      {
        type: 'message.send',
        text: 'hi',
        agent: 'dev',
        ref: 'q',
        session: 't1',
        options: { workspaceId: 'w', verbose: false },
      },
    ],
    [
      'run without an id',
      { type: 'run', message: 'hi', agent: 'dev' },
      { type: 'message.send', text: 'hi', agent: 'dev' },
    ],
    [
      'run with parts',
      {
        type: 'run',
        message: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
          { type: 'image_url', image_url: 'https://example.org/x.png' },
        ],
        agent: 'dev',
      },
      {
        type: 'message.send',
        text: 'a\nb',
        files: [{ name: 'image', url: 'https://example.org/x.png' }],
        agent: 'dev',
      },
    ],
    ['cancel_run', { type: 'cancel_run', id: 'q', run_id: 'r' }, { type: 'run.stop', runId: 'r', ref: 'q' }],
    [
      'an approval',
      { type: 'tool_approval_response', id: 'q', run_id: 'r', call_id: 'c', approved: false },
      { type: 'input.answer', runId: 'r', callId: 'c', decision: 'reject', ref: 'q' },
    ],
    [
      'attach by cursor',
      { type: 'attach', id: 'q', thread_id: 't1', after: '12.1', cursor: true },
      { type: 'attach', session: 't1', after: '12.1', ref: 'q', wants: { cursor: true, restore: false } },
    ],
    [
      'attach by run and event_id',
      { type: 'attach', id: 'q', thread_id: 't1', run_id: 'r', after_event_id: 12 },
      { type: 'attach', session: 't1', after: 'r#12', ref: 'q' },
    ],
    [
      'user_messages',
      { type: 'user_messages', id: 'q', thread_id: 't1', limit: null },
      { type: 'call', what: 'sessions.messages', params: { id: 't1' }, ref: 'q' },
    ],
    [
      'set_model',
      { type: 'set_model', id: 'q', model_id: 'm', session_id: 't1' },
      { type: 'call', what: 'models.select', params: { model: 'm', session: 't1' }, ref: 'q' },
    ],
  ])('%s', (_, request, command) => {
    expect(read(request)).toEqual({ values: [command] });
  });

  it('that are broken get an error with their id, and nothing is done', () => {
    const broken = read({ type: 'tool_approval_response', id: 'q', call_id: 'c', approved: 'sure' });
    expect(broken.values).toEqual([]);
    expect(JSON.parse(broken.replies?.[0]?.data ?? '')).toMatchObject({ type: 'error', id: 'q', code: 'INVALID' });
    expect(read({ type: 'fly', id: 'q' }).replies).toHaveLength(1);
  });

  it('always name an agent, which real servers insist on', () => {
    const [frame] = loom.client.encode({ type: 'message.send', text: 'hi' });
    const request = JSON.parse((frame as { data: string }).data) as JsonObject;
    expect(request).toMatchObject({ type: 'run', message: 'hi', agent: 'react' });
    expect(read(request).values).toEqual([{ type: 'message.send', text: 'hi' }]);
  });
});

describe('answers', () => {
  it('acknowledge a stop twice: two builds of the web client wait for different words', () => {
    expect(answers({ type: 'run.stop', runId: 'r', ref: 'q' })).toEqual([
      { type: 'cancel_run', id: 'q', run_id: 'r' },
      { type: 'cancel_run_ack', id: 'q', run_id: 'r' },
    ]);
  });

  it('name a new workspace in both places that clients look at', () => {
    const created: Command = { type: 'call', what: 'workspaces.create', params: { name: 'lab' }, ref: 'q' };
    expect(answers(created, { id: 'w1', name: 'lab' })).toMatchObject([
      { type: 'workspace_create', id: 'q', workspace: { id: 'w1' }, workspace_id: 'w1' },
    ]);
  });

  test.each<[string, JsonObject, Json, JsonObject]>([
    ['workspaces.rename', { id: 'w', name: 'lab' }, true, { workspace_id: 'w', name: 'lab' }],
    ['workspaces.threads.add', { id: 'w', thread: 't1' }, true, { workspace_id: 'w', thread_id: 't1' }],
    [
      'workspaces.threads.list',
      { id: 'w' },
      { id: 'w', threads: ['t1'] },
      { threads: [{ thread_id: 't1', created_at_ms: 0 }] },
    ],
    ['sessions.messages', { id: 't1', limit: 1 }, [{ role: 'user', text: 'hi' }], { thread_id: 't1', has_more: true }],
    ['sessions.messages', { id: 't1' }, [], { thread_id: 't1', messages: [], has_more: false }],
  ])('of %s %# take from the request what the value leaves out', (what, params, value, expected) => {
    expect(answers({ type: 'call', what, params, ref: 'q' }, value)).toMatchObject([expected]);
  });

  it('give a tool as JSON, and as YAML by being JSON', () => {
    const [shown] = answers({ type: 'call', what: 'tools.get', params: { name: 'x' }, ref: 'q' }, { name: 'x' });
    expect(JSON.parse(String(shown?.tool_yaml))).toEqual(shown?.tool);
  });

  test.each<[string, string, Json]>([
    ['tools_list', 'tools.list', [{ name: 'bash', description: 'Runs', schema: { type: 'object' } }]],
    [
      'user_messages',
      'sessions.messages',
      { id: 't1', messages: [{ role: 'user', text: 'hi', seq: 3 }], hasMore: true },
    ],
    ['agent_list', 'agents.list', [{ id: 'react', name: 'ReAct', description: 'Thinks' }]],
    [
      'list_models',
      'models.list',
      [{ id: 'a/b', name: 'b', provider: 'a', vision: true, thinking: false, active: false }],
    ],
    ['set_model', 'models.select', { model: 'a/b', session: 't1' }],
    ['workspace_list', 'workspaces.list', [{ id: 'w', name: 'lab', created: 5 }]],
    ['workspace_rename', 'workspaces.rename', { id: 'w', name: 'lab' }],
    ['workspace_thread_list', 'workspaces.threads.list', { id: 'w', threads: [{ id: 't1', created: 5 }] }],
    ['workspace_thread_add', 'workspaces.threads.add', { id: 'w', thread: 't1' }],
    ['workspace_thread_remove', 'workspaces.threads.remove', { id: 'w', thread: 't1' }],
  ])('%s brings %s to the client as it was', (type, what, value) => {
    const frames = answers({ type: 'call', what, params: {}, ref: 'q' }, value);
    expect(frames).toMatchObject([{ type, id: 'q' }]);
    expect(received(frames, streamOf()).signals).toEqual([{ kind: 'answer', what, ref: 'q', value }]);
  });

  test.each<[Command, string]>([
    [{ type: 'attach', session: 't1', ref: 'q' }, 'attach'],
    [{ type: 'input.answer', inputId: 'c', decision: 'approve', ref: 'q' }, 'input.answer'],
    [{ type: 'run.pause', ref: 'q' }, 'command'],
  ])('to %o is no event of the session', (command, what) => {
    const { drafts, signals } = received(answers(command), streamOf());
    expect(signals).toEqual([{ kind: 'answer', what, ref: 'q', value: {} }]);
    expect(drafts).toEqual([]);
  });

  test.each<[string, Json, object]>([
    ['another name of the models', { type: 'models_list', id: 'q', models: [] }, { what: 'models.list', value: [] }],
    ['a workspace by its id alone', { type: 'workspace_create', id: 'q', workspace_id: 'w' }, { value: { id: 'w' } }],
    ['the other acknowledgement', { type: 'cancel_run_ack', id: 'q', run_id: 'r' }, { what: 'run.stop' }],
    ['a model that could not be set', { type: 'set_model', id: 'q', success: false, error: 'no' }, { kind: 'refused' }],
  ])('of other servers: %s', (_, frame, expected) => {
    expect(received([frame], streamOf()).signals).toMatchObject([expected]);
  });
});
