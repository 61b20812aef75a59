import type { StreamInfo } from '../../dialect.ts';
import { conversationOf } from './conversation.ts';
import type { ServerMessage, ServerType } from './wire.ts';

/** The ids that every frame of a conversation repeats. */
export interface Ids {
  readonly session_id: string;
  readonly conversation_id: string | null;
}

export function idsOf(stream: StreamInfo, conversation?: string): Ids {
  return { session_id: stream.id, conversation_id: conversation ?? conversationOf(stream.id) };
}

export type Fields<T extends ServerType> = Omit<Partial<ServerMessage<T>>, 'type' | 'id' | 'role' | keyof Ids>;

/** One frame with all base fields. */
export function frame<T extends ServerType>(type: T, id: string, ids: Ids, fields: Fields<T>): string {
  return JSON.stringify({
    type,
    id,
    role: 'assistant',
    session_id: ids.session_id,
    conversation_id: ids.conversation_id,
    tool_use_id: null,
    content: null,
    toolName: null,
    args: null,
    result: null,
    status: null,
    error: null,
    ...fields,
  });
}

/** Always the first frame: the front end stores the session and sends it again; its conversation begins later. */
export function greeting(session: string): string {
  return frame('session_id', session, { session_id: session, conversation_id: null }, {});
}

/** Frames that differ in nothing but their content: what stands around it is written once for each message. */
export class ContentFrames {
  readonly #type: 'chunk' | 'reasoning';
  readonly #ids: Ids;
  #id: string | undefined;
  #before = '';
  #after = '';

  constructor(type: 'chunk' | 'reasoning', ids: Ids) {
    this.#type = type;
    this.#ids = ids;
  }

  write(id: string, content: string): string {
    if (id !== this.#id) this.#surround(id);
    return this.#before + JSON.stringify(content) + this.#after;
  }

  #surround(id: string): void {
    const status = this.#type === 'reasoning' ? 'thinking' : null;
    const whole = frame(this.#type, id, this.#ids, { content: MARKER, status });
    const at = whole.lastIndexOf(WRITTEN_MARKER);
    this.#id = id;
    this.#before = whole.slice(0, at);
    this.#after = whole.slice(at + WRITTEN_MARKER.length);
  }
}

const MARKER = '\u0000';
const WRITTEN_MARKER = JSON.stringify(MARKER);
