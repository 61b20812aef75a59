import type { DraftSink } from '../../codec/draft-decoder.ts';
import { GrowingText } from '../../codec/growing-text.ts';
import type { DraftOf, MessageRole } from '../../events.ts';
import * as faults from '../../faults.ts';
import { parseLocal } from './local-time.ts';
import { type Parts, partsOf } from './parts.ts';
import { readResult } from './read-result.ts';
import { type BlockOf, CHART_TOOL, chartIn, isMade, type Message } from './wire.ts';
import { defaultNames } from './wire-message.ts';

/** What was read of a message so far: every frame of it repeats the whole. */
interface Seen {
  text: string;
  thinking: string;
  /** How long the text must be for its place in a frame to be looked for. */
  worthFinding: number;
}

/** Turns whole messages into what is new in them. */
export class MessageReader {
  readonly #offsetMin: number;
  readonly #seen = new Map<string, Seen>();
  /** Updates with tools that were not completed yet: real servers send arguments as they grow. */
  readonly #pending = new Map<string, Message>();
  /** Calls by message and id: a message that is said again makes its calls once. */
  readonly #called = new Set<string>();
  readonly #finished = new Set<string>();
  /** Calls that stand for a chart and nothing else. */
  readonly #charts = new Set<string>();
  /** Calls that are the model's words. */
  readonly #spoken = new Set<string>();
  readonly #images = new Set<string>();
  /** By message, where its last frame said nothing but words and all of them are seen. */
  readonly #growing = new Map<string, { readonly seen: Seen; readonly text: GrowingText }>();

  constructor(offsetMin: number) {
    this.#offsetMin = offsetMin;
  }

  forget(): void {
    for (const group of [this.#seen, this.#pending, this.#growing]) group.clear();
    for (const group of [this.#called, this.#finished, this.#charts, this.#spoken, this.#images]) group.clear();
  }

  /** Every frame is to be read. */
  expectNothing(): void {
    this.#growing.clear();
  }

  /** Is this frame the last one of a message, with more words? If so, they are said, and it need not be read. */
  grow(frame: string, out: DraftSink): boolean {
    for (const [id, { seen, text }] of this.#growing) {
      if (!out.ledger.messages.has(id)) {
        this.#growing.delete(id);
        continue;
      }
      const gain = text.gain(frame);
      if (gain === undefined) continue;
      if (gain !== '') this.#say({ type: 'text.delta', messageId: id, delta: gain }, out);
      seen.text += gain;
      seen.worthFinding = 0;
      return true;
    }
    return false;
  }

  /** `frame`: the message as it came, where another like it may have more words. */
  update(message: Message, out: DraftSink, frame?: string): void {
    this.#growing.delete(message.id);
    const parts = partsOf(message, this.#spoken);
    const isSeen = this.#speak(message, parts, out);
    if (message.exact) this.#calls(message, parts, out);
    else if (parts.calls.length + parts.results.length > 0) this.#pending.set(message.id, message);
    else if (isSeen && !message.replaced && frame !== undefined) this.#expectMore(message.id, parts.said, frame, out);
  }

  complete(message: Message, out: DraftSink): void {
    this.#growing.delete(message.id);
    this.#pending.delete(message.id);
    const parts = partsOf(message, this.#spoken);
    this.#speak(message, parts, out);
    this.#calls(message, parts, out);
    if (out.ledger.messages.has(message.id)) {
      const interrupted = message.interrupted ? { interrupted: true } : {};
      out.add({ type: 'message.completed', messageId: message.id, ...interrupted });
    }
    this.#show(message, parts, out);
    for (const block of parts.results) this.#result(block, message, out);
    for (const block of parts.others) out.unknown(faults.unknown('block', block.type), block);
  }

  /** The turn is over: an update is all that will come of its message. */
  flush(out: DraftSink, interrupted = false): void {
    for (const message of [...this.#pending.values()]) this.complete({ ...message, interrupted }, out);
  }

  #expectMore(id: string, said: readonly string[], frame: string, { ledger }: DraftSink): void {
    const seen = this.#seen.get(id);
    const last = said.at(-1);
    if (!seen || !last || this.#growing.size >= MAX_GROWING || !ledger.messages.has(id)) return;
    if (last.length < seen.worthFinding) return;
    // Some servers change more than the text with every frame: until it has paid, it is not done for each.
    seen.worthFinding = last.length * 2;
    const text = GrowingText.find(frame, last);
    if (text) this.#growing.set(id, { seen, text });
  }

  /** Returns whether all that the message says is seen now. */
  #speak(message: Message, { said, thought, calls, images }: Parts, out: DraftSink): boolean {
    const { id } = message;
    // Polywire's own messages for a lone call, a result, a chart or an image are no messages of the conversation.
    const speaks = isMade(id) ? said.length > images.length : said.length + thought.length + calls.length > 0;
    if (!speaks && message.content.length > 0) return false;
    const seen = this.#open(message, out);
    const open = out.ledger.messages.has(id);

    const thinking = thought.join('\n\n');
    if (open && thinking.length > seen.thinking.length) {
      const delta = thinking.startsWith(seen.thinking) ? thinking.slice(seen.thinking.length) : thinking;
      out.add({ type: 'reasoning.delta', messageId: id, delta });
      seen.thinking = thinking;
    }

    const text = said.join('\n\n');
    if (said.length === 0 || (text === seen.text && !message.replaced)) return true;
    const goesOn = open && !message.replaced && text.startsWith(seen.text);
    if (goesOn) this.#say({ type: 'text.delta', messageId: id, delta: text.slice(seen.text.length) }, out);
    else this.#say({ type: 'text.replaced', messageId: id, text }, out);
    seen.text = text;
    return true;
  }

  /** Whoever speaks has done thinking. */
  #say(words: DraftOf<'text.delta' | 'text.replaced'>, out: DraftSink): void {
    const { messageId } = words;
    if (out.ledger.messages.get(messageId)?.reasoning) out.add({ type: 'reasoning.done', messageId });
    out.add(words);
  }

  #open(message: Message, out: DraftSink): Seen {
    const { id } = message;
    const known = this.#seen.get(id);
    if (known) return known;
    const made: Seen = { text: '', thinking: '', worthFinding: 0 };
    this.#seen.set(id, made);
    if (out.ledger.messages.has(id)) return made;
    this.#finishPending(out);
    const role = roles.find((role) => role === message.role) ?? 'assistant';
    const name = message.name === undefined || message.name === defaultNames[role] ? {} : { name: message.name };
    out.add({ type: 'message.started', messageId: id, role, ...name, ...this.#at(message) });
    return made;
  }

  #calls(message: Message, { calls }: Parts, out: DraftSink): void {
    for (const { id: callId, name, input, args_text } of calls) {
      if (isMade(message.id) && callId === message.id) this.#charts.add(callId);
      const place = JSON.stringify([message.id, callId]);
      if (this.#charts.has(callId) || this.#called.has(place) || isOpenCall(callId, out)) continue;
      this.#called.add(place);
      this.#finished.delete(callId);
      const args = args_text === undefined ? (input ?? null) : null;
      const spoken = args_text ? { argsText: args_text } : {};
      const home = isMade(message.id) ? {} : { messageId: message.id };
      out.add({ type: 'tool.call', callId, name, args, ...spoken, ...home, ...this.#at(message) });
    }
  }

  #result(block: BlockOf<'tool_result'>, message: Message, out: DraftSink): void {
    const { id: callId, outcome = 'ok' } = block;
    if (this.#finished.has(callId)) return;
    if (!isOpenCall(callId, out)) this.#callPending(callId, out);
    this.#finished.add(callId);

    const name = block.name ?? out.ledger.calls.get(callId)?.name ?? '';
    const result = readResult(block);
    const at = this.#at(message);
    if (!this.#charts.has(callId)) {
      const home = isMade(message.id) ? {} : { messageId: message.id };
      out.add({ type: 'tool.finished', callId, name, outcome, result, ...home, ...at });
    }
    const isShown = name === CHART_TOOL && outcome === 'ok' && typeof result === 'string';
    const chart = isShown ? chartIn(result) : undefined;
    if (!chart) return;
    const by = this.#charts.has(callId) ? block.call_id : callId;
    out.add({
      type: 'chart',
      analysisId: chart.analyse_id,
      ...(by !== undefined && { callId: by }),
      ...(chart.title !== undefined && { title: chart.title }),
      options: [],
      ...at,
    });
  }

  /** Some servers complete the call alone: its result is whole when the next message begins. */
  #finishPending(out: DraftSink): void {
    for (const message of [...this.#pending.values()]) {
      const { calls, results } = partsOf(message, this.#spoken);
      if (calls.length === 0 && results.every(({ id }) => isOpenCall(id, out))) this.complete(message, out);
    }
  }

  /** A result may overtake the completion of its call. */
  #callPending(callId: string, out: DraftSink): void {
    for (const message of [...this.#pending.values()]) {
      if (partsOf(message, this.#spoken).calls.some(({ id }) => id === callId)) this.complete(message, out);
    }
  }

  #show(message: Message, { images }: Parts, out: DraftSink): void {
    for (const [i, { source, image_id, alt, media_type }] of images.entries()) {
      const imageId = image_id ?? `${message.id}.${i}`;
      if (this.#images.has(imageId)) continue;
      this.#images.add(imageId);
      out.add({
        type: 'image',
        imageId,
        url: source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`,
        ...(media_type !== undefined && { mediaType: media_type }),
        ...(alt !== undefined && { alt }),
        ...this.#at(message),
      });
    }
  }

  #at(message: Message): { at?: number } {
    const at = parseLocal(message.timestamp, this.#offsetMin);
    return at === undefined ? {} : { at };
  }
}

/** The last frame of each is held. Members of a team speak at once; of more than this, the others are read in full. */
const MAX_GROWING = 8;

const roles: readonly MessageRole[] = ['assistant', 'system', 'user'];

function isOpenCall(callId: string, { ledger }: DraftSink): boolean {
  const phase = ledger.calls.get(callId)?.phase;
  return phase === 'called' || phase === 'started';
}
