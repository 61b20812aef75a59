import { randomUUID } from 'node:crypto';
import type { CommandOf, Draft, EventOf, Outcome, RunEvent } from '@polywire/protocol';
import type { Agent, PastTurn } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import { detached } from '../detached.ts';
import type { Appended } from '../log/contract.ts';
import { accepted, unbegun } from './accepted.ts';
import type { Spent } from './budget.ts';
import { Edits } from './edits.ts';
import { readHistory } from './history.ts';
import type { Limits } from './limits.ts';
import { MAX_REFS, type SessionState } from './load.ts';
import { missingAgent } from './missing-agent.ts';
import { RELOADED } from './past.ts';
import { Questions } from './questions.ts';
import { refuse } from './refuse.ts';
import { Run, TURN_NUMBER } from './run.ts';
import type { RunHost, RunSpec, Words } from './run-host.ts';
import type { Sender, SessionCommand, SessionOptions } from './session-contract.ts';
import { steady } from './steady.ts';
import { unwritten } from './unwritten.ts';
import { MAX_WAITING, type Waiting, WaitingLine } from './waiting.ts';
import { Writer } from './writer.ts';

export type { Sender, SessionOptions, WhenBusy } from './session-contract.ts';

/** The one place where a session's commands are taken, in order, and its events are appended. */
export class Session implements RunHost {
  readonly id: string;
  readonly owner: string;
  readonly limits: Limits;
  readonly #options: SessionOptions;
  readonly #writer: Writer;
  readonly #questions: Questions;
  readonly #edits: Edits;
  /** References of messages: a retry is recognised by them. */
  readonly #refs: Set<string>;
  readonly #line: WaitingLine;
  #run: Run | undefined;
  #isHeld = false;
  #isClosing = false;

  constructor(options: SessionOptions, state: SessionState) {
    const { id, owner, limits, epoch, log, now } = options;
    this.id = id;
    this.owner = owner;
    this.limits = limits;
    this.#options = options;
    const { head, at } = state;
    const refused = (outcome: Appended) => this.#break(outcome);
    this.#writer = new Writer({ session: id, owner, epoch, log, now, head, at, refused });
    this.#questions = new Questions(state.decided);
    this.#refs = new Set(state.refs);
    this.#line = new WaitingLine(`${options.secret} ${id}`, state.queue, state.withdrawn);
    this.#edits = new Edits(log, id);
    if (state.run.length > 0) this.#recover(state);
    else this.#next();
  }

  get run(): Run | undefined {
    return this.#run;
  }

  /** It has a run that may be what stopped the process: it goes on when it is told to. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Lets a held run go on; resolves when it is known, also to the log, that the process outlived it. */
  async release(): Promise<void> {
    if (this.#isClosing || this.#run?.isOver) return;
    this.#goOn();
    if (this.#run) await steady(this.#run);
    await this.#writer.flush();
  }

  get head(): number {
    return this.#writer.head;
  }

  /** A message that waits for its turn: by the id of its run, or by what its sender called it. */
  readonly waiting = (name: string): Waiting | undefined => this.#line.find(name.replace(TURN_NUMBER, ''));

  /** Whether a message of that reference came before. */
  hasTaken(ref: string | undefined): boolean {
    return ref !== undefined && this.#refs.has(ref);
  }

  /** A front end was shown the session up to here. */
  shown(front: string, seq: number): void {
    this.#questions.shown(front, seq);
  }

  /** How far a front end was shown the session, as far as that is known. */
  seenBy(front: string): number {
    return this.#questions.seenBy(front);
  }

  /** Resolves when what was appended so far is durable, or is known not to be. */
  async written(): Promise<void> {
    await this.#writer.flush();
  }

  /** Nothing would be lost by forgetting it until somebody asks for it. */
  get isIdle(): boolean {
    return !this.#run && this.#line.isEmpty && this.#writer.isIdle;
  }

  /** Takes a command. Decided at once, in order of arrival; the outcome comes when what follows from it is durable. */
  async submit(command: SessionCommand, sender: Sender): Promise<Outcome> {
    if (command.type === 'todo.set' || command.type === 'plan.edit') {
      await this.#edits.load(this.#writer.head, this.#writer.flush());
    }
    if (this.#isClosing) return refuse('SHUTTING_DOWN', 'The session is being closed. / 会话正在关闭。');
    if (this.#writer.isRefused) return unwritten(this.#writer.last);
    // Whoever has something to say to it wants it to go on.
    this.#goOn();
    const outcome = this.#decide(command, sender);
    // A refusal too: it tells of what came before, which a crash could still take back.
    const written = await this.#writer.flush();
    return written.ok ? outcome : unwritten(written);
  }

  now(): number {
    return this.#writer.now();
  }

  get words(): Words {
    return this.#writer;
  }

  append(draft: Draft): RunEvent {
    const event = this.#writer.append(draft);
    this.#questions.note(event, this.#run);
    this.#edits.note(event);
    if (event.type === 'run.finished') this.#options.runEnded?.(this.id, event);
    return event;
  }

  async durable(): Promise<void> {
    const written = await this.#writer.flush();
    if (!written.ok) throw new RunError('STORAGE', 'The log could not be written. / 日志无法写入。');
  }

  ended(run: Run, done: Promise<void>): void {
    if (this.#run !== run) return;
    const next = () => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#next();
    };
    const grace = setTimeout(next, WIND_UP_MS);
    const windUp = done.finally(() => {
      clearTimeout(grace);
      next();
    });
    detached(windUp, (error) => this.report(error, { runId: run.runId }));
  }

  policy(): Promise<string | undefined> {
    return this.#options.policy();
  }

  async history(before: number): Promise<readonly PastTurn[]> {
    await this.durable();
    return readHistory(this.#options.log, this.id, before);
  }

  spend(spent: Spent): Spent {
    return this.#options.budgets.spend(this.owner, spent);
  }

  report(error: unknown, about: object): void {
    this.#options.report(error, { ...about, session: this.id });
  }

  /** Lets go of the session: its run ends without a word and goes on from the log elsewhere or later. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#run?.abandon();
    await this.#writer.flush();
  }

  #decide(command: SessionCommand, sender: Sender): Outcome {
    switch (command.type) {
      case 'message.send':
        return this.#message(command, sender);
      case 'input.answer':
        return this.#questions.answer(this.#run, command, sender.by);
      case 'run.pause':
        return this.#control(command, (run) => run.pause());
      case 'run.resume':
        return this.#control(command, (run) => run.resume());
      case 'run.stop':
        return this.#withdraw(command) ?? this.#control(command, (run) => run.finish('stopped'));
      case 'todo.set':
      case 'plan.edit':
        return this.#edit(command, sender);
      case 'history.rewind':
        return this.#rewind(command.toSeq);
    }
  }

  #message(command: CommandOf<'message.send'>, sender: Sender): Outcome {
    const { agent } = command;
    const ref = command.ref || randomUUID();
    if (this.#refs.has(ref)) return this.#known(ref);
    const message = { ...command, ref };
    const answered = this.#answer(message, sender);
    if (answered) return answered;
    if (this.#run && this.#options.whenBusy === 'reject') {
      return refuse('BUSY', 'A run is under way. Wait for its end, or stop it. / 正在运行，请等待结束或先停止。');
    }
    if (!this.#options.agentNamed(agent)) {
      const known = this.#options.agentNames.join(', ');
      const says = `There is no agent “${agent}” here; there are ${known}. / 没有名为“${agent}”的智能体，可选：${known}。`;
      return refuse('NOT_FOUND', says);
    }
    if (this.#line.isFull) return refuse('BUSY', LINE_IS_FULL);
    return this.#accept(message, sender);
  }

  #remember(ref: string): void {
    this.#refs.add(ref);
    if (this.#refs.size > MAX_REFS) this.#refs.delete(this.#refs.values().next().value as string);
  }

  /** It was sent before. */
  #known(ref: string): Outcome {
    const runId = this.waiting(ref)?.runId ?? (this.#run?.isCalled(ref) ? this.#run.runId : undefined);
    return { ok: true, value: { ref, ...(runId !== undefined && { runId }) } };
  }

  /** In dialects without answers of their own the next message is one, where a question is open. */
  #answer(message: CommandOf<'message.send'> & { ref: string }, sender: Sender): Outcome | undefined {
    const question = this.#run?.asked;
    if (!this.#run || !question) return undefined;
    const isAnswer = sender.answers[question.kind] === 'next-message';
    if (!isAnswer && sender.whileAsked !== 'ask-again') return undefined;
    this.#remember(message.ref);
    const seen = isAnswer ? message.seen : 0;
    return this.#questions.answerByMessage(this.#run, question, { ...message, seen }, sender.by);
  }

  #accept(message: CommandOf<'message.send'> & { ref: string }, { by }: Sender): Outcome {
    const { ref } = message;
    this.#remember(ref);
    const { runId } = this.#line.push(this.append(accepted(message, by)) as EventOf<'message.accepted'>);
    if (this.#run && this.#options.whenBusy === 'interrupt') this.#run.finish('stopped');
    this.#next();
    return { ok: true, value: { ref, runId } };
  }

  /** Stops a run that has not begun. */
  #withdraw({ runId }: CommandOf<'run.stop'>): Outcome | undefined {
    const waiting = runId === undefined ? undefined : this.waiting(runId);
    if (!waiting) return undefined;
    const draft = this.#line.withdraw(waiting);
    if (draft) this.append(draft);
    return { ok: true, value: { runId: waiting.runId } };
  }

  /** Each is harmless when repeated, and when there is nothing to control. */
  #control(command: { runId?: string | undefined }, act: (run: Run) => void): Outcome {
    const run = this.#run;
    if (command.runId !== undefined && this.waiting(command.runId)) {
      return refuse('CONFLICT', 'The run has not begun: it can only be stopped. / 运行尚未开始，只能停止。');
    }
    if (run && command.runId !== undefined && !run.isCalled(command.runId)) {
      return refuse('NOT_FOUND', `Run ${command.runId} is not under way. / 运行 ${command.runId} 不在进行中。`);
    }
    if (run) act(run);
    return { ok: true, value: { runId: run?.runId ?? null } };
  }

  /** Of the run that is under way, so that it is seen with it; else of the session alone. */
  #edit(command: CommandOf<'todo.set' | 'plan.edit'>, { by }: Sender): Outcome {
    const draft = this.#edits.draft(command);
    if (!draft) return refuse('NOT_FOUND', 'There is no such item or plan here. / 此处没有该事项或计划。');
    const edit = { ...draft, ...(by !== undefined && { by }) };
    if (this.#run && !this.#run.isOver) this.#run.edit(edit);
    else this.append(edit);
    return { ok: true, value: { seq: this.head } };
  }

  #rewind(toSeq: number): Outcome {
    if (this.#run) return refuse('BUSY', 'A run is under way. Stop it first. / 正在运行，请先停止。');
    if (toSeq > this.head) return refuse('INVALID', `There is no event ${toSeq}. / 没有事件 ${toSeq}。`);
    this.append({ type: 'history.rewound', toSeq });
    return { ok: true, value: { seq: this.head } };
  }

  #next(): void {
    while (!this.#run && !this.#isClosing && !this.#writer.isRefused) {
      const waiting = this.#line.shift();
      if (!waiting) return;
      const { text: input, files, model, options, ref, agentKind } = waiting.message;
      const id = waiting.runId;
      if (waiting.isWithdrawn) for (const draft of unbegun(waiting)) this.append(draft);
      else this.#start({ id, agent: this.#agent(agentKind), input, files, model, options, ref }).begin();
    }
  }

  #recover({ run: events, message }: SessionState): void {
    const [started] = events as [EventOf<'run.started'>];
    const { runId: id = '', agentKind, input = '', model, ref } = started;
    const { files, options } = message ?? {};
    const run = this.#start({ id, agent: this.#agent(agentKind), input, files, model, options, ref }, events);
    const { vainRecoveries, waitsSince } = run.past;
    // The first one came before it was ever taken up again.
    const deaths = vainRecoveries + 1;
    if (run.asked && waitsSince !== undefined) this.#questions.asked(run.asked.inputId, waitsSince);
    // Only a new process can tell that the last one was stopped.
    if (this.#options.isReload) run.begin(RELOADED);
    else if (deaths >= MAX_DEATHS) run.finish('error', new RunError('CRASHED', CRASHED));
    else if (deaths > 1 && this.#options.holdsSuspects) this.#isHeld = true;
    else run.begin();
  }

  #goOn(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#run?.begin();
  }

  #start(spec: RunSpec, events: readonly RunEvent[] = []): Run {
    this.#run = new Run(spec, this, events);
    return this.#run;
  }

  #agent(name: string | undefined): Agent {
    return this.#options.agentNamed(name) ?? missingAgent(name);
  }

  #break(outcome: Appended): void {
    this.#run?.abandon();
    this.#options.broken(this, outcome);
  }
}

/** How long a stopped agent may take to wind up before the next run starts. */
const WIND_UP_MS = 2_000;
/** In vain: a run that is killed now and then still gets on, one that kills the process does not. */
const MAX_DEATHS = 3;
const LINE_IS_FULL = `${MAX_WAITING} messages wait already. Wait for a run to end, or stop it. / 已有 ${MAX_WAITING} 条消息在排队，请等待运行结束或先停止。`;
const CRASHED = 'This run stopped the server three times and was ended. / 该运行三次使服务器中断，已被终止。';
