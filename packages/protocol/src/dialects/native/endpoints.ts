import { readCommand } from '../../codec/command-decoder.ts';
import { httpStatus } from '../../codec/http-status.ts';
import type { Command, Outcome } from '../../commands.ts';
import type { Endpoint, HttpAnswer, HttpRequest } from '../../dialect.ts';
import type { Json, JsonObject } from '../../json.ts';
import { routes } from './rest.ts';
import type { Route } from './route.ts';

const events = { method: 'GET', session: 'path', from: 'start' } as const;
const ofSession = { ...events, path: '/v1/sessions/{session}/events' } as const;
const ofRun = { ...events, path: '/v1/runs/{run}/events', does: 'attach' } as const;
const attaching = {
  does: 'attach',
  read: attach,
  write: (_: Command | null, outcome: Outcome) => answer(outcome),
} as const;

export const endpoints: readonly Endpoint[] = [
  { ...ofSession, framing: 'ws', does: 'converse' },
  { ...ofSession, ...attaching, framing: 'sse' },
  { ...ofSession, ...attaching, framing: 'ndjson' },
  { ...ofRun, framing: 'ws' },
  { ...ofRun, ...attaching, framing: 'sse' },
  { ...ofRun, ...attaching, framing: 'ndjson' },
  ...routes.map(endpoint),
];

function endpoint({ method, path, framing = 'json', query, body, status = 200, ...route }: Route): Endpoint {
  return {
    method,
    path,
    framing,
    does: 'call',
    session: path.includes('{session}') ? 'path' : 'none',
    shape: { ...(query && { query }), ...(body && { body }), ...(route.answer && { answer: route.answer }), status },
    read: (request) =>
      readCommand((out) => {
        const asked = query ? out.check(query, request.query) : {};
        const sent = body ? out.check(body, request.body ?? {}) : {};
        if (asked && sent) {
          out.add(route.command({ params: request.params, query: asked as JsonObject, body: sent as JsonObject }));
        }
      }),
    write: (_, outcome) => answer(outcome, status, route.wrap),
  };
}

function attach({ params, query }: HttpRequest) {
  const { session } = params;
  const { after } = query;
  return readCommand((out) =>
    out.add({ type: 'attach', ...(session !== undefined && { session }), ...(after !== undefined && { after }) }),
  );
}

function answer(outcome: Outcome, status = 200, wrap = (value: Json) => value): HttpAnswer {
  if (outcome.ok) return { status, body: wrap((outcome.value ?? null) as Json) };
  const { code, message } = outcome.error;
  return { status: httpStatus[code], body: { error: { code, message } } };
}
