import type { EventOf } from '../events.ts';
import type { Turn } from './conversation.ts';
import { withStreams } from './copies.ts';
import { addPart, begun, partAt, putPart } from './part-list.ts';
import type { ToolPart, ToolStatus } from './parts.ts';

type CallEvent = EventOf<'tool.args' | 'tool.call' | 'tool.started' | 'tool.output' | 'tool.finished'>;

export function toolArgs(turn: Turn, event: EventOf<'tool.args'>): Turn {
  return changeCall(turn, event, 'next', (part) =>
    withStreams(part, event.name ?? part.name, part.argsText + event.delta, part.output),
  );
}

export function toolCall(turn: Turn, event: EventOf<'tool.call'>): Turn {
  return changeCall(turn, event, 'next', (part) => ({
    ...part,
    name: event.name,
    status: 'called',
    args: event.args,
    argsText: event.argsText ?? part.argsText,
    messageId: event.messageId ?? part.messageId,
    calledAt: event.at,
  }));
}

export function toolStarted(turn: Turn, event: EventOf<'tool.started'>): Turn {
  return changeCall(turn, event, 'next', (part) => ({ ...part, status: 'running', startedAt: event.at }));
}

export function toolOutput(turn: Turn, event: EventOf<'tool.output'>): Turn {
  return changeCall(turn, event, 'last', (part) =>
    withStreams(part, part.name, part.argsText, part.output + event.text),
  );
}

export function toolFinished(turn: Turn, event: EventOf<'tool.finished'>): Turn {
  return changeCall(turn, event, 'last', (part) => ({
    ...part,
    status: event.outcome,
    result: event.result,
    full: event.full,
    messageId: event.messageId ?? part.messageId,
    endedAt: event.at,
  }));
}

export function isCallOpen(status: ToolStatus): boolean {
  return status === 'arguments' || status === 'called' || status === 'running';
}

/** An id that comes again after its call ended is another call, unless the event only adds to the `last` one. */
function changeCall(turn: Turn, event: CallEvent, of: 'last' | 'next', change: (part: ToolPart) => ToolPart): Turn {
  const { last, length } = turn.parts;
  const isLast = last?.kind === 'tool' && last.callId === event.callId;
  const at = isLast ? length - 1 : turn.places.calls.get(event.callId);
  const call = partAt(turn, at, 'tool');
  if (at !== undefined && call && (of === 'last' || isCallOpen(call.status))) return putPart(turn, at, change(call));
  const { places } = turn;
  return addPart(turn, change(newCall(event)), { ...places, calls: places.calls.set(event.callId, length) });
}

function newCall(event: CallEvent): ToolPart {
  return {
    kind: 'tool',
    ...begun(event),
    callId: event.callId,
    name: event.name ?? '',
    status: 'arguments',
    messageId: undefined,
    argsText: '',
    args: undefined,
    output: '',
    result: undefined,
    full: undefined,
    calledAt: undefined,
    startedAt: undefined,
    endedAt: undefined,
  };
}
