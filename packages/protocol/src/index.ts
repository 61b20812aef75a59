export { EXTENSION_KEY, type Extension, framesFor, stampFrame, type Wants } from './codec/extension.ts';
export { MAX_DEPTH, MAX_FRAME_CHARS, MAX_SERVER_FRAME_CHARS, readJsonObject } from './codec/read-json.ts';
export { say } from './codec/say.ts';
export {
  type Attachment,
  type Command,
  type CommandOf,
  type CommandType,
  commandSchema,
  commandSchemas,
  commandTypes,
  isInBase64,
  type Outcome,
  type Refusal,
  type RefusalCode,
  refusalCodes,
} from './commands.ts';
export { type Cursor, formatCursor, isAfter, parseCursor, wholeOf } from './cursor.ts';
export { type Decision, readDecision } from './decision.ts';
export type * from './dialect.ts';
export { dialectNamed, dialects, ownDialect } from './dialects/registry.ts';
export { ProtocolError, type ProtocolErrorCode } from './errors.ts';
export { areAlike, type Delta, DeltaWriter, EventWriter, isDelta, isDeltaText } from './event-text.ts';
export {
  type Draft,
  type DraftOf,
  type EventOf,
  type EventType,
  eventSchema,
  eventSchemas,
  eventTypes,
  type FileRef,
  type FinalStatus,
  type InputOutcome,
  type MessageRole,
  ofRun,
  type PlanStep,
  type RunEvent,
  type RunStatus,
  STEP_NS,
  stampDraft,
  type TodoItem,
  type TodoStatus,
  type TokenUsage,
  type ToolOutcome,
} from './events.ts';
export { type Fate, Losses, type LossReport, type TypeLoss } from './fidelity.ts';
export {
  type Branch,
  type Checkpoint,
  type Conversation,
  emptyConversation,
  type NodeSpan,
  type Rewound,
  type Snapshot,
  type Turn,
  type UserMessage,
} from './fold/conversation.ts';
export type * from './fold/parts.ts';
export { canResume, isBusy, messagesOf, openQuestion, plainText, type SaidMessage } from './fold/select.ts';
export type { GraphThought, ThoughtGraph } from './fold/thought-graph.ts';
export type { Thought, ThoughtTree } from './fold/thought-tree.ts';
export { fold } from './fold.ts';
export { ndjsonReader, writeNdjson } from './framing/ndjson.ts';
export type { Framed, FrameReader } from './framing/reader.ts';
export { type SseFrame, sseHeartbeat, sseReader, writeSse } from './framing/sse.ts';
export { readWs, writeWs } from './framing/ws.ts';
export { isJsonObject, type Json, type JsonObject } from './json.ts';
export { Ledger } from './ledger.ts';
export { Legaliser } from './legalise.ts';
export { List } from './list.ts';
export { isOnLine, type Rewind, type Stretch, stretchesOf } from './stretches.ts';
export { type Offence, offence, transitions, verify } from './verify.ts';
