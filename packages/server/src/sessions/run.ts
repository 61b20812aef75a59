import {
  type Draft,
  type EventOf,
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
  type TokenUsage,
} from '@polywire/protocol';
import type { Agent, Answer, Edit, Question, RunContext, ToolCall, ToolResult } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import { traceIdOf } from '../observe/trace-id.ts';
import type { Spent } from './budget.ts';
import { callTool } from './call-tool.ts';
import type { Limits } from './limits.ts';
import { overspent, tooManyRounds } from './overspent.ts';
import { Past, RECOVERED } from './past.ts';
import { Watchdog } from './watchdog.ts';

export interface RunSpec {
  readonly id: string;
  readonly agent: Agent;
  readonly input: string;
  readonly files?: readonly FileRef[] | undefined;
  readonly model?: string | undefined;
  readonly ref?: string | undefined;
  readonly options?: JsonObject | undefined;
}

/** What a run needs of its session. */
export interface RunHost {
  readonly limits: Limits;
  now(): number;
  append(draft: Draft): unknown;
  /** The same for a piece of text with nothing else to it: almost all events are such. */
  say(runId: string, messageId: string, delta: string): void;
  durable(): Promise<void>;
  /** The run's last event is appended; its agent may still be winding up until `done` resolves. */
  ended(run: Run, done: Promise<void>): void;
  /** Counts what the run used; returns what its owner has used today. */
  spend(spent: Spent): Spent;
  /** Something the user is told nothing of, for the log of the operator. */
  report(error: unknown): void;
}

/** The life of one run: it is the agent's context, and the only writer of the run's events. */
export class Run implements RunContext {
  readonly runId: string;
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
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #dog: Watchdog;
  readonly #startedAt: number;
  readonly #answeredBy = new Set<string>();
  readonly #edits: Edit[] = [];
  #working = 0;
  #ids: number;
  #usage: TokenUsage = { input: 0, output: 0, total: 0 };
  #cost = 0;
  #iterations = 0;
  #ended = false;
  #resume: (() => void) | undefined;
  #paused: Promise<void> | undefined;

  constructor(spec: RunSpec, host: RunHost, events: readonly RunEvent[] = []) {
    this.#spec = spec;
    this.#host = host;
    this.runId = spec.id;
    this.traceId = traceIdOf(spec.id);
    this.input = spec.input;
    this.files = spec.files ?? [];
    this.model = spec.model;
    this.options = spec.options ?? {};
    this.signal = this.#abort.signal;
    this.past = new Past(events);
    this.#ids = this.past.ids;
    this.#startedAt = this.past.startedAt ?? host.now();
    for (const event of events) {
      this.#legal.ledger.note(event);
      if ((event.type === 'todo.item' || event.type === 'plan.edited') && event.by !== undefined)
        this.#edits.push(event);
    }
    this.#dog = new Watchdog(host.limits, () => host.now(), {
      isMoving: () => this.status === 'active' || this.status === 'pausing',
      expire: (error) => this.finish('timed_out', error),
    });
  }

  get ledger(): Ledger {
    return this.#legal.ledger;
  }

  get status(): RunStatus {
    return this.#legal.ledger.run?.status ?? 'complete';
  }

  /** The client's id of the message that started it. */
  get ref(): string | undefined {
    return this.#spec.ref;
  }

  /** Whether a client may mean this run: by its id, or by a message that it answers. */
  isCalled(wireName: string): boolean {
    const name = wireName.replace(TURN_NUMBER, '');
    return name === this.runId || name === this.#spec.ref || this.#answeredBy.has(name);
  }

  get isOver(): boolean {
    return this.#ended;
  }

  /** Starts the run, or takes it up again after a restart. */
  begin(): void {
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
      this.#takeUp();
    }
    this.#dog.start();
    const work = this.#spec.agent.run(this).then(
      (text) => this.finish('complete', undefined, text),
      (error: unknown) => this.#fail(error),
    );
    this.#done = work;
  }
  #done: Promise<void> = Promise.resolve();

  readonly emit = (draft: Draft): void => {
    if (this.#ended) return;
    this.#dog.sawLife();
    if (draft.type === 'text.delta' && this.#legal.ledger.messages.has(draft.messageId)) {
      if (isPlain(draft)) this.#host.say(this.runId, draft.messageId, draft.delta);
      else this.#host.append({ ...draft, runId: this.runId });
      return;
    }
    if (draft.type === 'usage') this.#count(draft);
    const { drafts, refused } = this.#legal.push({ ...draft, runId: this.runId });
    for (const legal of drafts) this.#host.append(legal);
    if (refused) this.#host.report(new Error(`run ${this.runId}: ${draft.type} was refused: ${refused}`));
  };

  /** Somebody changed a checklist or a plan while the run is under way. */
  edit(edit: Edit): void {
    this.emit(edit);
    this.#edits.push(edit);
  }

  readonly edits = (): readonly Edit[] => this.#edits;

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

  readonly nextIteration = (): number => {
    const { iterations } = this.#host.limits;
    this.#iterations += 1;
    if (iterations > 0 && this.#iterations > iterations) throw tooManyRounds(iterations);
    return this.#iterations;
  };

  readonly callTool = (call: ToolCall): Promise<ToolResult> => callTool(this, call, this.#host.limits);

  readonly ask = (question: Question): Promise<Answer> => {
    const known = this.past.question(question.inputId);
    if (known?.answer) return Promise.resolve(answerOf(known.answer));
    const { inputMs } = this.#host.limits;
    const expiresAt = inputMs > 0 ? { expiresAt: this.#host.now() + inputMs } : {};
    if (!this.ledger.inputs.has(question.inputId)) this.emit({ type: 'input.requested', ...question, ...expiresAt });
    return new Promise((resolve, reject) => {
      const expiry = this.#expireLater(question.inputId);
      this.#waiting.set(question.inputId, (answer) => {
        clearTimeout(expiry);
        resolve(answer);
      });
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
      this.#settleSoon();
    });
  };

  /** Takes the answer to an open question. The caller has made sure that it is open and that the answer is clear. */
  resolve(inputId: string, answer: Answer & { outcome: InputOutcome }, by: { by?: string; ref?: string }): void {
    if (by.ref !== undefined) this.#answeredBy.add(by.ref);
    const waiting = this.#waiting.get(inputId);
    this.#waiting.delete(inputId);
    this.emit({ type: 'input.resolved', inputId, ...answer, ...by });
    if (this.status === 'awaiting_input') this.emit({ type: 'run.status', status: 'active' });
    waiting?.(answer);
    this.#settleSoon();
  }

  /** Asks the open question again: for a client whose words were no clear answer. */
  askAgain(ref: string | undefined): void {
    this.emit({ type: 'run.status', status: 'active', ...(ref !== undefined && { ref }) });
    this.emit({ type: 'run.status', status: 'awaiting_input' });
  }

  pause(): void {
    if (this.#paused || this.#ended) return;
    this.#paused = new Promise((resolve) => {
      this.#resume = resolve;
    });
    if (this.status === 'awaiting_input') this.emit({ type: 'run.status', status: 'paused' });
    else this.emit({ type: 'run.status', status: 'pausing' });
  }

  resume(): void {
    if (!this.#paused || this.#ended) return;
    this.#paused = undefined;
    this.emit({ type: 'run.status', status: 'active' });
    this.#resume?.();
    this.#settleSoon();
  }

  /** Where a run that is to pause pauses, and one that is to end ends. */
  async safePoint(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.#paused) return;
    if (this.status === 'pausing') this.emit({ type: 'run.status', status: 'paused' });
    await Promise.race([this.#paused, aborted(this.signal)]);
    this.signal.throwIfAborted();
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
      ...(this.#usage.total > 0 && { usage: this.#usage }),
      ...(this.#cost > 0 && { cost: this.#cost }),
      durationMs: Math.max(0, this.#host.now() - this.#startedAt),
    });
    this.#ended = true;
    this.#abort.abort(error ?? new RunError('STOPPED', status));
    this.#waiting.clear();
    this.#host.ended(this, this.#done);
  }

  /** Ends without a word: the log is what counts, and somebody else goes on from it. */
  abandon(): void {
    this.#ended = true;
    this.#dog.stop();
    this.#abort.abort(new RunError('ABANDONED', 'abandoned'));
  }

  #takeUp(): void {
    for (const messageId of [...this.ledger.messages.keys()]) {
      this.emit({ type: 'message.completed', messageId, interrupted: true });
    }
    for (const node of [...this.ledger.nodes.values()]) {
      const { name, nodeRun } = node;
      this.emit({ type: 'node.exited', name, ...(nodeRun !== undefined && { nodeRun }) });
    }
    for (const [callId, { name, phase }] of [...this.ledger.calls]) {
      if (phase !== 'called') this.emit({ type: 'tool.finished', callId, name, outcome: 'unknown', result: null });
    }
    if (this.status === 'paused' || this.status === 'pausing') this.pause();
    else this.emit({ type: 'run.status', status: 'active', reason: RECOVERED });
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

  #fail(error: unknown): void {
    if (this.#ended) return;
    if (error instanceof RunError) return this.finish(error.timedOut ? 'timed_out' : 'error', error);
    this.#host.report(error);
    this.finish('error', new RunError('INTERNAL', 'Something went wrong inside the agent. / 智能体内部出错。'));
  }

  #count({ input, output, total, cost = 0 }: TokenUsage & { cost?: number | undefined }): void {
    const sum = this.#usage;
    this.#usage = { input: sum.input + input, output: sum.output + output, total: sum.total + total };
    this.#cost += cost;
    const used = { tokens: this.#usage.total, cost: this.#cost };
    const over = overspent(this.#host.limits, used, this.#host.spend({ tokens: total, cost }));
    if (over) queueMicrotask(() => this.finish('timed_out', over));
  }

  /** Once the agent had its turn: if nothing moves and something is asked, the run waits. */
  #settleSoon(): void {
    setImmediate(() => {
      if (this.#ended || this.#working > 0 || this.#waiting.size === 0 || this.status !== 'active') return;
      this.emit({ type: 'run.status', status: 'awaiting_input' });
    });
  }
}

function isPlain({ agent, nodeRun, ext }: Draft): boolean {
  return agent === undefined && nodeRun === undefined && ext === undefined;
}

function answerOf({ outcome, text, args }: EventOf<'input.resolved'>): Answer {
  return { outcome, ...(text !== undefined && { text }), ...(args && { args }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Wires that end a run with a question number the turns of one run. */
export const TURN_NUMBER = /~\d+$/;
