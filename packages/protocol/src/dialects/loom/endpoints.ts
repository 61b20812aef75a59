import { type CommandSink, readCommand } from '../../codec/command-decoder.ts';
import { httpStatus } from '../../codec/http-status.ts';
import type { Command, Outcome } from '../../commands.ts';
import type { Endpoint, HttpAnswer, HttpRequest } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { readApproval, readRun } from './commands.ts';

const converse = { does: 'converse', session: 'message' } as const;
const socket = { ...converse, method: 'GET', framing: 'ws', variant: 'ws' } as const;
const run = { ...converse, method: 'POST', framing: 'ndjson', read: fromBody(readRun), write: refusal } as const;

export const endpoints: readonly Endpoint[] = [
  { ...socket, path: '/' },
  { ...socket, path: '/loom/ws' },
  { ...run, path: '/loom/run', variant: 'ndjson' },
  { ...run, path: '/loom/run/bare', variant: 'bare' },
  { ...run, path: '/loom/run/export', variant: 'export' },
  {
    method: 'GET',
    path: '/loom/threads/{session}/events',
    framing: 'ndjson',
    does: 'attach',
    session: 'path',
    variant: 'ndjson',
    from: 'start',
    read: ({ params, query }) => ({
      values: [
        {
          type: 'attach',
          ...(params.session !== undefined && { session: params.session }),
          ...(query.after !== undefined && { after: query.after }),
        },
      ],
    }),
    write: refusal,
  },
  {
    method: 'POST',
    path: '/loom/approve',
    framing: 'json',
    does: 'call',
    session: 'none',
    read: fromBody(readApproval),
    write: (command, outcome) => (outcome.ok ? { status: 200, body: approved(command) } : refusal(command, outcome)),
  },
];

function fromBody(read: (message: JsonObject, out: CommandSink) => void) {
  return ({ body }: HttpRequest) =>
    readCommand((out) => (isJsonObject(body) ? read(body, out) : out.invalid(faults.notObject)));
}

function approved(command: Command | null): JsonObject {
  if (command?.type !== 'input.answer') return { ok: true };
  const { runId, callId, decision } = command;
  return {
    ok: true,
    ...(runId !== undefined && { run_id: runId }),
    ...(callId !== undefined && { call_id: callId }),
    approved: decision === 'approve',
  };
}

function refusal(command: Command | null, outcome: Outcome): HttpAnswer {
  if (outcome.ok) return { status: 200, body: { ok: true } };
  const { code, message } = outcome.error;
  const id = command?.ref === undefined ? {} : { id: command.ref };
  return { status: httpStatus[code], body: { type: 'error', ...id, error: message, code } };
}
