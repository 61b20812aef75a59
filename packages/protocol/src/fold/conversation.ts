import type { FileRef, RunStatus, TokenUsage } from '../events.ts';
import type { Json } from '../json.ts';
import { List } from '../list.ts';
import type { Rewind } from '../stretches.ts';
import { Lookup } from './lookup.ts';
import type { MessageRole, Part } from './parts.ts';
import type { ThoughtGraph } from './thought-graph.ts';
import type { ThoughtTree } from './thought-tree.ts';

/**
 * A session as a person sees it. Immutable: what an event does not touch keeps its identity from one version to the
 * next, so a view may compare by reference.
 */
export interface Conversation extends Line {
  /** The last event that is in it. */
  readonly seq: number;
  /** Messages that were accepted and wait for their run: no rewind takes them back. */
  readonly queued: readonly UserMessage[];
  /** What was taken back, oldest first. */
  readonly branches: readonly Branch[];
  /** All that was spent, in branches too. */
  readonly usage: TokenUsage;
  readonly cost: number;
  /** Bookkeeping: the line as it was before each of its turns. */
  readonly marks: List<Line>;
  /** Every rewind, oldest first. */
  readonly rewinds: readonly Rewound[];
}

/** A rewind, and the line that it left: a later one may lead back to it. */
export interface Rewound extends Rewind {
  readonly left: Line & Pick<Conversation, 'marks'>;
}

/** The part of a conversation that a rewind brings back. */
export interface Line {
  readonly turns: List<Turn>;
  readonly state: Snapshot | undefined;
  readonly update: Snapshot | undefined;
  readonly checkpoint: Checkpoint | undefined;
  readonly checkpoints: number;
  /** Bookkeeping: where things stand that outlive their turn. */
  readonly places: LinePlaces;
}

/** One run, with the message that started it. */
export interface Turn {
  /** The event that began the turn: unique in the session, so it serves as a key. */
  readonly seq: number;
  readonly at: number;
  readonly runId: string | undefined;
  readonly ref: string | undefined;
  readonly user: UserMessage | undefined;
  readonly agent: string | undefined;
  readonly agentKind: string | undefined;
  readonly model: string | undefined;
  readonly status: RunStatus;
  /** It was told to pause and asks what should be different: it waits for an answer, or to be let go on. */
  readonly yields: boolean;
  /** Why it has this status, where that is not plain. */
  readonly reason: string | undefined;
  /** The run's final text, where its end told one. */
  readonly answer: string | undefined;
  readonly endSeq: number | undefined;
  readonly endedAt: number | undefined;
  readonly durationMs: number | undefined;
  readonly usage: TokenUsage | undefined;
  readonly cost: number | undefined;
  readonly parts: List<Part>;
  /** Indexes of the parts that wait for an answer, oldest first. */
  readonly questions: readonly number[];
  readonly nodes: List<NodeSpan>;
  readonly thoughts: ThoughtTree | undefined;
  readonly graph: ThoughtGraph | undefined;
  /** Bookkeeping: where things stand by id. */
  readonly places: TurnPlaces;
}

export interface UserMessage {
  readonly seq: number;
  readonly at: number;
  readonly text: string;
  readonly files: readonly FileRef[] | undefined;
  readonly ref: string | undefined;
  readonly by: string | undefined;
}

/** One execution of a node. Spans that overlap in time have different lanes. */
export interface NodeSpan {
  readonly seq: number;
  readonly name: string;
  readonly nodeRun: string | undefined;
  readonly agent: string | undefined;
  readonly lane: number;
  readonly enteredAt: number;
  readonly exitedAt: number | undefined;
  readonly error: string | undefined;
}

export interface Snapshot {
  readonly at: number;
  readonly node: string | undefined;
  readonly value: Json;
}

export interface Checkpoint {
  readonly seq: number;
  readonly at: number;
  readonly checkpointId: string;
  readonly step: number | undefined;
  readonly state: Json | undefined;
  readonly threadId: string | undefined;
  readonly ns: string | undefined;
  readonly timestamp: string | undefined;
}

/** Turns that a rewind took off the line. It forked after event `toSeq`, of the line or of another branch. */
export interface Branch {
  readonly toSeq: number;
  /** The rewind itself. */
  readonly seq: number;
  readonly at: number;
  /** How many turns of the line came before. */
  readonly kept: number;
  readonly turns: readonly Turn[];
}

export interface Place {
  readonly turn: number;
  readonly part: number;
}

/** A message of a turn: what its parts need to know, and where they are once there is something to show. */
export interface MessagePlace {
  readonly role: MessageRole;
  readonly name: string | undefined;
  readonly agent: string | undefined;
  readonly done: boolean;
  readonly interrupted: boolean;
  readonly text: number | undefined;
  readonly reasoning: number | undefined;
}

export interface LinePlaces {
  /** Turns by run id; -1 for a run that was taken back. */
  readonly runs: Lookup<number>;
  readonly todos: Lookup<Place>;
  readonly plans: Lookup<Place>;
}

export interface TurnPlaces {
  readonly messages: Lookup<MessagePlace>;
  readonly calls: Lookup<number>;
  readonly inputs: Lookup<number>;
  /** Indexes of the nodes that are at work. */
  readonly nodes: readonly number[];
}

export const noTurnPlaces: TurnPlaces = {
  messages: Lookup.empty(),
  calls: Lookup.empty(),
  inputs: Lookup.empty(),
  nodes: [],
};

export const emptyConversation: Conversation = {
  seq: 0,
  turns: List.empty(),
  queued: [],
  branches: [],
  usage: { input: 0, output: 0, total: 0 },
  cost: 0,
  state: undefined,
  update: undefined,
  checkpoint: undefined,
  checkpoints: 0,
  places: { runs: Lookup.empty(), todos: Lookup.empty(), plans: Lookup.empty() },
  marks: List.empty(),
  rewinds: [],
};
