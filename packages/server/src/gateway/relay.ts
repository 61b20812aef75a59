import { ClientError, type Conversation, type ReadPlace } from '@polywire/client';
import type { EventOf, Json, JsonObject, PlanStep, RunEvent } from '@polywire/protocol';
import type { Answer, Question, RunContext } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import { answerThere, whenAnsweredThere } from './answered-there.ts';
import { ChartCalls } from './chart-calls.ts';
import type { Confidence } from './confidence.ts';
import type { Following } from './following.ts';
import { joined } from './joined.ts';
import type { Keep } from './keep.ts';
import { idHere, renamed } from './rename.ts';

/** How far a run at another server was followed. */
export interface Place extends JsonObject {
  readonly session: string | null;
  readonly cursor: string | null;
}

export interface RelayParts {
  readonly context: RunContext;
  readonly conversation: Conversation;
  readonly following: Following;
  readonly keep: Keep;
  readonly confidence: Confidence;
  /** The tool there that only shows charts. */
  readonly chartTool: string | undefined;
  readonly stepsDone: number;
}

/** Passes one run of another server on, event by event, and the answers to its questions back. */
export class Relay {
  readonly #context: RunContext;
  readonly #conversation: Conversation;
  readonly #following: Following;
  readonly #keep: Keep;
  readonly #confidence: Confidence;
  readonly #chartCalls: ChartCalls;
  readonly #mark: string;
  #steps: number;
  #failure: EventOf<'error'> | undefined;
  /** A plan that was edited here and sent there: it comes back. */
  #sentPlan: string | undefined;
  #hasUsage = false;
  /** There was a boundary since the place that is remembered. */
  #isPastBoundary = false;

  constructor({ context, conversation, following, keep, confidence, chartTool, stepsDone }: RelayParts) {
    this.#context = context;
    this.#conversation = conversation;
    this.#following = following;
    this.#keep = keep;
    this.#confidence = confidence;
    this.#chartCalls = new ChartCalls(chartTool);
    this.#steps = stepsDone;
    this.#mark = stepsDone === 0 ? '' : `~${stepsDone}`;
  }

  /** To the end of the run; gives its final answer where the other server told one. */
  async follow(events: AsyncIterable<RunEvent>): Promise<string | undefined> {
    for await (const event of events) {
      if (event.type === 'run.finished') return this.#finished(event);
      if (event.type === 'input.requested') await this.#ask(event);
      else await this.#pass(event);
      this.#isPastBoundary ||= isBoundary(event);
      const { place } = this.#following;
      if (this.#isPastBoundary && place) await this.#remember(place);
    }
    const { error } = this.#conversation.getState();
    throw new RunError('UPSTREAM_LOST', joined(LOST, error?.message));
  }

  async #pass(event: RunEvent): Promise<void> {
    if (event.type === 'usage') this.#hasUsage = true;
    if (event.type === 'error' && event.fatal) {
      this.#failure = event;
      return;
    }
    if (event.type === 'plan.edited' && JSON.stringify(event.steps) === this.#sentPlan) {
      this.#sentPlan = undefined;
      return;
    }
    const draft = renamed(event, this.#context.runId, this.#mark);
    for (const each of draft ? this.#chartCalls.take(draft) : []) this.#context.emit(await this.#keep.draft(each));
  }

  /** A step: after a restart it is known from where to go on. A run that is to pause pauses here. */
  #remember({ cursor }: ReadPlace): Promise<Json> {
    this.#steps += 1;
    this.#isPastBoundary = false;
    const { session } = this.#conversation.getState();
    const place: Place = { session: session ?? null, cursor: cursor ?? null };
    return this.#context.step(stepName(this.#steps), async () => place);
  }

  async #ask(event: EventOf<'input.requested'>): Promise<void> {
    const { kind, prompt, name, args, planId } = event;
    const callId = event.callId === undefined ? undefined : idHere(event.callId, this.#context.runId, this.#mark);
    const question: Question = {
      inputId: idHere(event.inputId, this.#context.runId),
      kind,
      ...(prompt !== undefined && { prompt }),
      ...(callId !== undefined && { callId }),
      ...(name !== undefined && { name }),
      ...(args && { args }),
      ...(planId !== undefined && { planId }),
    };
    const done = new AbortController();
    const elsewhere = whenAnsweredThere(this.#conversation, event.inputId, done.signal);
    const given = elsewhere.then((answer) => this.#confidence.said(answer));
    const answer = await this.#context.ask(question, given).finally(() => done.abort());
    // Somebody was quicker there, or a pause that was ended here had asked something there.
    if (answerThere(this.#conversation, event.inputId)) return;
    await this.#following.unlessLost(this.#answer(event, answer));
  }

  async #answer({ inputId, planId }: EventOf<'input.requested'>, { outcome, text, args }: Answer): Promise<void> {
    if (outcome === 'expired' || outcome === 'cancelled') return this.#conversation.stop();
    const edited = this.#context.edits().filter((edit) => edit.type === 'plan.edited' && edit.planId === planId);
    const last = edited.at(-1);
    const steps = last?.type === 'plan.edited' ? last.steps : undefined;
    const decision = outcome === 'approved' ? 'approve' : outcome === 'denied' ? 'reject' : undefined;
    this.#sentPlan = steps && JSON.stringify(steps);
    try {
      await this.#conversation.answer(inputId, {
        ...(decision && { outcome: decision }),
        ...(text !== undefined && { text }),
        ...(args && { args }),
        ...(steps && { steps }),
      });
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'UNSUPPORTED') throw error;
      await this.#answerInWords(inputId, steps);
    }
  }

  /** A yes there would be to something else than what was agreed to here: another plan is asked for, a call refused. */
  async #answerInWords(inputId: string, steps: readonly PlanStep[] | undefined): Promise<void> {
    const { locale, emit } = this.#context;
    if (steps) return this.#conversation.answer(inputId, { text: planWords(steps, locale) });
    emit({ type: 'notice', of: 'input.answer', text: NO_CHANGES[locale] });
    return this.#conversation.answer(inputId, { outcome: 'reject' });
  }

  #finished(event: EventOf<'run.finished'>): string | undefined {
    const { status, text, usage, cost, reason } = event;
    for (const draft of this.#chartCalls.end()) this.#context.emit(draft);
    if (usage && !this.#hasUsage) this.#context.emit({ type: 'usage', ...usage, ...(cost !== undefined && { cost }) });
    if (status === 'complete') return text;
    const message = this.#failure?.message ?? reason ?? endings[status];
    const code = this.#failure?.code;
    throw new RunError(lostCodes[code ?? ''] ?? code ?? codes[status], message, { timedOut: status === 'timed_out' });
  }
}

export function stepName(n: number): string {
  return `upstream.${n}`;
}

/** Where nothing of a message or a call is half said. A run that rests there rests here, too. */
function isBoundary(event: RunEvent): boolean {
  return boundaries.has(event.type) || (event.type === 'run.status' && event.status === 'paused');
}
const boundaries: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'run.started',
  'message.completed',
  'tool.finished',
  'input.requested',
]);

/** A plan for a server that takes no plans, only wishes. */
function planWords(steps: readonly PlanStep[], locale: 'en' | 'zh'): string {
  const lines = steps.map(({ title, details }, i) => `${i + 1}. ${title}${details ? `: ${details}` : ''}`);
  return [locale === 'zh' ? '请改用以下计划：' : 'Please use this plan instead:', ...lines].join('\n');
}

const NO_CHANGES = {
  en: 'The other server cannot be told changed arguments, so the call was refused there.',
  zh: '无法把修改后的参数告知上游服务器，因此该调用在上游被拒绝。',
} as const;

const LOST = 'The other server cannot be followed any further. / 无法继续跟随上游服务器。';
/** How our own client says that it lost sight of a run. */
const lostCodes: Readonly<Record<string, string>> = { LOST: 'UPSTREAM_LOST', TIMEOUT: 'UPSTREAM_SILENT' };
const codes = { error: 'UPSTREAM_FAILED', stopped: 'UPSTREAM_STOPPED', timed_out: 'UPSTREAM_TIMED_OUT' } as const;
const endings = {
  error: 'The other server failed. / 上游服务器出错。',
  stopped: 'The run was stopped at the other server. / 运行已在上游服务器停止。',
  timed_out: 'The run took too long at the other server. / 运行在上游服务器超时。',
} as const;
