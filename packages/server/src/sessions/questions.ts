import {
  type CommandOf,
  type Draft,
  type EventOf,
  type InputOutcome,
  type Outcome,
  type RunEvent,
  readDecision,
} from '@polywire/protocol';
import type { Answer } from '../agents/contract.ts';
import { refuse } from './refuse.ts';
import type { Run } from './run.ts';

type Question = Draft & { type: 'input.requested' };
type Kind = Question['kind'];

/** Answers to a run's questions: the first one counts, an unclear one never does, a late one is told what was decided. */
export class Questions {
  /** The question that was last put to the clients, and where. */
  #asked: { inputId: string; seq: number } | undefined;
  /** How recent questions were decided. */
  readonly #decided = new Map<string, EventOf<'input.resolved'>>();
  /** How far each front end was shown the session when it was left. */
  readonly #shown = new Map<string, number>();

  /** `decided` are those before a restart. */
  constructor(decided: readonly EventOf<'input.resolved'>[]) {
    for (const event of decided) this.#remember(event);
  }

  /** What was asked before a restart. */
  asked(inputId: string, seq: number): void {
    this.#asked = { inputId, seq };
  }

  /** A front end was shown the session up to here: its user's next message may answer what was asked by then. */
  shown(front: string, seq: number): void {
    const furthest = Math.max(seq, this.seenBy(front));
    this.#shown.delete(front);
    this.#shown.set(front, furthest);
    if (this.#shown.size > MAX_FRONTS) this.#shown.delete(this.#shown.keys().next().value as string);
  }

  seenBy(front: string): number {
    return this.#shown.get(front) ?? 0;
  }

  /** On every event of the session. */
  note(event: RunEvent, run: Run | undefined): void {
    if (event.type === 'input.resolved') {
      this.#remember(event);
    } else if (event.type === 'run.status' && event.status === 'awaiting_input') {
      const oldest = run?.ledger.oldestInput;
      if (oldest && this.#asked?.inputId !== oldest.inputId) this.#asked = { inputId: oldest.inputId, seq: event.seq };
    }
  }

  /** A message is an answer only for somebody who has seen the question; otherwise, or if it is unclear, it is asked again. */
  answerByMessage(run: Run, question: Question, command: CommandOf<'message.send'>, by: string | undefined): Outcome {
    const { text, ref, seen } = command;
    const { inputId, kind } = question;
    const hasSeen = this.#asked?.inputId === inputId && (seen ?? Number.POSITIVE_INFINITY) >= this.#asked.seq;
    const decision = readDecision(text);
    if (!hasSeen || (kind === 'approval' && decision === 'unclear')) {
      run.askAgain(ref);
      return { ok: true, value: { ref, asked: inputId } };
    }
    run.resolve(inputId, byWords(kind, decision, text), whoAnd(by, ref));
    return { ok: true, value: { ref, answered: inputId } };
  }

  answer(run: Run | undefined, command: CommandOf<'input.answer'>, by: string | undefined): Outcome {
    const question = run && findQuestion(run, command);
    if (run && !question && endsPause(run, command)) return goOn(run, command);
    if (!run || !question) return this.#tooLate(command);
    const decision = decisionOf(command, question.kind);
    if (decision === 'unclear') return refuse('UNCLEAR', UNCLEAR);
    const { inputId, planId } = question;
    if (command.steps && planId !== undefined) {
      run.edit({ type: 'plan.edited', planId, steps: command.steps, ...(by !== undefined && { by }) });
    }
    run.resolve(inputId, byCommand({ ...command, decision }), whoAnd(by, command.ref));
    return { ok: true, value: { inputId } };
  }

  #remember(event: EventOf<'input.resolved'>): void {
    this.#decided.set(event.inputId, event);
    if (this.#decided.size > MAX_DECISIONS) this.#decided.delete(this.#decided.keys().next().value as string);
  }

  #tooLate({ inputId, callId }: CommandOf<'input.answer'>): Outcome {
    const decided = this.#decided.get(inputId ?? `${callId}.approval`);
    if (!decided) return refuse('NOT_FOUND', 'There is no such open question. / 没有待回答的问题。');
    return refuse(
      'ALREADY_DECIDED',
      `It was decided already: ${decided.outcome}. / 已有决定：${inChinese[decided.outcome]}。`,
    );
  }
}

const inChinese: Readonly<Record<InputOutcome, string>> = {
  approved: '已批准',
  denied: '已拒绝',
  answered: '已回答',
  expired: '超时未回答',
  cancelled: '已取消',
};

/** Nobody answers what was decided so long ago. */
export const MAX_DECISIONS = 100;
/** Who comes after so many others is asked again. */
const MAX_FRONTS = 100;
const UNCLEAR = 'That is neither a yes nor a no; the question is still open. / 无法判断是否同意，问题仍待回答。';

function findQuestion(run: Run, { inputId, callId }: CommandOf<'input.answer'>): Question | undefined {
  if (inputId !== undefined) return run.ledger.inputs.get(inputId);
  if (callId === undefined) return run.ledger.oldestInput;
  for (const question of run.ledger.inputs.values()) if (question.callId === callId) return question;
  return undefined;
}

/** Some front ends have no other word for going on: what is typed in a pause comes as an answer. */
function endsPause(run: Run, { inputId, callId, decision }: CommandOf<'input.answer'>): boolean {
  const namesNone = inputId === undefined && callId === undefined;
  return namesNone && run.status === 'paused' && (decision === 'reply' || decision === 'approve');
}

function goOn(run: Run, { text = '' }: CommandOf<'input.answer'>): Outcome {
  if (text.trim() !== '') run.emit({ type: 'notice', of: 'input.answer', text: UNHEARD[run.locale] });
  run.resume();
  return { ok: true, value: { runId: run.runId } };
}

const UNHEARD = {
  en: 'This agent takes no words in a pause. It goes on as it was.',
  zh: '该智能体在暂停中不接受补充说明，将照原样继续。',
} as const;

function byWords(kind: Kind, decision: ReturnType<typeof readDecision>, text: string): Answer {
  if (kind === 'text' || decision === 'unclear') return { outcome: 'answered', text };
  return { outcome: decision === 'approve' ? 'approved' : 'denied', text };
}

/** Words in answer to a yes-or-no question are a decision where they are clear; about a plan they are a wish otherwise. */
function decisionOf({ decision, text }: CommandOf<'input.answer'>, kind: Kind) {
  if (decision !== 'reply' || kind === 'text') return decision;
  const read = readDecision(text ?? '');
  return kind === 'plan' && read === 'unclear' ? decision : read;
}

function byCommand({ decision, text, args }: CommandOf<'input.answer'>): Answer {
  const outcome = { approve: 'approved', reject: 'denied', reply: 'answered', unclear: 'answered' } as const;
  return { outcome: outcome[decision], ...(text !== undefined && { text }), ...(args && { args }) };
}

function whoAnd(by: string | undefined, ref: string | undefined): { by?: string; ref?: string } {
  return { ...(by !== undefined && { by }), ...(ref !== undefined && { ref }) };
}
