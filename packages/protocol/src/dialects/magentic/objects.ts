import type { AgentInfo, SavedPlan, SessionHistory, SessionInfo } from '../../calls.ts';
import type { RunEvent } from '../../events.ts';
import type { Json, JsonObject } from '../../json.ts';
import { Ledger } from '../../ledger.ts';
import { encoder } from './encode.ts';
import { writeSteps } from './plan.ts';
import { endStatus, isoTime } from './write.ts';

const VERSION = '0.0.1';

export function sessionObject({ id, title, created, updated, settings }: SessionInfo, user: string): JsonObject {
  return {
    id: Number(id),
    name: title,
    ...owned(user, created, updated),
    team_id: settings.team_id ?? null,
    selected_mcp_configs: settings.selected_mcp_configs ?? [],
  };
}

/** What of a session's object a front end may change: its name, and what it keeps with it. */
export function sessionChange(body: JsonObject): JsonObject {
  const { name } = body;
  const kept = Object.entries(body).filter(([key]) => keptFields.includes(key));
  return {
    ...(typeof name === 'string' && { title: name }),
    ...(kept.length > 0 && { settings: Object.fromEntries(kept) }),
  };
}
const keptFields: readonly string[] = ['team_id', 'selected_mcp_configs'];

export function planObject({ id, task, steps, created, updated }: SavedPlan, user: string): JsonObject {
  return { id, task, steps: writeSteps(steps), session_id: null, ...owned(user, created, updated) };
}

export function teamObject({ id, name, description = '' }: AgentInfo, user: string): JsonObject {
  const component = { provider: 'polywire', component_type: 'team', label: name, description, config: {} };
  return { id, user_id: user, component };
}

/**
 * A session of ours as the one run that Magentic-UI's session has. A page that was loaded again opens no socket, so this
 * must tell how the run stands: a question that was answered, or an end that was not told, would lock its input. So does
 * a question that nobody has a socket to answer on: it is told as an end, and put again when the page sends its next task.
 */
export function runObject(history: SessionHistory, user: string): JsonObject {
  const { session, events, locale, baseUrl, isFollowed } = history;
  const ledger = new Ledger();
  const encode = encoder({ id: session.id, variant: 'plain', utcOffsetMin: 0, locale, baseUrl });
  const run = { status: 'created', task: null as Json, team_result: null as Json, messages: [] as Json[] };
  let asked: Json = null;
  for (const event of events) {
    ledger.note(event);
    if (event.type === 'run.started') {
      run.task = event.input === undefined ? null : { source: 'user', content: event.input, type: 'TextMessage' };
      run.team_result = null;
    }
    for (const frame of shownFrames(encode.push(event))) {
      if (frame.type === 'message')
        run.messages.push(messageObject(frame.data ?? null, event, session.id, user, run.messages.length));
      if (frame.type === 'input_request')
        asked = { input_type: frame.input_type ?? null, prompt: frame.prompt ?? null };
      if (frame.type === 'result' || frame.type === 'completion') run.team_result = frame.data ?? null;
      if (typeof frame.status === 'string') run.status = frame.status;
    }
  }
  const waits = ledger.run?.status === 'awaiting_input' && ledger.oldestInput !== undefined;
  const about = { id: Number(session.id), created_at: isoTime(session.created), ...run };
  if (waits && !isFollowed) return { ...about, status: endStatus.stopped, input_request: null };
  return { ...about, input_request: waits ? asked : null };
}

function messageObject(config: Json, { at }: RunEvent, session: string, user: string, index: number): JsonObject {
  const id = Number(session);
  return { id: index + 1, ...owned(user, at, at), config, session_id: id, run_id: id, message_meta: {} };
}

function owned(user: string, created: number, updated: number): JsonObject {
  return { user_id: user, created_at: isoTime(created), updated_at: isoTime(updated), version: VERSION };
}

/** Pieces of a text are not kept: its whole comes as a message. */
function shownFrames(frames: readonly { data: string }[]): JsonObject[] {
  const whole = frames.filter(({ data }) => !data.startsWith('{"type":"message_chunk"'));
  return whole.map(({ data }) => JSON.parse(data) as JsonObject);
}
