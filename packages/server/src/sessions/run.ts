import {
  type Draft,
  type DraftOf,
  type FileRef,
  type FinalStatus,
  type InputOutcome,
  type Json,
  type JsonObject,
  type Ledger,
  Legaliser,
  type RunEvent,
  type RunStatus,
  STEP_NS,
} from '@polywire/protocol';
import type { Answer, Edit, PastTurn, Question, RunContext, ToolCall, ToolResult } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import { detached } from '../detached.ts';
import { traceIdOf } from '../observe/trace-id.ts';
import type { ApprovalPolicy } from '../tools/contract.ts';
import { Asking } from './asking.ts';
import type { Spent } from './budget.ts';
import { callTool } from './call-tool.ts';
import { localeOf } from './locale.ts';
import { overspent, tooManyRounds } from './overspent.ts';
import { Past, RECOVERED, STEADY } from './past.ts';
import { Pause } from './pause.ts';
import { policyOf } from './policy.ts';
import type { RunHost, RunSpec } from './run-host.ts';
import { Spending } from './spending.ts';
import { type TakeUp, takeUp } from './take-up.ts';
import { Watchdog } from './watchdog.ts';
import { YIELD_ID, Yielding } from './yielding.ts';

/** The life of one run: it is the agent's context, and the only writer of the run's events. */
export class Run implements RunContext {
  readonly runId: string;
  readonly session: string;
  readonly owner: string;
  readonly locale: 'en' | 'zh';
  readonly traceId: string;
  readonly input: string;
  readonly files: readonly FileRef[];
  readonly model: string | undefined;
  readonly options: JsonObject;
  readonly signal: AbortSignal;
  readonly past: Past;
  readonly #spec: RunSpec;
  readonly #host: RunHost;
  readonly #legal = new Legaliser();
  readonly #abort = new AbortController();
  readonly #asking = new Asking();
  readonly #pause = new Pause();
  readonly #yielding: Yielding;
  readonly #dog: Watchdog;
  readonly #spending: Spending;
  readonly #startedAt: number;
  readonly #answeredBy = new Set<string>();
  readonly #edits: Edit[] = [];
  #working = 0;
  #ids: number;
  #policy: ApprovalPolicy = 'destructive';
  #first: number;
  #history: Promise<readonly PastTurn[]> | undefined;
  #iterations = 0;
  #events = 0;
  #ended = false;

  constructor(spec: RunSpec, host: RunHost, events: readonly RunEvent[] = []) {
    this.#spec = spec;
    this.#host = host;
    this.runId = spec.id;
    this.session = host.id;
    this.owner = host.owner;
    this.locale = localeOf(spec.input);
    this.traceId = traceIdOf(spec.id);
    this.input = spec.input;
    this.files = spec.files ?? [];
    this.model = spec.model;
    this.options = spec.options ?? {};
    this.signal = this.#abort.signal;
    this.past = new Past(events);
    this.#yielding = new Yielding(events);
    this.#ids = this.past.ids;
    this.#spending = new Spending(this.past);
    this.#first = this.past.first ?? 0;
    this.#startedAt = this.past.startedAt ?? host.now();
    for (const event of events) {
      this.#legal.ledger.note(event);
      if ((event.type === 'todo.item' || event.type === 'plan.edited') && event.by !== undefined)
        this.#edits.push(event);
    }
    this.#dog = new Watchdog(host.limits, {
      isMoving: () => this.status === 'active' || this.status === 'pausing',
      events: () => this.#events,
      expire: (error) => this.finish('timed_out', error),
    });
  }

  get policy(): ApprovalPolicy {
    return this.#policy;
  }

  get ledger(): Ledger {
    return this.#legal.ledger;
  }

  get status(): RunStatus {
    return this.#legal.ledger.run?.status ?? 'complete';
  }

  /** The question that the user was last left with: also while the agent is played again and has not come to it. */
  get asked(): DraftOf<'input.requested'> | undefined {
    const waits = this.status === 'awaiting_input' || (this.status === 'active' && this.past.waitsSince !== undefined);
    return waits ? this.ledger.oldestInput : undefined;
  }

  /** Whether a client may mean this run: by its id, or by a message that it answers. */
  isCalled(wireName: string): boolean {
    const name = wireName.replace(TURN_NUMBER, '');
    return name === this.runId || this.answers(name);
  }

  /** Whether it answers that message: the one that started it, or one that was the answer to a question of it. */
  answers(ref: string): boolean {
    return ref === this.#spec.ref || this.#answeredBy.has(ref);
  }

  get isOver(): boolean {
    return this.#ended;
  }

  /** Starts the run, or takes it up again. */
  begin(how: TakeUp = RECOVERED): void {
    if (this.past.startedAt === undefined) {
      const { ref, model, agent, input } = this.#spec;
      this.emit({
        type: 'run.started',
        input,
        agentKind: agent.name,
        ...(model !== undefined && { model }),
        ...(ref !== undefined && { ref }),
      });
    } else {
      takeUp(this, how);
    }
    const over = this.#overspent({ tokens: 0, cost: 0 });
    if (over) return this.finish('timed_out', over);
    this.#dog.start();
    this.#done = this.#work().then(
      (text) => this.finish('complete', undefined, text),
      (error: unknown) => this.#fail(error),
    );
  }
  #done: Promise<void> = Promise.resolve();

  async #work(): Promise<string | undefined> {
    this.#policy = policyOf(this.options.approvalPolicy, await this.#host.policy());
    // It may have been stopped while that was read.
    this.signal.throwIfAborted();
    return this.#spec.agent.run(this);
  }

  /** Resolves when the run waits or is over, or has lived for a while; that it has, is noted. */
  async steady(): Promise<void> {
    const until = performance.now() + STEADY_MS;
    while (!this.#ended && (this.status === 'active' || this.status === 'pausing')) {
      if (performance.now() >= until) return this.emit({ type: 'run.status', status: this.status, reason: STEADY });
      await new Promise((resolve) => setTimeout(resolve, STEADY_CHECK_MS).unref());
    }
  }

  readonly emit = (draft: Draft): void => {
    if (this.#ended) return;
    this.#events += 1;
    if (draft.type === 'text.delta' && this.#isOpen(draft.messageId)) {
      if (isPlain(draft)) this.#host.say(this.runId, draft.messageId, draft.delta);
      else this.#host.append({ ...draft, runId: this.runId });
      return;
    }
    this.#speaking = undefined;
    if (draft.type === 'usage') this.#spend(draft);
    const { drafts, refused } = this.#legal.push({ ...draft, runId: this.runId });
    for (const legal of drafts) {
      const { seq } = this.#host.append(legal);
      if (this.#first === 0) this.#first = seq;
    }
    if (refused) this.#host.report(new Error(`${draft.type} was refused: ${refused}`), this.#name);
  };

  /** Most words belong to the message that the words before belonged to. */
  #isOpen(messageId: string): boolean {
    if (messageId === this.#speaking) return true;
    if (!this.#legal.ledger.messages.has(messageId)) return false;
    this.#speaking = messageId;
    return true;
  }
  #speaking: string | undefined;

  /** Somebody changed a checklist or a plan while the run is under way. */
  edit(edit: Edit): void {
    this.emit(edit);
    this.#edits.push(edit);
  }

  readonly edits = (): readonly Edit[] => this.#edits;

  readonly told = (): readonly string[] => this.#yielding.told;

  readonly history = (): Promise<readonly PastTurn[]> => {
    this.#history ??= this.#host.history(this.#first);
    return this.#history;
  };

  readonly durable = (): Promise<void> => this.#host.durable();

  readonly newId = (kind: string): string => {
    this.#ids += 1;
    return `${this.runId}.${kind}${this.#ids}`;
  };

  readonly step = async <T extends Json>(key: string, work: () => Promise<T>): Promise<T> => {
    const known = this.past.step(key);
    if (known) return known.result as T;
    await this.safePoint();
    const result = await this.working(work);
    this.emit({ type: 'checkpoint', checkpointId: key, ns: STEP_NS, state: result });
    return result;
  };

  readonly isDone = (key: string): boolean => this.past.step(key) !== undefined;

  readonly nextIteration = (): number => {
    const { iterations } = this.#host.limits;
    this.#iterations += 1;
    if (iterations > 0 && this.#iterations > iterations) throw tooManyRounds(iterations);
    return this.#iterations;
  };

  readonly callTool = (call: ToolCall): Promise<ToolResult> => callTool(this, call, this.#host.limits);

  readonly ask = (question: Question, elsewhere?: Promise<Answer>): Promise<Answer> => {
    const known = this.past.question(question.inputId);
    if (known?.answer) return Promise.resolve(known.answer);
    const { inputMs } = this.#host.limits;
    const expiresAt = inputMs > 0 ? { expiresAt: this.#host.now() + inputMs } : {};
    if (!this.ledger.inputs.has(question.inputId)) this.emit({ type: 'input.requested', ...question, ...expiresAt });
    this.#settleSoon();
    const there = elsewhere?.then((answer) => {
      if (this.ledger.inputs.has(question.inputId)) this.resolve(question.inputId, answer, {});
    });
    detached(there, (error) => this.#host.report(error, this.#name));
    return this.#asking.wait(question.inputId, this.signal, this.#expireLater(question.inputId));
  };

  /** Takes the answer to an open question. The caller has made sure that it is open and that the answer is clear. */
  resolve(inputId: string, answer: Answer & { outcome: InputOutcome }, by: { by?: string; ref?: string }): void {
    if (by.ref !== undefined) this.#answeredBy.add(by.ref);
    this.past.waitsSince = undefined;
    this.emit({ type: 'input.resolved', inputId, ...answer, ...by });
    if (this.status !== 'active' && !this.#pause.isWanted) this.emit({ type: 'run.status', status: 'active' });
    // After a restart the answer may come before the agent has asked again.
    if (!this.#asking.answer(inputId, answer)) this.past.answered(inputId, answer);
    this.#settleSoon();
  }

  /** Asks the open question again: for a client whose words were no clear answer. */
  askAgain(ref: string | undefined): void {
    this.emit({ type: 'run.status', status: 'active', ...(ref !== undefined && { ref }) });
    this.emit({ type: 'run.status', status: 'awaiting_input' });
  }

  pause(): void {
    if (this.#pause.isWanted || this.#ended) return;
    this.#pause.begin();
    this.#spec.agent.control?.(this.runId, 'pause');
    if (this.status === 'paused') return;
    this.emit({ type: 'run.status', status: this.status === 'awaiting_input' ? 'paused' : 'pausing' });
    this.#settleSoon();
  }

  resume(): void {
    const { openQuestion } = this.#yielding;
    if (openQuestion !== undefined && this.ledger.inputs.has(openQuestion)) {
      this.resolve(openQuestion, { outcome: 'answered', text: '' }, {});
    }
    if (!this.#pause.isWanted || this.#ended) return;
    this.emit({ type: 'run.status', status: 'active' });
    this.#pause.end();
    this.#spec.agent.control?.(this.runId, 'resume');
    this.#settleSoon();
  }

  /** Where a run that is to pause pauses, and one that is to end ends. */
  async safePoint(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.#yielding.openQuestion !== undefined) return this.#yield();
    if (!this.#pause.isWanted) return;
    if (this.#spec.agent.onPause === 'yield') return this.#yield();
    this.#settleSoon();
    await this.#pause.hold(this.signal);
  }

  readonly breath = (): Promise<void> | undefined => {
    // Whoever yields asks the user, and does so between two steps.
    return this.#pause.isWanted && this.#spec.agent.onPause !== 'yield' ? this.#hold() : undefined;
  };

  /** What waits in the middle of its work does not work. */
  async #hold(): Promise<void> {
    this.#working -= 1;
    this.#settleSoon();
    try {
      await this.#pause.hold(this.signal);
    } finally {
      this.#working += 1;
    }
  }

  /** The pause is the user's turn: it ends with what they say. */
  #yield(): Promise<void> {
    this.#pause.end();
    return this.#yielding.ask(this.locale, () => this.newId(YIELD_ID), this.ask);
  }

  /** While something works, the run does not wait for input, whatever is asked. */
  async working<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#settleSoon();
    }
  }

  finish(status: FinalStatus, error?: RunError, text?: string): void {
    if (this.#ended) return;
    this.#dog.stop();
    if (error) this.emit({ type: 'error', message: error.message, code: error.code, fatal: true });
    this.emit({
      type: 'run.finished',
      status,
      ...(text !== undefined && { text }),
      ...(error && { reason: error.message }),
      ...this.#spending.told(),
      durationMs: Math.max(0, this.#host.now() - this.#startedAt),
    });
    this.#ended = true;
    this.#abort.abort(error ?? new RunError('STOPPED', status));
    this.#asking.clear();
    this.#host.ended(this, this.#done);
  }

  /** Ends without a word: the log is what counts, and somebody else goes on from it. */
  abandon(): void {
    this.#ended = true;
    this.#dog.stop();
    this.#abort.abort(new RunError('ABANDONED', 'abandoned'));
    this.#asking.clear();
  }

  #expireLater(inputId: string): NodeJS.Timeout | undefined {
    const expiresAt = this.ledger.inputs.get(inputId)?.expiresAt;
    if (expiresAt === undefined) return undefined;
    const expire = () => {
      if (this.#ended || !this.ledger.inputs.has(inputId)) return;
      this.emit({ type: 'input.resolved', inputId, outcome: 'expired' });
      this.finish('timed_out', new RunError('INPUT_EXPIRED', 'No answer came in time. / 未在规定时间内收到回答。'));
    };
    return setTimeout(expire, Math.max(0, expiresAt - this.#host.now())).unref();
  }

  /** By which the operator finds it. */
  get #name() {
    return { runId: this.runId, traceId: this.traceId };
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    if (error instanceof RunError) return this.finish(error.timedOut ? 'timed_out' : 'error', error);
    this.#host.report(error, this.#name);
    this.finish('error', new RunError('INTERNAL', 'Something went wrong inside the agent. / 智能体内部出错。'));
  }

  #spend(usage: DraftOf<'usage'>): void {
    this.#spending.add(usage);
    const over = this.#overspent({ tokens: usage.total, cost: usage.cost ?? 0 });
    if (over) queueMicrotask(() => this.finish('timed_out', over));
  }

  #overspent(more: Spent): RunError | undefined {
    return overspent(this.#host.limits, this.#spending.spent, this.#host.spend(more));
  }

  /** Once the agent had its turn: if nothing moves, the run waits for an answer, or is paused where it is to be. */
  #settleSoon(): void {
    setImmediate(() => {
      if (this.#ended || this.#working > 0) return;
      const { isWaiting } = this.#asking;
      const isToPause = this.#pause.isWanted;
      if (this.status === 'pausing' && isToPause && (isWaiting || this.#pause.isHolding)) {
        this.emit({ type: 'run.status', status: 'paused' });
      } else if (!isToPause && isWaiting && this.status !== 'awaiting_input') {
        this.emit({ type: 'run.status', status: 'awaiting_input' });
      }
    });
  }
}

function isPlain({ agent, nodeRun, ext }: Draft): boolean {
  return agent === undefined && nodeRun === undefined && ext === undefined;
}

/** What stops the process does so soon. */
const STEADY_MS = 1_000;
const STEADY_CHECK_MS = 20;

/** Wires that end a run with a question number the turns of one run. */
export const TURN_NUMBER = /~\d+$/;
