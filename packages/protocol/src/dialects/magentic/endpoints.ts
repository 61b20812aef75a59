import { readCommand } from '../../codec/command-decoder.ts';
import { httpStatus } from '../../codec/http-status.ts';
import type { Endpoint } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import { isJsonObject } from '../../json.ts';
import { MAX_CHARS } from './files.ts';
import { GUEST, type Route, routes, userOf } from './rest.ts';

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/ws/runs/{session}',
    framing: 'ws',
    does: 'converse',
    session: 'path',
    from: 'now',
    maxFrameChars: MAX_CHARS,
  },
  ...routes.map(endpoint),
];

function endpoint(route: Route): Endpoint {
  const { method, path, what, framing = 'json', session = 'none' } = route;
  return {
    method,
    path,
    framing,
    does: 'call',
    session,
    read: (request) =>
      readCommand((out) => {
        const body = isJsonObject(request.body) ? request.body : {};
        const params = route.params ? route.params({ ...request, body }) : {};
        if (!params) return out.invalid(faults.wrongFields);
        const user = request.query.user_id ?? body.user_id;
        const named = typeof user === 'string' && user !== GUEST ? { user } : {};
        out.add({ type: 'call', what, params: { ...params, ...named } });
      }),
    write: (command, outcome) => {
      if (!outcome.ok) return { status: httpStatus[outcome.error.code], body: { detail: outcome.error.message } };
      const params = command?.type === 'call' ? command.params : {};
      if (route.body) return { status: 200, body: route.body(outcome.value, params) };
      const data = route.data ? { data: route.data(outcome.value, userOf(params)) } : {};
      return { status: 200, body: { status: true, ...data, ...(route.message && { message: route.message }) } };
    },
  };
}
