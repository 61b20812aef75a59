import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { JsonObject, TokenUsage } from '@polywire/protocol';
import type { ZodType } from 'zod';
import type { RunContext } from '../agents/contract.ts';
import type { Task } from '../agents/tasks.ts';
import { traceParentOf } from '../observe/trace-id.ts';
import type { Tool } from '../tools/contract.ts';
import { attempt, type Heard, type HeardCall } from './attempt.ts';
import { callSettings } from './call-settings.ts';
import type { Model } from './contract.ts';
import { errorOf, fault, faultOf, notice, shortened } from './faults.ts';
import { fitted } from './fitted.ts';
import { offered } from './offered.ts';
import { pauseBefore, rest, usualPatience } from './patience.ts';
import { withPlainIds } from './plain-ids.ts';
import { readJson } from './read-json.ts';
import type { SaidPart } from './signed.ts';
import { withThinkingFields } from './thinking-field.ts';
import { Voice, type VoiceKind } from './voice.ts';

export interface ThinkRequest {
  /** The step's key, unique in the run. */
  readonly key: string;
  /** What kind of request it is. The offline model goes by it; providers never see it, but for a header. */
  readonly task: Task;
  readonly system: string;
  /** Without the system message. */
  readonly messages: LanguageModelV3Prompt;
  readonly tools?: readonly Tool[];
  readonly voice: VoiceKind;
  /** Put on every event. */
  readonly agent?: string;
  readonly nodeRun?: string;
  /** More for the offline model: how many candidates are wanted, which agents there are. */
  readonly hints?: JsonObject;
}

export interface Thought {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly HeardCall[];
  /** All of it in order, where the provider signed its thinking. */
  readonly signed?: readonly SaidPart[];
  /** null where nothing was said aloud. */
  readonly messageId: string | null;
  readonly usage: TokenUsage;
  /** Why the model stopped: `stop`, `length`, `tool-calls`, … */
  readonly finish: string;
}

/** One request to a model, as one durable step: said while it comes, tried again where that helps. */
export function think(context: RunContext, model: Model, request: ThinkRequest): Promise<Thought> {
  return context.step(request.key, () => persist(context, model, request) as Promise<never>);
}

/** Asks for JSON of a shape. What does not fit is shown to the model once, to be put right. */
export async function thinkJson<T>(
  context: RunContext,
  model: Model,
  request: ThinkRequest & { readonly shape: ZodType<T> },
): Promise<T> {
  const { shape, ...plain } = request;
  const first = await think(context, model, plain);
  const read = readJson(first.text, shape);
  if ('value' in read) return read.value;
  const second = await think(context, model, {
    ...plain,
    key: `${plain.key}.repair`,
    messages: [
      ...plain.messages,
      { role: 'assistant', content: [{ type: 'text', text: first.text || '(nothing)' }] },
      { role: 'user', content: [{ type: 'text', text: `${read.problem}\n${REPAIR}` }] },
    ],
  });
  const again = readJson(second.text, shape);
  if ('value' in again) return again.value;
  throw errorOf(fault('MODEL_NONSENSE', new Error(again.problem)));
}

async function persist(context: RunContext, model: Model, request: ThinkRequest): Promise<Thought> {
  const { signal, breath } = context;
  const patience = { ...usualPatience, ...model.patience };
  const hide = (text: string): string => model.hide?.(text) ?? text;
  const language = await model.load().catch((error: unknown) => {
    throw errorOf(faultOf(error, Date.now(), 'MODEL_UNAVAILABLE'), hide);
  });
  const options = optionsOf(context, model, request);
  for (let tried = 1; ; tried += 1) {
    const voice = new Voice(context, request.voice, request, `${context.runId}.${request.key}`);
    const { silenceMs } = patience;
    const outcome = await attempt(language, options, voice, {
      signal,
      silenceMs,
      breath,
      unquoted: model.unquoted?.(),
    });
    if ('heard' in outcome) {
      voice.end();
      count(context, model, request, outcome.heard);
      const short = voice.messageId === null ? undefined : shortened(outcome.heard.finish);
      if (short) context.emit(short);
      return { ...outcome.heard, messageId: voice.messageId };
    }
    voice.cut();
    const pauseMs = pauseBefore(outcome.fault, tried, patience);
    if (pauseMs === undefined) throw errorOf(outcome.fault, hide);
    const waited = outcome.fault.code === 'MODEL_SILENT' ? patience.silenceMs : 0;
    if (waited + pauseMs >= PATIENT_MS) {
      context.emit(notice(outcome.fault, { pauseMs, next: tried + 1, of: patience.attempts }));
    }
    await rest(pauseMs, signal);
  }
}

function optionsOf(
  { locale, traceId }: RunContext,
  { provider, options, contextTokens, wantsThinkingFields }: Model,
  request: ThinkRequest,
): LanguageModelV3CallOptions {
  const { task, system, messages, tools = [], hints } = request;
  const room = fitted(withPlainIds(messages), contextTokens);
  const said = wantsThinkingFields ? withThinkingFields(room) : room;
  const { forAll, own } = callSettings(options ?? {});
  return {
    ...forAll,
    prompt: system === '' ? said : [{ role: 'system', content: system }, ...said],
    ...(tools.length > 0 && { tools: offered(tools, locale), toolChoice: { type: 'auto' } }),
    providerOptions: {
      ...(provider !== undefined && { [provider]: own }),
      polywire: { ...hints, task, locale },
    },
    headers: { traceparent: traceParentOf(traceId), 'x-polywire-task': task },
  };
}

function count({ emit }: RunContext, { price }: Model, { agent, nodeRun }: ThinkRequest, { usage }: Heard): void {
  if (usage.total === 0) return;
  const cost = price && (usage.input * price.input + usage.output * price.output) / 1_000_000;
  emit({
    type: 'usage',
    ...usage,
    ...(cost !== undefined && { cost }),
    ...(agent !== undefined && { agent }),
    ...(nodeRun !== undefined && { nodeRun }),
  });
}

/** Nobody wonders about a shorter pause. */
const PATIENT_MS = 3_000;
const REPAIR = 'Answer again, with nothing but the JSON that was asked for. / 请重新回答，只输出所要求的 JSON。';
