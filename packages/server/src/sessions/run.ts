import {
  type DraftOf,
  type FileRef,
  type FinalStatus,
  type InputOutcome,
  type Json,
  type JsonObject,
  type Ledger,
  type RunEvent,
  type RunStatus,
  STEP_NS,
} from '@polywire/protocol';
import type { Answer, Edit, PastTurn, RunContext, ToolCall, ToolResult } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import { traceIdOf } from '../observe/trace-id.ts';
import type { ApprovalPolicy } from '../tools/contract.ts';
import { Asking } from './asking.ts';
import { callTool } from './call-tool.ts';
import { Emission } from './emission.ts';
import { localeOf } from './locale.ts';
import { tooManyRounds } from './overspent.ts';
import { Past, RECOVERED } from './past.ts';
import { Pausing } from './pausing.ts';
import { policyOf } from './policy.ts';
import type { RunHost, RunName, RunSpec } from './run-host.ts';
import { Settling } from './settling.ts';
import { Spending } from './spending.ts';
import { type TakeUp, takeUp } from './take-up.ts';
import { Watchdog } from './watchdog.ts';

/** The life of one run, and what its agent has to do with. */
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
  readonly emit: RunContext['emit'];
  readonly ask: RunContext['ask'];
  readonly #spec: RunSpec;
  readonly #host: RunHost;
  readonly #abort = new AbortController();
  readonly #emission: Emission;
  readonly #settling: Settling;
  readonly #asking: Asking;
  readonly #pausing: Pausing;
  readonly #spending: Spending;
  readonly #dog: Watchdog;
  readonly #startedAt: number;
  readonly #edits: Edit[];
  #ids: number;
  #policy: ApprovalPolicy = 'destructive';
  #history: Promise<readonly PastTurn[]> | undefined;
  #iterations = 0;
  #done: Promise<void> = Promise.resolve();

  constructor(spec: RunSpec, host: RunHost, events: readonly RunEvent[] = []) {
    const { limits } = host;
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
    this.#ids = this.past.ids;
    this.#startedAt = this.past.startedAt ?? host.now();
    this.#edits = events.filter(isEdit);
    this.#spending = new Spending(this.past, limits, (more) => host.spend(more));
    this.#emission = new Emission({ run: this.#name, host, events, onUsage: (usage) => this.#spend(usage) });
    this.emit = this.#emission.emit;
    this.#settling = new Settling(this, () => this.#asking.isWaiting);
    this.#asking = new Asking({
      run: this,
      settling: this.#settling,
      inputMs: limits.inputMs,
      now: () => host.now(),
      expired: () => this.finish('timed_out', new RunError('INPUT_EXPIRED', INPUT_EXPIRED)),
      report: (error) => host.report(error, this.#name),
    });
    this.ask = this.#asking.ask;
    this.#pausing = new Pausing(this, spec.agent, this.#settling, events);
    this.#dog = new Watchdog(limits, {
      isMoving: () => this.isMoving,
      events: () => this.#emission.count,
      expire: (error) => this.finish('timed_out', error),
    });
  }

  get policy(): ApprovalPolicy {
    return this.#policy;
  }

  get ledger(): Ledger {
    return this.#emission.ledger;
  }

  get status(): RunStatus {
    return this.ledger.run?.status ?? 'complete';
  }

  get isOver(): boolean {
    return this.#emission.isOver;
  }

  /** It waits for nobody. */
  get isMoving(): boolean {
    return this.status === 'active' || this.status === 'pausing';
  }

  /** By which the operator finds it. */
  get #name(): RunName {
    return { runId: this.runId, traceId: this.traceId };
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
    return ref === this.#spec.ref || this.#asking.wasAnsweredBy(ref);
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
    const over = this.#spending.check();
    if (over) return this.finish('timed_out', over);
    this.#dog.start();
    this.#done = this.#work().then(
      (text) => this.finish('complete', undefined, text),
      (error: unknown) => this.#fail(error),
    );
  }

  async #work(): Promise<string | undefined> {
    this.#policy = policyOf(this.options.approvalPolicy, await this.#host.policy());
    // It may have been stopped while that was read.
    this.signal.throwIfAborted();
    return this.#spec.agent.run(this);
  }

  /** Somebody changed a checklist or a plan while the run is under way. */
  edit(edit: Edit): void {
    this.emit(edit);
    this.#edits.push(edit);
  }

  readonly edits = (): readonly Edit[] => this.#edits;

  readonly told = (): readonly string[] => this.#pausing.told;

  readonly history = (): Promise<readonly PastTurn[]> => {
    this.#history ??= this.#host.history(this.#emission.first);
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

  /** Takes the answer to an open question. The caller has made sure that it is open and that the answer is clear. */
  resolve(inputId: string, answer: Answer & { outcome: InputOutcome }, by: { by?: string; ref?: string }): void {
    this.#asking.resolve(inputId, answer, by);
  }

  /** Asks the open question again: for a client whose words were no clear answer. */
  askAgain(ref: string | undefined): void {
    this.emit({ type: 'run.status', status: 'active', ...(ref !== undefined && { ref }) });
    this.emit({ type: 'run.status', status: 'awaiting_input' });
  }

  pause(): void {
    this.#pausing.begin();
  }

  resume(): void {
    this.#pausing.end();
  }

  /** Where a run that is to pause pauses, and one that is to end ends. */
  async safePoint(): Promise<void> {
    this.signal.throwIfAborted();
    await this.#pausing.point();
  }

  readonly breath = (): Promise<void> | undefined => this.#pausing.breath();

  working<T>(work: () => Promise<T>): Promise<T> {
    return this.#settling.working(work);
  }

  finish(status: FinalStatus, error?: RunError, text?: string): void {
    if (this.isOver) return;
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
    this.#end(error ?? new RunError('STOPPED', status));
    this.#host.ended(this, this.#done);
  }

  /** Ends without a word: the log is what counts, and somebody else goes on from it. */
  abandon(): void {
    this.#dog.stop();
    this.#end(new RunError('ABANDONED', 'abandoned'));
  }

  #end(reason: RunError): void {
    this.#emission.end();
    this.#abort.abort(reason);
    this.#asking.clear();
  }

  #fail(error: unknown): void {
    if (this.isOver) return;
    if (error instanceof RunError) return this.finish(error.timedOut ? 'timed_out' : 'error', error);
    this.#host.report(error, this.#name);
    this.finish('error', new RunError('INTERNAL', 'Something went wrong inside the agent. / 智能体内部出错。'));
  }

  #spend(usage: DraftOf<'usage'>): void {
    const over = this.#spending.add(usage);
    if (over) queueMicrotask(() => this.finish('timed_out', over));
  }
}

function isEdit(event: RunEvent): event is RunEvent & Edit {
  return (event.type === 'todo.item' || event.type === 'plan.edited') && event.by !== undefined;
}

const INPUT_EXPIRED =
  'No answer came within the time that limits.inputMs sets. / 未在 limits.inputMs 设定的时间内收到回答。';

/** Wires that end a run with a question number the turns of one run. */
export const TURN_NUMBER = /~\d+$/;
