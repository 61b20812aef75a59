import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject, type TokenUsage } from '@polywire/protocol';
import type { RunContext } from '../agents/contract.ts';
import type { Model } from './contract.ts';
import { type Fault, fault, faultOf } from './faults.ts';
import { type SaidPart, SignedParts } from './signed.ts';
import { ThinkTags } from './think-tags.ts';
import { wantsThinkingBack } from './thinking-field.ts';
import type { Voice } from './voice.ts';

export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly HeardCall[];
  /** All of it in order, where the provider wants its thinking back. */
  readonly signed?: readonly SaidPart[];
  readonly finish: string;
  readonly usage: TokenUsage;
}

export interface HeardCall {
  readonly callId: string;
  readonly name: string;
  /** null when the model wrote no JSON object. */
  readonly args: JsonObject | null;
  readonly argsText: string;
}

type Circumstances = Pick<RunContext, 'signal' | 'breath'> & {
  readonly silenceMs: number;
  readonly unquoted: ReturnType<NonNullable<Model['unquoted']>> | undefined;
};

/** Asks a model once and says what comes while it comes. A failure is a value: whoever asked decides what next. */
export async function attempt(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  voice: Voice,
  { signal, silenceMs, breath, unquoted }: Circumstances,
): Promise<{ heard: Heard } | { fault: Fault }> {
  const silence = new AbortController();
  const listen = () => setTimeout(() => silence.abort(SILENT), silenceMs);
  let timer = listen();
  const abortSignal = AbortSignal.any([signal, silence.signal]);
  const ear = new Ear(voice);
  try {
    const { stream } = await orAborted(abortSignal, model.doStream({ ...options, abortSignal }));
    const reader = stream.getReader();
    abortSignal.addEventListener('abort', () => void reader.cancel(abortSignal.reason).catch(ignoreLate), ONCE);
    for (;;) {
      const { done, value } = await reader.read();
      if (done || abortSignal.aborted) break;
      timer.refresh();
      for (const part of unquoted?.hear(value) ?? [value]) ear.hear(part);
      const held = breath();
      if (!held) continue;
      // It is we who are silent now.
      clearTimeout(timer);
      await held;
      timer = listen();
    }
    abortSignal.throwIfAborted();
    return ear.result();
  } catch (error) {
    signal.throwIfAborted();
    return { fault: silence.signal.aborted ? fault('MODEL_SILENT', error) : faultOf(error, Date.now()) };
  } finally {
    clearTimeout(timer);
  }
}

/** Puts the parts of one stream together. */
class Ear {
  readonly #voice: Voice;
  readonly #open = new Map<string, { callId: string; name: string; argsText: string }>();
  readonly #calls: HeardCall[] = [];
  readonly #tags = new ThinkTags();
  readonly #signed = new SignedParts();
  #text = '';
  #reasoning = '';
  #failed: { error: unknown } | undefined;
  #end: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;

  constructor(voice: Voice) {
    this.#voice = voice;
  }

  hear(part: LanguageModelV3StreamPart): void {
    if (this.#failed) return;
    switch (part.type) {
      case 'text-delta':
        this.#say(this.#tags.push(part.delta));
        break;
      case 'text-end':
        this.#say(this.#tags.end());
        break;
      case 'reasoning-start':
      case 'reasoning-end':
        this.#signed.think(part.id, { marks: marksOf(part) });
        break;
      case 'reasoning-delta':
        this.#signed.think(part.id, { delta: part.delta, marks: marksOf(part) });
        this.#say([{ kind: 'reasoning', delta: part.delta }]);
        break;
      case 'tool-input-start':
        this.#begin(part.id, part.toolName);
        break;
      case 'tool-input-delta': {
        const call = this.#open.get(part.id);
        if (!call || part.delta === '') break;
        call.argsText += part.delta;
        this.#voice.args(call.callId, call.name, part.delta);
        break;
      }
      case 'tool-call': {
        const { callId } = this.#open.get(part.toolCallId) ?? this.#begin(part.toolCallId, part.toolName);
        this.#open.delete(part.toolCallId);
        this.#signed.call(callId);
        this.#calls.push({ callId, name: part.toolName, args: objectOf(part.input), argsText: part.input });
        break;
      }
      case 'finish':
        this.#end = part;
        if (wantsThinkingBack(part)) this.#signed.keepThoughts();
        break;
      case 'error':
        this.#failed = { error: part.error };
        break;
    }
  }

  result(): { heard: Heard } | { fault: Fault } {
    if (this.#failed) return { fault: faultOf(this.#failed.error, Date.now()) };
    if (!this.#end) return { fault: fault('MODEL_CUT', new Error('The stream ended before its end.')) };
    const { unified } = this.#end.finishReason;
    if (unified === 'content-filter' && this.#text === '') {
      return { fault: fault('MODEL_REFUSED', new Error('content filter'), { said: 'content filter' }) };
    }
    const signed = this.#signed.result();
    return {
      heard: {
        text: this.#text,
        reasoning: this.#reasoning,
        calls: this.#calls,
        ...(signed && { signed }),
        finish: unified,
        usage: usageOf(this.#end),
      },
    };
  }

  #say(heard: readonly { kind: 'text' | 'reasoning'; delta: string }[]): void {
    for (const { kind, delta } of heard) {
      if (delta === '') continue;
      if (kind === 'text') {
        this.#text += delta;
        this.#signed.text(delta);
      } else this.#reasoning += delta;
      this.#voice[kind](delta);
    }
  }

  /** Models number their calls as they like, some anew in each answer, some all alike: the run's ids are ours. */
  #begin(id: string, name: string) {
    const call = { callId: this.#voice.nextCall(), name, argsText: '' };
    this.#open.set(id, call);
    return call;
  }
}

/** What comes from a stream is JSON. */
function marksOf({ providerMetadata }: { providerMetadata?: object }): Record<string, JsonObject> | undefined {
  return providerMetadata as Record<string, JsonObject> | undefined;
}

function usageOf({ usage }: { usage: Extract<LanguageModelV3StreamPart, { type: 'finish' }>['usage'] }): TokenUsage {
  const input = usage.inputTokens.total ?? 0;
  const output = usage.outputTokens.total ?? 0;
  return { input, output, total: input + output };
}

/** A call without any arguments is often written as nothing at all. */
function objectOf(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Also for providers that do not listen to the signal. */
function orAborted<T>(signal: AbortSignal, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), ONCE);
    work.then(resolve, reject);
  });
}

/** The stream is given up: how it fails from here on is of no interest. */
function ignoreLate(): undefined {
  return undefined;
}

const ONCE = { once: true };
const SILENT = new Error('silent');
