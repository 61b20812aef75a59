import { type CommandSink, commandDecoder } from '../../codec/command-decoder.ts';
import { jsonFrame } from '../../codec/frames.ts';
import { readJsonObject } from '../../codec/read-json.ts';
import type { Command, CommandOf, Outcome, Refusal, RefusalCode } from '../../commands.ts';
import type { Frame, RestRequest } from '../../dialect.ts';
import type { PlanStep } from '../../events.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { attachment, MAX_CHARS, wireFile } from './files.ts';
import { plainSteps, readSteps, writeSteps } from './plan.ts';
import { present } from './present.ts';
import { readResponse, writeResponse } from './response.ts';
import { request } from './rest.ts';
import { type ClientMessage, client } from './wire.ts';
import { VIA } from './write.ts';

type Of<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;
type Readers = { [T in ClientMessage['type']]: (message: Of<T>, out: CommandSink) => void };

/** Unknown types are passed over in silence; what is broken gets the one error this wire has, and the socket stays. */
export const commands = commandDecoder({
  maxChars: MAX_CHARS,
  read({ type, ...rest }, out) {
    if (typeof type !== 'string') return out.invalid(faults.inField('type', faults.noText));
    if (!Object.hasOwn(client, type)) return out.unknown(faults.unknown('type', type));
    const kind = type as ClientMessage['type'];
    const checked = out.check(client[kind], { type, ...rest });
    if (checked) (readers[kind] as (message: ClientMessage, out: CommandSink) => void)(checked, out);
  },
  complain: ({ reason, detail }) =>
    reason === 'unknown' ? [] : [jsonFrame({ type: 'error', error: 'Invalid message format', detail })],
});

const readers: Readers = {
  start: ({ task, files, settings_config, ref, agent, model, options }, out) => {
    const { text, plan } = readTask(task);
    const attached = files?.map(attachment) ?? [];
    const chosen = present({ plan: plan ?? savedPlan(settings_config?.plan), ...readSettings(settings_config ?? {}) });
    const all = options || Object.keys(chosen).length > 0 ? { ...options, ...chosen } : undefined;
    out.add(
      present({
        type: 'message.send' as const,
        text,
        files: attached.length > 0 ? attached : undefined,
        ref,
        agent,
        model,
        options: all as JsonObject | undefined,
      }),
    );
  },
  input_response: (message, out) => {
    const { input_id: inputId, call_id: callId, arguments: args, files, ref, turn: runId } = message;
    const attached = files?.length ? files.map(attachment) : undefined;
    const about = present({ inputId, callId, args, files: attached, ref, runId });
    out.add({ type: 'input.answer', ...readResponse(message), ...about });
  },
  pause: ({ ref, turn: runId }, out) => out.add(present({ type: 'run.pause' as const, ref, runId })),
  resume: ({ ref, turn: runId }, out) => out.add(present({ type: 'run.resume' as const, ref, runId })),
  stop: ({ reason, ref, turn: runId }, out) =>
    out.add(present({ type: 'run.stop' as const, reason: reason ?? undefined, ref, runId })),
  ping: ({ ref }, out) => out.add(present({ type: 'ping' as const, ref })),
};

/** The run that is under way goes on; otherwise the page must be told that none began. */
const whileRunning: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['BUSY', 'CONFLICT', 'ALREADY_DECIDED']);
/** The question is not open any more; otherwise the page must be asked again. */
const tooLate: ReadonlySet<RefusalCode> = new Set<RefusalCode>([...whileRunning, 'NOT_FOUND']);

export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  if (command.type === 'ping') return [jsonFrame({ type: 'pong', ref: command.ref })];
  if (outcome.ok || command.type === 'call') return [];
  const { code, message } = outcome.error;
  // A fault of the address, after which the document's client hangs up; the page shows nothing of it.
  if (command.type === 'attach' && code === 'INVALID') return [jsonFrame({ type: 'error', error: message })];
  return [refusal(command, outcome.error), ...aftermath(command, outcome.error)];
}

/** The page shows it as a message; our own client reads `refused`. */
function refusal({ ref }: Command, { code, message }: Refusal): Frame {
  const metadata = { agent_name: 'system', message_type: 'refusal', type: 'refusal', via: VIA };
  const data = { source: 'system', models_usage: null, metadata, content: message, type: 'TextMessage' };
  return jsonFrame({ type: 'message', data, refused: present({ code, ref }) });
}

/** What frees the page, which takes every message for sent and every answer for given. */
function aftermath(command: Command, { code, message }: Refusal): readonly Frame[] {
  const refused = present({ code, ref: command.ref });
  if (command.type === 'input.answer' && !tooLate.has(code)) {
    const input_type = code === 'UNCLEAR' || command.decision !== 'reply' ? 'approval' : 'text_input';
    const data = { source: 'system', content: message };
    return [jsonFrame({ type: 'input_request', input_type, prompt: message, data, refused })];
  }
  if (command.type !== 'message.send' || whileRunning.has(code)) return [];
  const data = { task_result: message, usage: { tokens: 0, cost: 0 }, duration: 0 };
  return [jsonFrame({ type: 'completion', status: 'error', data, refused })];
}

export function encode(command: Command): readonly (Frame | RestRequest)[] {
  switch (command.type) {
    case 'message.send':
      return [jsonFrame(startOf(command))];
    case 'input.answer':
      return [jsonFrame(responseOf(command))];
    case 'run.pause':
      return [jsonFrame({ type: 'pause', ref: command.ref, turn: command.runId })];
    case 'run.resume':
      return [jsonFrame({ type: 'resume', ref: command.ref, turn: command.runId })];
    case 'run.stop':
      return [jsonFrame({ type: 'stop', reason: command.reason, ref: command.ref, turn: command.runId })];
    case 'ping':
      return [jsonFrame({ type: 'ping', ref: command.ref })];
    case 'call':
      return request(command);
    default:
      return [];
  }
}

/** The real server takes no start without its team and settings, and an empty team is none to it. */
function startOf({ text, files = [], options, ref, agent, model }: CommandOf<'message.send'>): object {
  const { plan, ...chosen } = options ?? {};
  const { settings_config, rest } = writeSettings(chosen);
  const steps = plainSteps(plan);
  const task = { content: text, ...(steps && { plan: JSON.stringify(writeSteps(steps)) }) };
  return {
    type: 'start',
    task: JSON.stringify(task),
    files: files.map(wireFile),
    team_config: TEAM,
    settings_config,
    ref,
    agent,
    model,
    options: options && rest,
  };
}

/** What the page sends for want of another; the server puts its own together. */
const TEAM = { name: 'Default Team', participants: [], team_type: 'RoundRobinGroupChat', component_type: 'team' };

function responseOf(command: CommandOf<'input.answer'>): object {
  const { decision, inputId, callId, args, files, ref, runId } = command;
  return {
    type: 'input_response',
    response: writeResponse(command),
    files: files?.map(wireFile),
    decision,
    input_id: inputId,
    call_id: callId,
    arguments: args,
    ref,
    turn: runId,
  };
}

/** `task` is JSON text with the text in `content`, that object itself, or plain text. */
function readTask(task: string | JsonObject): { text: string; plan: PlanStep[] | undefined } {
  const read = typeof task === 'string' ? readJsonObject(task, { strict: true }) : { ok: true as const, object: task };
  const object = read.ok ? read.object : {};
  if (typeof object.content === 'string') return { text: object.content, plan: stepsOf(object.plan) };
  return { text: typeof task === 'string' ? task : '', plan: undefined };
}

/** Saved plans come with the settings. */
function savedPlan(plan: Json | undefined): PlanStep[] | undefined {
  return isJsonObject(plan) ? stepsOf(plan.steps) : undefined;
}

function stepsOf(plan: Json | undefined): PlanStep[] | undefined {
  const steps = plan === undefined || plan === null ? undefined : readSteps(plan);
  return steps?.length ? steps : undefined;
}

/** What an agent may know of the page's settings. They hold keys of models too, which must not get into a log. */
const settings: Readonly<Record<string, string>> = {
  cooperative_planning: 'cooperativePlanning',
  autonomous_execution: 'autonomousExecution',
  approval_policy: 'approvalPolicy',
  allow_for_replans: 'allowReplans',
};

function readSettings(config: JsonObject): JsonObject {
  const known = Object.entries(config).filter(([key, value]) => Object.hasOwn(settings, key) && isPlain(value));
  return Object.fromEntries(known.map(([key, value]) => [settings[key] as string, value]));
}

function writeSettings(options: JsonObject): { settings_config: JsonObject; rest: JsonObject } {
  const settings_config: JsonObject = {};
  const rest = { ...options };
  for (const [key, name] of Object.entries(settings)) {
    const value = rest[name];
    if (value === undefined || !isPlain(value)) continue;
    settings_config[key] = value;
    delete rest[name];
  }
  return { settings_config, rest };
}

function isPlain(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}
