import * as z from 'zod';
import type { DraftSink } from '../../codec/draft-decoder.ts';
import { readJsonObject } from '../../codec/read-json.ts';
import { type Draft, toolOutcome } from '../../events.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { resolved } from './answered.ts';
import { about as aboutIt, interruption, keyOf } from './decode-chunk.ts';
import { readPlan, readStepExecution } from './plan.ts';
import { present } from './present.ts';
import { type Heard, roleOf } from './said.ts';
import type { Streams } from './streams.ts';
import { FINAL_ANSWER } from './write.ts';

const functionCall = z.object({ id: z.string().optional(), name: z.string(), arguments: z.string() });
const functionResult = z.object({
  call_id: z.string().optional(),
  name: z.string().nullish(),
  content: z.string(),
  is_error: z.boolean().nullish(),
});
const picture = z.object({ url: z.string(), alt: z.string().optional() });

type Kind = (said: Heard, content: string, out: DraftSink) => void;

/** Reads what a `message` says. What only makes sense together with other frames is the reader's. */
export class Messages {
  readonly #streams: Streams;
  /** The plan that the last message proposed: a question right after it is about it. */
  freshPlan: string | undefined;
  #plan: string | undefined;
  /** The final answer of another server, which its result may leave out. */
  finalAnswer: string | undefined;
  #lastText = '';

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  reset(): void {
    this.freshPlan = undefined;
    this.#plan = undefined;
    this.finalAnswer = undefined;
    this.#lastText = '';
  }

  read(said: Heard, out: DraftSink): void {
    this.freshPlan = undefined;
    if (typeof said.content !== 'string') return this.#list(said, said.content, out);
    const kind = said.metadata.of !== undefined && said.isOurs ? 'notice' : said.kind;
    if (Object.hasOwn(this.#kinds, kind)) this.#kinds[kind]?.(said, said.content, out);
    else if (said.type === 'ThoughtEvent') this.#thought(said, said.content, out);
    else this.#text(said, said.content, out);
  }

  readonly #kinds: Readonly<Record<string, Kind>> = {
    plan_message: (said, content, out) => this.#planned(said, content, out),
    step_execution: (said, content, out) => {
      const step = readStepExecution(content);
      if (!step) return this.#text(said, content, out);
      const planId = said.metadata.plan_id ?? this.#plan ?? out.nextId('p');
      out.add({ type: 'plan.step', planId, ...step, ...carried(said) });
    },
    replanning: (said, text, out) => out.add({ type: 'notice', of: 'replanning', text, ...carried(said) }),
    final_answer: (said, content, out) => {
      if (said.isOurs) return;
      const text = content.startsWith(FINAL_ANSWER.trim())
        ? content.slice(FINAL_ANSWER.length - 1).trimStart()
        : content;
      this.finalAnswer = text;
      if (text !== this.#lastText) this.#text(said, text, out);
    },
    notice: (said, text, out) => {
      if (!said.isOurs || said.metadata.of === undefined) return this.#text(said, text, out);
      out.add({ type: 'notice', of: said.metadata.of, text, ...carried(said) });
    },
    reasoning: (said, content, out) => this.#thought(said, content, out),
    answer: (said, content, out) => {
      const draft = said.isOurs ? resolved(said, content) : undefined;
      if (draft && out.ledger.inputs.has(draft.inputId)) out.add(draft);
      else this.#text(said, content, out);
    },
    // What these say, another frame of ours says too.
    question: (said, content, out) => {
      if (!said.isOurs) this.#text(said, content, out);
    },
    run_failed: (said, content, out) => {
      if (!said.isOurs) this.#text(said, content, out);
    },
  };

  #text(said: Heard, content: string, out: DraftSink): void {
    if (roleOf(said.source) === 'assistant') this.#lastText = content;
    this.#streams.whole(keyOf(said), content, aboutIt(said), { ...interruption(said), ...said.ext, ...said.at }, out);
  }

  #planned(said: Heard, content: string, out: DraftSink): void {
    const read = readPlan(content);
    if (!read) return this.#text(said, content, out);
    if (!read.needed && read.plan.steps.length === 0) return this.#text(said, read.response, out);
    const planId = said.metadata.plan_id ?? out.nextId('p');
    const { ext, ...rest } = carried(said);
    const kept = { ...ext, ...(read.response !== '' && { response: read.response }) };
    const about = { planId, ...read.plan, ...(Object.keys(kept).length > 0 && { ext: kept }), ...rest };
    if (said.metadata.edited === 'true') {
      out.add({ type: 'plan.edited', ...about, ...present({ by: said.metadata.by }) });
      return;
    }
    this.#plan = planId;
    this.freshPlan = planId;
    out.add({ type: 'plan.proposed', ...about });
  }

  /** Ours was streamed, and this ends it; other servers say a thought whole. */
  #thought(said: Heard, content: string, out: DraftSink): void {
    const messageId = said.metadata.message_id ?? out.nextId('m');
    if (!out.ledger.messages.get(messageId)?.reasoning) {
      out.add({ type: 'reasoning.delta', messageId, delta: content, ...said.agent, ...said.at });
    }
    out.add({ type: 'reasoning.done', messageId, ...said.at });
    if (said.metadata.message_id === undefined) out.add({ type: 'message.completed', messageId, ...said.at });
  }

  #list(said: Heard, content: readonly Json[], out: DraftSink): void {
    const calls = z.array(functionCall).min(1).safeParse(content).data;
    if (calls) for (const call of calls) out.add(this.#called(said, call, out));
    const results = calls ? undefined : z.array(functionResult).min(1).safeParse(content).data;
    if (results) for (const result of results) out.add(this.#returned(said, result, out));
    if (!calls && !results) this.#pictures(said, content, out);
  }

  #called(said: Heard, call: z.output<typeof functionCall>, out: DraftSink): Draft {
    const read = readJsonObject(call.arguments);
    const { message_id: messageId, args_text } = said.metadata;
    const args = read.ok
      ? { args: read.object, argsText: args_text }
      : { args: null, argsText: written(call.arguments) };
    const callId = call.id ?? out.nextId('c');
    return present({ type: 'tool.call' as const, callId, name: call.name, ...args, messageId, ...carried(said) });
  }

  #returned(said: Heard, given: z.output<typeof functionResult>, out: DraftSink): Draft {
    const { message_id: messageId, result: form } = said.metadata;
    const callId = given.call_id ?? out.ledger.calls.keys().next().value ?? out.nextId('c');
    const name = given.name ?? out.ledger.calls.get(callId)?.name ?? '';
    const outcome = toolOutcome.safeParse(said.metadata.outcome).data ?? (given.is_error ? 'error' : 'ok');
    const result = said.isOurs ? restored(given.content, form) : given.content;
    return present({ type: 'tool.finished' as const, callId, name, outcome, result, messageId, ...carried(said) });
  }

  /** Ours is one picture; other servers mix texts and pictures. */
  #pictures(said: Heard, content: readonly Json[], out: DraftSink): void {
    const known = content.every((item) => typeof item === 'string' || picture.safeParse(item).success);
    if (!known) return out.invalid(faults.inField('data.content', faults.noContent));
    const text = content.filter((item) => typeof item === 'string' && item !== '').join('\n');
    if (!said.isOurs && text !== '') this.#text({ ...said, ext: {} }, text, out);
    const { image_id, media_type: mediaType } = said.metadata;
    for (const item of content) {
      const { url, alt } = picture.safeParse(item).data ?? {};
      if (url === undefined) continue;
      const imageId = image_id ?? out.nextId('i');
      out.add(present({ type: 'image' as const, imageId, url, alt, mediaType, ...carried(said) }));
    }
  }
}

function carried({ agent, ext, at }: Heard) {
  return { ...agent, ...ext, ...at };
}

/** What a model wrote where arguments should be: a JSON text of it, nothing, or (elsewhere) the raw text. */
function written(text: string): string | undefined {
  if (text === 'null') return undefined;
  const value = parsed(text);
  return typeof value === 'string' ? value : text;
}

function restored(content: string, form: string | undefined): Json {
  if (form === 'null') return null;
  return form === 'json' ? (parsed(content) ?? content) : content;
}

function parsed(text: string): Json | undefined {
  const read = readJsonObject(`{"it":${text}}`);
  return read.ok && isJsonObject(read.object) ? read.object.it : undefined;
}
