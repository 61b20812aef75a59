import { type CommandSink, commandDecoder } from '../../codec/command-decoder.ts';
import { jsonFrame } from '../../codec/frames.ts';
import type { Command, CommandOf, Outcome, RefusalCode } from '../../commands.ts';
import type { Frame, Issue } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import type { JsonObject } from '../../json.ts';
import { readMessage, writeMessage } from './parts.ts';
import { placeName } from './place.ts';
import { queries, queryFor } from './queries.ts';
import { approvalResponse, attach, cancelAnswers, cancelRun, client, command, run } from './vocabulary.ts';

export const commands = commandDecoder({ read: readRequest, complain });

/** A request of the WebSocket. */
export function readRequest(message: JsonObject, out: CommandSink): void {
  const { type } = message;
  if (typeof type !== 'string') return out.invalid(faults.inField('type', faults.noText));
  if (!Object.hasOwn(client, type)) return out.unknown(faults.unknown('type', type));
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader ? reader(message, out) : readQuery(type, message, out);
}

const readers: Readonly<Record<string, (message: JsonObject, out: CommandSink) => void>> = {
  run: readRun,
  cancel_run(message, out) {
    const it = out.check(cancelRun, message);
    if (it) out.add({ type: 'run.stop', runId: it.run_id, ...given({ session: it.thread_id, ref: it.id }) });
  },
  ping(message, out) {
    const it = out.check(client.ping, message);
    if (it) out.add({ type: 'ping', ...given({ ref: it.id }) });
  },
  tool_approval_response: readApproval,
  attach(message, out) {
    const it = out.check(attach, message);
    if (!it) return;
    const place = it.run_id != null && it.after_event_id != null ? placeName(it.run_id, it.after_event_id) : undefined;
    const wants = { cursor: it.cursor === true, restore: it.restore === true };
    out.add({
      type: 'attach',
      session: it.thread_id,
      ...given({ ref: it.id, after: it.after ?? place }),
      ...((wants.cursor || wants.restore) && { wants }),
    });
  },
  command(message, out) {
    const it = out.check(command, message);
    if (it) out.add({ ...it.command, ...given({ session: it.thread_id, ref: it.id }) });
  },
};

/** A run request, also as the body of an HTTP request. */
export function readRun(message: JsonObject, out: CommandSink): void {
  const it = out.check(run, { ...message, type: 'run' });
  if (!it) return;
  const { text, files } = readMessage(it.message);
  const options = given(Object.fromEntries(optionNames.map(([wire, name]) => [name, it[wire]]))) as JsonObject;
  out.add({
    type: 'message.send',
    text,
    ...(files && { files }),
    ...given({ session: it.thread_id, ref: it.id, model: it.model, seen: it.seen }),
    ...(it.default_agent ? {} : given({ agent: it.agent })),
    ...(Object.keys(options).length > 0 && { options }),
  });
}

const optionNames = [
  ['workspace_id', 'workspaceId'],
  ['working_folder', 'workingFolder'],
  ['got_adaptive', 'gotAdaptive'],
  ['verbose', 'verbose'],
] as const;

/** Anything but a plain true or false is no decision. */
export function readApproval(message: JsonObject, out: CommandSink): void {
  const it = out.check(approvalResponse, { ...message, type: 'tool_approval_response' });
  if (!it) return;
  out.add({
    type: 'input.answer',
    callId: it.call_id,
    decision: it.approved ? 'approve' : 'reject',
    ...given({ runId: it.run_id, inputId: it.input_id, args: it.arguments, session: it.thread_id, ref: it.id }),
  });
}

function readQuery(type: string, message: JsonObject, out: CommandSink): void {
  const query = queries[type];
  const it = out.check(client[type as 'ping'], message) as JsonObject | undefined;
  if (!query || !it) return;
  const params = given(Object.fromEntries(query.params.map(([wire, name]) => [name, it[wire]]))) as JsonObject;
  out.add({ type: 'call', what: query.what, params, ...given({ ref: it.id as string | undefined }) });
}

/** Says whether a request was taken, where the stream itself does not show it. */
export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  const id = command.ref === undefined ? {} : { id: command.ref };
  if (!outcome.ok) return [jsonFrame({ type: 'error', ...id, error: outcome.error.message, code: outcome.error.code })];
  switch (command.type) {
    case 'message.send':
      return [];
    case 'ping':
      return [jsonFrame({ type: 'pong', ...id })];
    case 'run.stop': {
      const run_id = command.runId ?? (outcome.value as { runId?: string } | undefined)?.runId ?? null;
      return cancelAnswers.map((type) => jsonFrame({ type, ...id, run_id }));
    }
    case 'call': {
      const type = queryFor(command.what);
      const query = type === undefined ? undefined : queries[type];
      if (type === undefined || !query) return [];
      return [jsonFrame({ type, ...id, ...query.answer((outcome.value ?? null) as JsonObject, command.params) })];
    }
    default:
      // Without an id there is nobody who waits for the word.
      return command.ref === undefined
        ? []
        : [jsonFrame({ type: doneNames[command.type] ?? 'command', ...id, ok: true })];
  }
}

const doneNames: Readonly<Partial<Record<Command['type'], string>>> = {
  attach: 'attach',
  'input.answer': 'tool_approval_response',
};

export function encode(command: Command): readonly Frame[] {
  const id = command.ref === undefined ? {} : { id: command.ref };
  const thread = command.session === undefined ? {} : { thread_id: command.session };
  switch (command.type) {
    case 'message.send':
      return [jsonFrame({ ...runRequest(command), ...id, ...thread })];
    case 'input.answer':
      if (!isApproval(command)) break;
      return [jsonFrame(approval(command))];
    case 'run.stop':
      if (command.runId === undefined) break;
      return [jsonFrame({ type: 'cancel_run', ...id, run_id: command.runId, ...thread })];
    case 'ping':
      return [jsonFrame({ type: 'ping', ...id })];
    case 'attach':
      return [jsonFrame({ type: 'attach', ...id, ...thread, ...given({ after: command.after }), ...command.wants })];
    case 'call':
      return request(command);
  }
  const { session: _s, ref: _r, token: _t, wants: _w, ...said } = command;
  return [jsonFrame({ type: 'command', ...id, ...thread, command: said })];
}

function runRequest({ text, files, agent, model, seen, options }: CommandOf<'message.send'>): JsonObject {
  const fields = Object.fromEntries(optionNames.map(([wire, name]) => [wire, options?.[name]]));
  const message = writeMessage(text, files);
  const chosen = agent === undefined ? { agent: DEFAULT_AGENT, default_agent: true } : { agent };
  return { type: 'run', message, ...chosen, ...given({ model, seen, ...fields }) } as JsonObject;
}

/** A yes or a no to a call, and nothing beside it. */
function isApproval({ callId, decision, text, steps, files }: CommandOf<'input.answer'>): boolean {
  const saysMore = [text, steps, files].some((field) => field !== undefined);
  return callId !== undefined && !saysMore && (decision === 'approve' || decision === 'reject');
}

function approval({ callId, runId, inputId, decision, args, session, ref }: CommandOf<'input.answer'>): JsonObject {
  const ids = { id: ref, thread_id: session, run_id: runId, call_id: callId, input_id: inputId };
  return {
    type: 'tool_approval_response',
    ...given({ ...ids, arguments: args }),
    approved: decision === 'approve',
  } as JsonObject;
}

function request({ what, params, ref }: CommandOf<'call'>): readonly Frame[] {
  const type = queryFor(what);
  const query = type === undefined ? undefined : queries[type];
  if (type === undefined || !query) return [];
  const fields = Object.fromEntries(query.params.map(([wire, name]) => [wire, params[name]]));
  return [jsonFrame({ type, ...given({ id: ref, ...fields }) } as JsonObject)];
}

function complain(issue: Issue, message: JsonObject | undefined): readonly Frame[] {
  const id = typeof message?.id === 'string' ? { id: message.id } : {};
  const code: RefusalCode = issue.reason === 'unknown' ? 'UNKNOWN' : 'INVALID';
  return [jsonFrame({ type: 'error', ...id, error: issue.detail, code })];
}

/** The fields that have a value: null and undefined both mean that there is none. */
function given<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as never;
}

/** Real servers insist on one. */
const DEFAULT_AGENT = 'react';
