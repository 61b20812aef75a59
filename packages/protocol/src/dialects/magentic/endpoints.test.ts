import { describe, expect, it } from 'vitest';
import type { Command } from '../../commands.ts';
import type { HttpRequest } from '../../dialect.ts';
import { type Draft, stampDraft } from '../../events.ts';
import { magentic } from './index.ts';

function endpoint(name: string) {
  const found = magentic.endpoints.find(({ method, path }) => `${method} ${path}` === name);
  return found ?? expect.fail(`no ${name}`);
}

function read(name: string, request: Partial<HttpRequest> = {}) {
  return endpoint(name).read?.({ params: {}, query: {}, body: null, ...request });
}

it.each<[string, Partial<HttpRequest>, string, object]>([
  ['GET /api/sessions/', {}, 'sessions.list', {}],
  ['GET /api/sessions/', { query: { user_id: 'guestuser@gmail.com' } }, 'sessions.list', {}],
  ['GET /api/sessions/', { query: { user_id: 'me' } }, 'sessions.list', { user: 'me' }],
  ['POST /api/sessions/', { body: { name: 'n', user_id: 'me' } }, 'sessions.create', { title: 'n', user: 'me' }],
  [
    'PUT /api/sessions/{id}',
    { params: { id: '7' }, body: { team_id: 3 } },
    'sessions.update',
    { id: '7', settings: { team_id: 3 } },
  ],
  ['PUT /api/plans/{id}', { params: { id: '5' }, body: { task: 't' } }, 'plans.update', { id: 5, task: 't' }],
  [
    'POST /api/plans/',
    { body: { task: 't', steps: [{ title: 'one', details: 'd', agent_name: 'a', enabled: true }] } },
    'plans.create',
    { task: 't', steps: [{ title: 'one', details: 'd', agent: 'a' }] },
  ],
  ['POST /api/plans/learn_plan', { body: { session_id: 7 } }, 'plans.learn', { session: '7' }],
])('%s with %j asks for %s', (name, request, what, params) => {
  expect(read(name, request)).toEqual({ values: [{ type: 'call', what, params }] });
});

it.each<[string, Partial<HttpRequest>]>([
  ['GET /api/sessions/{id}', { params: { id: 'seven' } }],
  ['DELETE /api/plans/{id}', { params: { id: '-1' } }],
  ['PUT /api/settings/', { body: { config: 'x' } }],
  ['POST /api/plans/', { body: {} }],
  ['POST /api/plans/', { body: { task: 't', steps: [{}] } }],
  ['POST /api/plans/learn_plan', { body: {} }],
  ['POST /api/runs/{session}/upload', { params: { session: '7' }, body: { files: 'x' } }],
])('%s refuses %j', (name, request) => {
  expect(read(name, request)).toMatchObject({ values: [], issue: { reason: 'invalid' } });
});

it('tells a refusal as a detail', () => {
  const write = endpoint('GET /api/sessions/{id}').write;
  expect(write?.(null, { ok: false, error: { code: 'NOT_FOUND', message: 'Session not found' } })).toEqual({
    status: 404,
    body: { detail: 'Session not found' },
  });
});

describe('after a reload', () => {
  const session = { id: '7', title: '', created: 0, updated: 0, settings: {} };
  const asked: Draft[] = [
    { type: 'run.started', runId: 'r', input: 'hi' },
    { type: 'input.requested', inputId: 'q', kind: 'text', prompt: 'Which?' },
    { type: 'run.status', status: 'awaiting_input' },
  ];
  const resolved: Draft = { type: 'input.resolved', inputId: 'q', outcome: 'answered', text: 'A' };
  const end: Draft = { type: 'run.finished', runId: 'r', status: 'timed_out' };

  it.each<[string, Draft[], object, boolean?]>([
    ['a question that is open', asked, { status: 'awaiting_input', input_request: { input_type: 'text_input' } }],
    ['a question that nobody has a socket for', asked, { status: 'stopped', input_request: null }, false],
    ['a run that goes on without anybody', asked.slice(0, 1), { status: 'active', input_request: null }, false],
    ['a question that was answered', [...asked, resolved], { input_request: null }],
    ['a run that goes on', [...asked, resolved, { type: 'run.status', status: 'active' }], { status: 'active' }],
    ['a run that is over', [...asked, resolved, end], { status: 'error', input_request: null }],
    ['a run that began anew', [...asked, resolved, end, ...asked.slice(0, 1)], { status: 'active', team_result: null }],
    ['a session without a run', [], { status: 'created', team_result: null, messages: [] }],
  ])('tells how it stands: %s', (_, drafts, expected, isFollowed = true) => {
    const events = drafts.map((draft, i) => stampDraft(draft, i + 1, 0));
    const command: Command = { type: 'call', what: 'sessions.runs', params: { id: '7' } };
    const value = { session, events, locale: 'en', baseUrl: '', isFollowed };
    const answer = endpoint('GET /api/sessions/{id}/runs').write?.(command, { ok: true, value });
    expect(answer?.body).toMatchObject({ status: true, data: { runs: [{ id: 7, ...expected }] } });
  });
});

it('asks a server of its own kind', () => {
  expect(magentic.client.encode({ type: 'call', what: 'sessions.update', params: { id: '7', title: 'n' } })).toEqual([
    {
      method: 'PUT',
      path: '/api/sessions/7?user_id=guestuser%40gmail.com',
      body: { user_id: 'guestuser@gmail.com', name: 'n' },
    },
  ]);
  expect(magentic.client.encode({ type: 'call', what: 'models.list', params: {} })).toEqual([]);
});
