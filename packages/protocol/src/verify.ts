import type { Draft, EventType, RunEvent, RunStatus } from './events.ts';
import { Ledger, nodeKey } from './ledger.ts';

/** The first thing wrong with a sequence of events, and where. */
export interface Offence {
  readonly index: number;
  readonly seq: number;
  readonly type: EventType;
  readonly reason: string;
}

/** Is this sequence legal? Starts anywhere between runs; `seq` must count without gaps. */
export function verify(events: Iterable<RunEvent>): Offence | undefined {
  const ledger = new Ledger();
  let index = 0;
  let expected: number | undefined;
  for (const event of events) {
    const reason =
      expected !== undefined && event.seq !== expected
        ? `seq ${event.seq} where ${expected} was due`
        : offence(ledger, event);
    if (reason) return { index, seq: event.seq, type: event.type, reason };
    ledger.note(event);
    expected = event.seq + 1;
    index += 1;
  }
  return undefined;
}

/** Events of a session rather than of a run: legal at any time. */
export const sessionEvents: ReadonlySet<EventType> = new Set<EventType>([
  'message.accepted',
  'history.rewound',
  'todo.item',
  'plan.edited',
  'notice',
  'custom',
  'foreign',
  'error',
]);

/** Legal moves of a run. Ending is always legal from a state that is not an end. */
export const transitions: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  active: ['active', 'awaiting_input', 'pausing', 'paused', 'stopped', 'complete', 'error', 'timed_out'],
  awaiting_input: ['active', 'awaiting_input', 'pausing', 'paused', 'stopped', 'complete', 'error', 'timed_out'],
  pausing: ['active', 'pausing', 'paused', 'awaiting_input', 'stopped', 'complete', 'error', 'timed_out'],
  paused: ['active', 'awaiting_input', 'paused', 'stopped', 'complete', 'error', 'timed_out'],
  stopped: [],
  complete: [],
  error: [],
  timed_out: [],
};

/** What a run that waits for an answer does not begin: it is active again before that. */
export const begins: ReadonlySet<EventType> = new Set<EventType>([
  'message.started',
  'tool.args',
  'tool.call',
  'tool.started',
]);

const endings: ReadonlySet<RunStatus> = new Set<RunStatus>(['stopped', 'complete', 'error', 'timed_out']);

/** Why `draft` may not come next, or undefined. */
export function offence(ledger: Ledger, draft: Draft): string | undefined {
  if (draft.type === 'run.started') return ledger.run ? 'a run is still open' : undefined;
  if (draft.runId !== undefined && ledger.run && ledger.run.id !== undefined && draft.runId !== ledger.run.id) {
    return `belongs to run ${draft.runId} while ${ledger.run.id} is open`;
  }
  if (!ledger.run) return sessionEvents.has(draft.type) ? undefined : 'no run is open';
  if (ledger.run.status === 'awaiting_input' && begins.has(draft.type)) return 'the run waits for an answer';

  switch (draft.type) {
    case 'run.status':
      return statusOffence(ledger, ledger.run.status, draft.status);
    case 'run.finished':
      return openThings(ledger);
    case 'message.started':
      return ledger.messages.has(draft.messageId) ? `message ${draft.messageId} is already open` : undefined;
    case 'message.completed':
      if (ledger.messages.get(draft.messageId)?.reasoning) return `reasoning of ${draft.messageId} is still open`;
      return messageOffence(ledger, draft.messageId);
    case 'text.delta':
    case 'reasoning.delta':
    case 'reasoning.done':
      return messageOffence(ledger, draft.messageId);
    case 'tool.args':
      return isPast(ledger, draft.callId, 'arguments') ? `call ${draft.callId} already has its arguments` : undefined;
    case 'tool.call':
      return isPast(ledger, draft.callId, 'arguments') ? `call ${draft.callId} was already made` : undefined;
    case 'tool.started':
      return startOffence(ledger, draft.callId);
    case 'tool.output':
      return ledger.calls.get(draft.callId)?.phase === 'started' ? undefined : `call ${draft.callId} has not started`;
    case 'tool.finished':
      return finishOffence(ledger, draft.callId, draft.outcome === 'denied' || draft.outcome === 'unknown');
    case 'input.requested':
      return ledger.inputs.has(draft.inputId) ? `question ${draft.inputId} is already open` : undefined;
    case 'input.resolved':
      return ledger.inputs.has(draft.inputId) ? undefined : `question ${draft.inputId} is not open`;
    case 'node.entered':
      return ledger.nodes.has(nodeKey(draft)) ? `node ${nodeKey(draft)} is already open` : undefined;
    case 'node.exited':
      return ledger.nodes.has(nodeKey(draft)) ? undefined : `node ${nodeKey(draft)} is not open`;
    default:
      return undefined;
  }
}

function statusOffence(ledger: Ledger, from: RunStatus, to: RunStatus): string | undefined {
  if (endings.has(to)) return `a run ends with run.finished, not with a status ${to}`;
  if (!transitions[from].includes(to)) return `a run cannot go from ${from} to ${to}`;
  if (to !== 'awaiting_input') return undefined;
  if (ledger.inputs.size === 0) return 'awaiting_input without an open question';
  if (ledger.messages.size > 0) return 'awaiting_input while a message is open';
  for (const [callId, call] of ledger.calls) {
    if (call.phase === 'started') return `awaiting_input while call ${callId} runs`;
  }
  return undefined;
}

function openThings(ledger: Ledger): string | undefined {
  const kinds = { message: ledger.messages, call: ledger.calls, node: ledger.nodes, question: ledger.inputs };
  for (const [kind, open] of Object.entries(kinds)) {
    if (open.size > 0) return `${kind} ${open.keys().next().value} is still open`;
  }
  return undefined;
}

function messageOffence(ledger: Ledger, messageId: string): string | undefined {
  return ledger.messages.has(messageId) ? undefined : `message ${messageId} is not open`;
}

function isPast(ledger: Ledger, callId: string, phase: 'arguments'): boolean {
  const call = ledger.calls.get(callId);
  return call !== undefined && call.phase !== phase;
}

function startOffence(ledger: Ledger, callId: string): string | undefined {
  const call = ledger.calls.get(callId);
  if (call?.phase !== 'called') return `call ${callId} was not made, or has started`;
  if (call.messageId !== undefined && ledger.messages.has(call.messageId)) {
    return `message ${call.messageId} is still open while its call starts`;
  }
  return undefined;
}

/** A denied call never starts; one cut by a crash may not have. */
function finishOffence(ledger: Ledger, callId: string, mayNotHaveStarted: boolean): string | undefined {
  const phase = ledger.calls.get(callId)?.phase;
  if (phase === 'started' || (phase === 'called' && mayNotHaveStarted)) return undefined;
  return phase === 'called' ? `call ${callId} has not started` : `call ${callId} was not made`;
}
