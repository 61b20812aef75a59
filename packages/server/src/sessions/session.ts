import { randomUUID } from 'node:crypto';
import {
  type Attachment,
  type CommandOf,
  type Draft,
  type EventOf,
  type FileRef,
  type Outcome,
  type RefusalCode,
  type RunEvent,
  readDecision,
  stampDraft,
  type Traits,
} from '@polywire/protocol';
import type { Agent, Answer } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import type { Appended, EventLog } from '../log/contract.ts';
import { Edits } from './edits.ts';
import type { Limits } from './limits.ts';
import type { SessionState } from './load.ts';
import { Run, type RunHost } from './run.ts';

/** What to do with a message while a run is under way. */
export type WhenBusy = 'enqueue' | 'reject' | 'interrupt';

export interface SessionOptions {
  readonly id: string;
  readonly owner: string;
  /** Which ownership of the session this is: grows with every process that takes it over. */
  readonly epoch: number;
  readonly log: EventLog;
  readonly limits: Limits;
  readonly whenBusy: WhenBusy;
  agentNamed(name: string | undefined): Agent | undefined;
  now(): number;
  report(error: unknown): void;
  /** A run has ended, for the operator. */
  runEnded?(session: string, end: EventOf<'run.finished'>): void;
  /** The log refused: what is in memory is no longer true, and the session must be loaded again. */
  broken(session: Session, outcome: Appended): void;
}

/** Who sent a command, as far as it matters to a session. */
export interface Sender {
  readonly by?: string;
  /** How this client's dialect answers a question of each kind. */
  readonly answers: Traits['answers'];
}

type SessionCommand = CommandOf<
  | 'message.send'
  | 'input.answer'
  | 'run.pause'
  | 'run.resume'
  | 'run.stop'
  | 'todo.set'
  | 'plan.edit'
  | 'history.rewind'
>;

/** The one place where a session's commands are taken, in order, and its events are appended. */
export class Session implements RunHost {
  readonly id: string;
  readonly owner: string;
  readonly limits: Limits;
  readonly #options: SessionOptions;
  readonly #refs: Set<string>;
  readonly #queue: EventOf<'message.accepted'>[];
  readonly #edits: Edits;
  #head: number;
  #lastAt = 0;
  #pending: RunEvent[] = [];
  #written: Promise<Appended>;
  #run: Run | undefined;
  /** The question that was last put to the clients, and where. */
  #asked: { inputId: string; seq: number } | undefined;
  /** How recent questions were decided, for those who answer late. */
  readonly #decided = new Map<string, EventOf<'input.resolved'>>();
  #isBroken = false;
  #isClosing = false;

  constructor(options: SessionOptions, state: SessionState) {
    this.id = options.id;
    this.owner = options.owner;
    this.limits = options.limits;
    this.#options = options;
    this.#head = state.head;
    this.#written = Promise.resolve({ ok: true, head: state.head });
    this.#refs = new Set(state.refs);
    this.#queue = [...state.queue];
    this.#edits = new Edits(options.log, options.id);
    if (state.run.length > 0) this.#recover(state.run);
    else this.#next();
  }

  get run(): Run | undefined {
    return this.#run;
  }

  get head(): number {
    return this.#head;
  }

  /** Whether a message waits for its turn. */
  awaits(ref: string): boolean {
    return this.#queue.some((message) => message.ref === ref);
  }

  /** Nothing would be lost by forgetting it until somebody asks for it. */
  get isIdle(): boolean {
    return !this.#run && this.#queue.length === 0 && this.#pending.length === 0;
  }

  /** Takes a command. Decided at once, in order of arrival; the outcome comes when what follows from it is durable. */
  async submit(command: SessionCommand, sender: Sender): Promise<Outcome> {
    if (command.type === 'todo.set' || command.type === 'plan.edit') {
      await this.#edits.load(this.#head, this.#flush());
    }
    if (this.#isBroken) return refuse('STORAGE_FULL', 'The session cannot be written at the moment.');
    const outcome = this.#decide(command, sender);
    if (!outcome.ok) return outcome;
    const written = await this.#flush();
    return written.ok ? outcome : refuse('STORAGE_FULL', 'The session could not be written; nothing was changed.');
  }

  now(): number {
    this.#lastAt = Math.max(this.#lastAt, this.#options.now());
    return this.#lastAt;
  }

  append(draft: Draft): void {
    this.#head += 1;
    const event = stampDraft(draft, this.#head, this.now());
    if (event.type === 'input.resolved') this.#noteDecision(event);
    if (event.type === 'run.finished') this.#options.runEnded?.(this.id, event);
    if (event.type === 'run.status' && event.status === 'awaiting_input') this.#noteQuestion(event.seq);
    this.#edits.note(event);
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push(event);
  }

  async durable(): Promise<void> {
    const written = await this.#flush();
    if (!written.ok) throw new RunError('STORAGE', 'The log could not be written.');
  }

  ended(run: Run, done: Promise<void>): void {
    if (this.#run !== run) return;
    const next = () => {
      if (this.#run !== run) return;
      this.#run = undefined;
      this.#next();
    };
    const grace = setTimeout(next, WIND_UP_MS);
    void done.finally(() => {
      clearTimeout(grace);
      next();
    });
  }

  report(error: unknown): void {
    this.#options.report(error);
  }

  /** Lets go of the session: its run ends without a word and goes on from the log elsewhere or later. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#run?.abandon();
    await this.#flush();
  }

  #decide(command: SessionCommand, sender: Sender): Outcome {
    switch (command.type) {
      case 'message.send':
        return this.#message(command, sender);
      case 'input.answer':
        return this.#answer(command, sender);
      case 'run.pause':
        return this.#control(command, (run) => run.pause());
      case 'run.resume':
        return this.#control(command, (run) => run.resume());
      case 'run.stop':
        return this.#control(command, (run) => run.finish('stopped'));
      case 'todo.set':
      case 'plan.edit':
        return this.#edit(command, sender);
      case 'history.rewind':
        return this.#rewind(command.toSeq);
    }
  }

  #message(command: CommandOf<'message.send'>, sender: Sender): Outcome {
    const ref = command.ref ?? randomUUID();
    if (this.#refs.has(ref)) return { ok: true, value: { ref } };
    const question = this.#run?.status === 'awaiting_input' ? this.#run.ledger.oldestInput : undefined;
    if (this.#run && question && sender.answers[question.kind] === 'next-message') {
      return this.#answerByMessage(this.#run, question, { ...command, ref }, sender);
    }
    if (this.#run && this.#options.whenBusy === 'reject') {
      return refuse('BUSY', 'A run is under way. Wait for its end, or stop it. / 正在运行，请等待结束或先停止。');
    }
    if (!this.#options.agentNamed(command.agent)) {
      return refuse('NOT_FOUND', `There is no agent ${command.agent}. / 没有名为 ${command.agent} 的智能体。`);
    }
    this.#refs.add(ref);
    const { agent, model, options, text, files } = command;
    this.append({
      type: 'message.accepted',
      text,
      ref,
      ...(files && { files: files.map(withoutContent) }),
      ...(sender.by !== undefined && { by: sender.by }),
      ...(agent !== undefined && { agentKind: agent }),
      ...(model !== undefined && { model }),
      ...(options && { options }),
    });
    this.#queue.push(this.#pending.at(-1) as EventOf<'message.accepted'>);
    if (this.#run && this.#options.whenBusy === 'interrupt') this.#run.finish('stopped');
    this.#next();
    return { ok: true, value: { ref } };
  }

  /** A message is an answer only for somebody who has seen the question; if its words are not clear, it is asked again. */
  #answerByMessage(
    run: Run,
    question: Draft & { type: 'input.requested' },
    command: CommandOf<'message.send'>,
    sender: Sender,
  ): Outcome {
    const { text, ref, seen } = command;
    const hasSeen = this.#asked?.inputId === question.inputId && (seen ?? Number.POSITIVE_INFINITY) >= this.#asked.seq;
    const decision = readDecision(text);
    const by = { ...(ref !== undefined && { ref }), ...(sender.by !== undefined && { by: sender.by }) };
    if (!hasSeen || (question.kind === 'approval' && decision === 'unclear')) {
      run.askAgain(ref);
      return { ok: true, value: { ref, asked: question.inputId } };
    }
    if (ref !== undefined) this.#refs.add(ref);
    run.resolve(question.inputId, byWords(question.kind, decision, text), by);
    return { ok: true, value: { ref, answered: question.inputId } };
  }

  #answer(command: CommandOf<'input.answer'>, sender: Sender): Outcome {
    const run = this.#run;
    const question = run && findQuestion(run, command);
    if (!run || !question) return this.#tooLate(command);
    const decision = decisionOf(command, question.kind);
    if (decision === 'unclear') {
      return refuse(
        'UNCLEAR',
        'That is neither a yes nor a no; the question is still open. / 无法判断是否同意，问题仍待回答。',
      );
    }
    const by = {
      ...(command.ref !== undefined && { ref: command.ref }),
      ...(sender.by !== undefined && { by: sender.by }),
    };
    if (command.steps && question.planId !== undefined) {
      const { by: editor } = by;
      const { planId } = question;
      run.edit({ type: 'plan.edited', planId, steps: command.steps, ...(editor !== undefined && { by: editor }) });
    }
    run.resolve(question.inputId, byCommand({ ...command, decision }), by);
    return { ok: true, value: { inputId: question.inputId } };
  }

  #tooLate(command: CommandOf<'input.answer'>): Outcome {
    const key = command.inputId ?? (command.callId === undefined ? undefined : `${command.callId}.approval`);
    const decided = key === undefined ? undefined : this.#decided.get(key);
    if (!decided) return refuse('NOT_FOUND', 'There is no such open question. / 没有待回答的问题。');
    return refuse('ALREADY_DECIDED', `It was decided already: ${decided.outcome}. / 已有决定：${decided.outcome}。`);
  }

  /** Each is harmless when repeated, and when there is nothing to control. */
  #control(command: { runId?: string | undefined }, act: (run: Run) => void): Outcome {
    const run = this.#run;
    if (run && command.runId !== undefined && !run.isCalled(command.runId.replace(/~\d+$/, ''))) {
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
    return { ok: true, value: { seq: this.#head } };
  }

  #rewind(toSeq: number): Outcome {
    if (this.#run) return refuse('BUSY', 'A run is under way. Stop it first. / 正在运行，请先停止。');
    if (toSeq > this.#head) return refuse('INVALID', `There is no event ${toSeq}.`);
    this.append({ type: 'history.rewound', toSeq });
    return { ok: true };
  }

  #next(): void {
    if (this.#run || this.#isClosing || this.#isBroken) return;
    const message = this.#queue.shift();
    if (!message) return;
    const agent = this.#options.agentNamed(message.agentKind) ?? missing(message.agentKind);
    const run = new Run(
      {
        id: `run_${randomUUID().replaceAll('-', '')}`,
        agent,
        input: message.text,
        ...(message.files && { files: message.files }),
        ...(message.model !== undefined && { model: message.model }),
        ...(message.options && { options: message.options }),
        ...(message.ref !== undefined && { ref: message.ref }),
      },
      this,
    );
    this.#run = run;
    run.begin();
  }

  #recover(events: readonly RunEvent[]): void {
    const [started] = events as [EventOf<'run.started'>];
    const agent = this.#options.agentNamed(started.agentKind);
    const run = new Run(
      {
        id: started.runId ?? '',
        agent: agent ?? missing(started.agentKind),
        input: started.input ?? '',
        ...(started.model !== undefined && { model: started.model }),
        ...(started.ref !== undefined && { ref: started.ref }),
      },
      this,
      events,
    );
    this.#run = run;
    if (run.past.vainRecoveries >= MAX_RECOVERIES) {
      run.finish(
        'error',
        new RunError(
          'CRASHED',
          'This run stopped the server three times and was ended. / 该运行三次使服务器中断，已被终止。',
        ),
      );
    } else {
      run.begin();
    }
  }

  #noteQuestion(seq: number): void {
    const oldest = this.#run?.ledger.oldestInput;
    if (oldest && this.#asked?.inputId !== oldest.inputId) this.#asked = { inputId: oldest.inputId, seq };
  }

  #noteDecision(event: EventOf<'input.resolved'>): void {
    this.#decided.set(event.inputId, event);
    if (this.#decided.size > MAX_DECISIONS) this.#decided.delete(this.#decided.keys().next().value as string);
  }

  #flush(): Promise<Appended> {
    if (this.#pending.length === 0) return this.#written;
    const events = this.#pending;
    this.#pending = [];
    const { id: session, owner, epoch, log } = this.#options;
    const expected = (events[0] as RunEvent).seq - 1;
    this.#written = log.append({ session, owner, epoch, expected, events }).then((outcome) => {
      if (!outcome.ok && !this.#isBroken) this.#break(outcome);
      return outcome;
    });
    return this.#written;
  }

  #break(outcome: Appended): void {
    this.#isBroken = true;
    this.#run?.abandon();
    this.#options.broken(this, outcome);
  }
}

/** How long a stopped agent may take to wind up before the next run starts. */
const WIND_UP_MS = 2_000;
/** In vain: a run that is killed now and then still gets on, one that kills the process does not. */
const MAX_RECOVERIES = 3;
const MAX_DECISIONS = 100;

function findQuestion(run: Run, { inputId, callId }: CommandOf<'input.answer'>) {
  if (inputId !== undefined) return run.ledger.inputs.get(inputId);
  if (callId === undefined) return run.ledger.oldestInput;
  for (const question of run.ledger.inputs.values()) if (question.callId === callId) return question;
  return undefined;
}

function byWords(kind: 'text' | 'approval' | 'plan', decision: ReturnType<typeof readDecision>, text: string): Answer {
  if (kind === 'text' || decision === 'unclear') return { outcome: 'answered', text };
  return { outcome: decision === 'approve' ? 'approved' : 'denied', text };
}

/** Words in answer to a yes-or-no question are a decision only where they are clear. */
function decisionOf({ decision, text }: CommandOf<'input.answer'>, kind: 'text' | 'approval' | 'plan') {
  return decision === 'reply' && kind === 'approval' ? readDecision(text ?? '') : decision;
}

function byCommand({ decision, text, args }: CommandOf<'input.answer'>): Answer {
  const outcome = { approve: 'approved', reject: 'denied', reply: 'answered', unclear: 'answered' } as const;
  return { outcome: outcome[decision], ...(text !== undefined && { text }), ...(args && { args }) };
}

function withoutContent({ content: _, ...file }: Attachment): FileRef {
  return file;
}

function missing(name: string | undefined): Agent {
  return {
    name: name ?? '',
    run: () =>
      Promise.reject(new RunError('NO_AGENT', `The agent ${name} is not there any more. / 智能体 ${name} 已不存在。`)),
  };
}

function refuse(code: RefusalCode, message: string): Outcome {
  return { ok: false, error: { code, message } };
}
