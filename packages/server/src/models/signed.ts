import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { JsonObject } from '@polywire/protocol';

/** What a provider put its own mark on, for it alone to read: it wants that back as it was, in its place. */
type Marks = Record<string, JsonObject>;

/** A part of an answer, in the order it came. */
export type SaidPart =
  | { readonly type: 'thought'; readonly text: string; readonly marks?: Marks }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly callId: string };

type Writable = { -readonly [Key in keyof Thinking]: Thinking[Key] };
interface Thinking {
  readonly type: 'thought';
  readonly text: string;
  readonly marks?: Marks;
}

/**
 * Keeps the order of an answer whose thinking goes back. Providers that sign it, or that write it into a field of its
 * own, refuse the results of tools when the thinking that led to the calls is missing or changed; the others want none
 * of it.
 */
export class SignedParts {
  readonly #parts: (Writable | { type: 'text'; text: string } | { type: 'call'; callId: string })[] = [];
  readonly #thoughts = new Map<string, Writable>();
  #keepsThoughts = false;

  think(id: string, { delta = '', marks }: { delta?: string; marks?: Marks | undefined }): void {
    const thought = this.#thoughts.get(id) ?? this.#begin(id);
    thought.text += delta;
    if (marks) thought.marks = { ...thought.marks, ...marks };
  }

  text(delta: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === 'text') last.text += delta;
    else this.#parts.push({ type: 'text', text: delta });
  }

  call(callId: string): void {
    this.#parts.push({ type: 'call', callId });
  }

  /** They go back although nobody signed them. */
  keepThoughts(): void {
    this.#keepsThoughts = true;
  }

  /** Nothing where no thinking goes back. */
  result(): readonly SaidPart[] | undefined {
    const goesBack = (part: Writable) => part.marks !== undefined || (this.#keepsThoughts && part.text !== '');
    const parts = this.#parts.filter((part) => part.type !== 'thought' || goesBack(part)) as SaidPart[];
    return parts.some(({ type }) => type === 'thought') ? parts : undefined;
  }

  #begin(id: string): Writable {
    const thought: Writable = { type: 'thought', text: '' };
    this.#thoughts.set(id, thought);
    this.#parts.push(thought);
    return thought;
  }
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

/** The parts as they are sent back; calls are given by their ids. */
export function sentBack(parts: readonly SaidPart[], calls: ReadonlyMap<string, AssistantPart>): AssistantPart[] {
  return parts.flatMap((part): AssistantPart[] => {
    if (part.type === 'thought') {
      const { text, marks } = part;
      return [{ type: 'reasoning', text, ...(marks && { providerOptions: marks }) }];
    }
    if (part.type === 'text') return part.text === '' ? [] : [part];
    const call = calls.get(part.callId);
    return call ? [call] : [];
  });
}
