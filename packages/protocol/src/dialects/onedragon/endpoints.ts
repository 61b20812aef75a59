import * as z from 'zod';
import { analysis } from '../../calls.ts';
import { readCommand } from '../../codec/command-decoder.ts';
import { httpStatus } from '../../codec/http-status.ts';
import type { Command, Outcome, Refusal } from '../../commands.ts';
import type { Endpoint, HttpAnswer, HttpRequest } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { readRequest } from './commands.ts';
import { modelConfigs } from './model-configs.ts';
import { client } from './wire.ts';

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(1000).default(20),
  is_active: z.enum(['true', 'false']).optional(),
});

const conversation = {
  does: 'converse',
  session: 'message',
  from: 'now',
} as const;

const stream = {
  ...conversation,
  method: 'POST',
  framing: 'sse',
  read: ({ body }: HttpRequest) =>
    readCommand((out) => (isJsonObject(body) ? readRequest(body, out) : out.invalid(faults.notObject))),
  write: (_: Command | null, outcome: Outcome) => (outcome.ok ? { status: 200, body: {} } : refused(outcome.error)),
} as const;

const socket = { ...conversation, method: 'GET', framing: 'ws' } as const;

export const endpoints: readonly Endpoint[] = [
  {
    ...stream,
    path: '/chat/stream',
  },
  {
    ...stream,
    path: '/chat/stream/thinking',
    variant: 'thinking',
  },
  {
    ...socket,
    path: '/chat/ws',
  },
  {
    ...socket,
    path: '/chat/ws/thinking',
    variant: 'thinking',
  },
  {
    method: 'POST',
    path: '/chat/stop',
    framing: 'json',
    does: 'call',
    session: 'message',
    read: ({ body }) =>
      readCommand((out) => {
        const checked = out.check(client.stop, body);
        if (checked) out.add({ type: 'run.stop', session: checked.session_id });
      }),
    write: (_, outcome) => answered(outcome, () => ({})),
  },
  {
    method: 'POST',
    path: '/chat/get_analyse_by_code_result',
    framing: 'json',
    does: 'call',
    session: 'message',
    read: ({ body }) =>
      readCommand((out) => {
        const checked = out.check(client.analysis, body);
        if (!checked) return;
        const { analyse_id, session_id } = checked;
        const session = session_id ? { session: session_id } : {};
        out.add({ type: 'call', what: 'analysis.get', params: { analysisId: analyse_id, ...session }, ...session });
      }),
    write: (command, outcome) => answered(outcome, (value) => charts(command, value)),
  },
  {
    method: 'GET',
    path: '/api/models/configs',
    framing: 'json',
    does: 'call',
    session: 'none',
    read: ({ query }) =>
      readCommand((out) => {
        const checked = out.check(pageQuery, query);
        if (!checked) return;
        const { page, page_size: pageSize, is_active } = checked;
        const active = is_active === undefined ? {} : { active: is_active === 'true' };
        out.add({ type: 'call', what: 'models.list', params: { page, pageSize, ...active } });
      }),
    write: (command, outcome) => answered(outcome, (value) => modelConfigs(value, pageOf(command))),
  },
];

function answered(outcome: Outcome, body: (value: unknown) => JsonObject | undefined): HttpAnswer {
  if (!outcome.ok) return refused(outcome.error);
  const written = body(outcome.value);
  return written ? { status: 200, body: written } : refused({ code: 'INTERNAL', message: 'Internal Server Error' });
}

function refused({ code, message }: Refusal): HttpAnswer {
  return { status: httpStatus[code], body: { detail: message } };
}

/** The document's shape and the real server's shape at once. */
function charts(command: Command | null, value: unknown): JsonObject | undefined {
  const found = analysis.safeParse(value).data;
  if (!found) return undefined;
  const echarts_list = found.options;
  const session_id = found.session ?? command?.session ?? null;
  return { session_id, analyse_id: found.analysisId, echarts_list, result: { echarts_list } };
}

function pageOf(command: Command | null) {
  const { page, pageSize, active } = command?.type === 'call' ? command.params : {};
  return {
    page: typeof page === 'number' ? page : 1,
    pageSize: typeof pageSize === 'number' ? pageSize : 20,
    active: typeof active === 'boolean' ? active : undefined,
  };
}
