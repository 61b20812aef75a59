import type { List } from '../list.ts';
import type { Conversation, Turn, TurnPlaces } from './conversation.ts';
import type { Part, ReasoningPart, TextPart, ToolPart } from './parts.ts';

// Copies for what happens with every delta, spelt out: a spread of so many fields takes twenty times as long.

export function withTurns(c: Conversation, turns: List<Turn>, seq: number): Conversation {
  return {
    seq,
    turns,
    queued: c.queued,
    branches: c.branches,
    usage: c.usage,
    cost: c.cost,
    state: c.state,
    update: c.update,
    checkpoint: c.checkpoint,
    checkpoints: c.checkpoints,
    places: c.places,
    marks: c.marks,
    rewinds: c.rewinds,
  };
}

export function withParts(turn: Turn, parts: List<Part>, places: TurnPlaces = turn.places): Turn {
  return {
    seq: turn.seq,
    at: turn.at,
    runId: turn.runId,
    ref: turn.ref,
    user: turn.user,
    agent: turn.agent,
    agentKind: turn.agentKind,
    model: turn.model,
    status: turn.status,
    yields: turn.yields,
    reason: turn.reason,
    answer: turn.answer,
    endSeq: turn.endSeq,
    endedAt: turn.endedAt,
    durationMs: turn.durationMs,
    usage: turn.usage,
    cost: turn.cost,
    parts,
    questions: turn.questions,
    nodes: turn.nodes,
    thoughts: turn.thoughts,
    graph: turn.graph,
    places,
  };
}

export function withText(part: TextPart, text: string): TextPart {
  return {
    kind: 'text',
    seq: part.seq,
    at: part.at,
    agent: part.agent,
    nodeRun: part.nodeRun,
    messageId: part.messageId,
    role: part.role,
    name: part.name,
    text,
    done: part.done,
    interrupted: part.interrupted,
    corrected: part.corrected,
  };
}

export function withThought(part: ReasoningPart, text: string): ReasoningPart {
  return {
    kind: 'reasoning',
    seq: part.seq,
    at: part.at,
    agent: part.agent,
    nodeRun: part.nodeRun,
    messageId: part.messageId,
    text,
    endedAt: part.endedAt,
  };
}

export function withStreams(part: ToolPart, name: string, argsText: string, output: string): ToolPart {
  return {
    kind: 'tool',
    seq: part.seq,
    at: part.at,
    agent: part.agent,
    nodeRun: part.nodeRun,
    callId: part.callId,
    name,
    status: part.status,
    messageId: part.messageId,
    argsText,
    args: part.args,
    output,
    result: part.result,
    full: part.full,
    calledAt: part.calledAt,
    startedAt: part.startedAt,
    endedAt: part.endedAt,
  };
}
