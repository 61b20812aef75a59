import type { StreamInfo } from '../../dialect.ts';
import type { MessageRole } from '../../events.ts';
import { formatLocal } from './local-time.ts';

/** Names that the wire asks for where the event has none. */
export const defaultNames: Record<MessageRole, string> = { assistant: 'OneDragon', system: 'system', user: 'user' };

export interface MessageHead {
  readonly id: string;
  readonly role: MessageRole;
  readonly name?: string | undefined;
  readonly at: number;
}

/** A message as it stands on the wire: always whole, so each look at it must be cheap. */
export class WireMessage {
  readonly #session: string;
  readonly #head: string;
  readonly #tail: string;
  readonly #streams = new Map<'text' | 'thinking', GrowingString>();
  /** Finished blocks as JSON, by an id of their own. */
  readonly blocks = new Map<string, string>();
  /** Every client has seen the beginning of its text. */
  announced = false;

  constructor(stream: StreamInfo, { id, role, name, at }: MessageHead) {
    this.#session = JSON.stringify(stream.id);
    this.#head = `"id":${JSON.stringify(id)},"name":${JSON.stringify(name ?? defaultNames[role])},"role":"${role}"`;
    this.#tail = `"metadata":null,"timestamp":"${formatLocal(at, stream.utcOffsetMin)}"`;
  }

  get hasText(): boolean {
    return this.#streams.has('text');
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0 && this.blocks.size === 0;
  }

  append(to: 'text' | 'thinking', delta: string): void {
    if (delta !== '') this.#stream(to).append(delta);
  }

  replace(text: string): void {
    this.#stream('text').replace(text);
  }

  /** `flags` are fields of ours, set to true. */
  frame(type: 'message_update' | 'message_completed', ...flags: readonly string[]): string {
    const content = [...this.#streams].map(([kind, text]) => `{"type":"${kind}","${kind}":"${text.json}"}`);
    const ours = flags.map((flag) => `,"${flag}":true`).join('');
    return (
      `{"session_id":${this.#session},"type":"${type}","message":{${this.#head},` +
      `"content":[${[...content, ...this.blocks.values()].join(',')}],${this.#tail}${ours}}}`
    );
  }

  #stream(kind: 'text' | 'thinking'): GrowingString {
    const known = this.#streams.get(kind);
    if (known) return known;
    const made = new GrowingString();
    this.#streams.set(kind, made);
    return made;
  }
}

/** The inside of a JSON string that grows: only what is new since the last look is escaped. */
class GrowingString {
  #json = '';
  #fresh = '';

  append(text: string): void {
    this.#fresh += text;
  }

  replace(text: string): void {
    this.#json = '';
    this.#fresh = text;
  }

  get json(): string {
    if (this.#fresh !== '') {
      this.#json += JSON.stringify(this.#fresh).slice(1, -1);
      this.#fresh = '';
    }
    return this.#json;
  }
}
