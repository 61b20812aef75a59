import type { FinalStatus, RunEvent } from '../../events.ts';
import { isJsonObject, type Json } from '../../json.ts';

/** Everything in it is a text: AutoGen allows nothing else. Fields without a value are left out. */
export type Metadata = Readonly<Record<string, string | undefined>>;

export type MessageType = 'TextMessage' | 'MultiModalMessage' | 'ToolCallRequestEvent' | 'ToolCallExecutionEvent';

export interface Said {
  readonly source: string;
  readonly content: string | Json[];
  readonly type?: MessageType;
  readonly metadata?: Metadata;
}

export const ORCHESTRATOR = 'Orchestrator';
export const FINAL_ANSWER = 'Final Answer: ';
/** Tells our own messages from those of other servers. */
export const VIA = 'polywire';

/** One message in both shapes: the document's fields are the first three of the metadata. */
export function message(event: RunEvent, said: Said): string {
  const { source, type = 'TextMessage', metadata } = said;
  const { content, form } = readable(said);
  const known: Metadata = {
    agent_name: source,
    timestamp: isoTime(event.at),
    message_type: metadata?.type ?? type,
    ...foreignMetadata(event),
    via: VIA,
    form,
    ...metadata,
  };
  return JSON.stringify({ type: 'message', data: { source, models_usage: null, metadata: known, content, type } });
}

/** `content` comes last, so that a prefix can be kept for the next piece. */
export function chunk(source: string, metadata: Metadata, content: string): string {
  return `${chunkPrefix(source, metadata)}${JSON.stringify(content)}}}`;
}

export function chunkPrefix(source: string, metadata: Metadata): string {
  const data = JSON.stringify({ source, type: 'ModelClientStreamingChunkEvent', metadata: { via: VIA, ...metadata } });
  return `{"type":"message_chunk","data":${data.slice(0, -1)},"content":`;
}

export function system(status: string, at: number, more: object = {}): string {
  return JSON.stringify({ type: 'system', status, timestamp: isoTime(at), ...more });
}

/** What an open run is called; the ends are told by result and completion. */
export const endStatus: Readonly<Record<FinalStatus, string>> = {
  complete: 'complete',
  error: 'error',
  stopped: 'stopped',
  timed_out: 'error',
};

export function isoTime(at: number): string {
  return new Date(Math.min(at, LAST_DATE)).toISOString();
}
const LAST_DATE = 8.64e15;

/** What another server had in a message's metadata, kept by the decoder. */
function foreignMetadata({ ext }: RunEvent): Metadata {
  const kept = isJsonObject(ext?.magentic) ? Object.entries(ext.magentic) : [];
  return Object.fromEntries(kept.filter(([key, value]) => typeof value === 'string' && !ownKeys.has(key))) as Metadata;
}

/** What the events themselves say again. */
export const ownKeys: ReadonlySet<string> = new Set(['agent_name', 'type', 'via', 'form']);

/** The page takes a user's text for JSON where it can, and then shows only its `content`. */
function readable({ source, content }: Said): { content: string | Json[]; form?: string } {
  if (typeof content !== 'string' || !fromUser(source) || !isJson(content)) return { content };
  return { content: JSON.stringify({ content }), form: 'json' };
}

export function fromUser(source: string): boolean {
  return source === 'user' || source === 'user_proxy';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
