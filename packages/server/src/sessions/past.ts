import { type EventOf, type Json, type RunEvent, STEP_NS, type TokenUsage } from '@polywire/protocol';
import type { Answer } from '../agents/contract.ts';

/** What a run's log says has been done: after a restart it is not done again. */
export class Past {
  readonly #steps = new Map<string, Json>();
  readonly #calls = new Map<string, { started: boolean; finished?: EventOf<'tool.finished'> }>();
  readonly #answers = new Map<string, Answer | undefined>();
  readonly startedAt: number | undefined;
  /** Seq of its first event. */
  readonly first: number | undefined;
  /** How often the run was taken up again since it last got anything done. */
  vainRecoveries = 0;
  /** Where it began to wait for an answer, if that was the last that was said of it. */
  waitsSince: number | undefined;
  /** Ids given out so far, so that new ones are new. */
  ids = 0;
  usage: TokenUsage = { input: 0, output: 0, total: 0 };
  cost = 0;

  constructor(events: readonly RunEvent[]) {
    const [first] = events;
    this.startedAt = first?.at;
    this.first = first?.seq;
    for (const event of events) {
      this.#note(event);
      this.#noteIds(event, first?.runId ?? '');
    }
  }

  step(key: string): { result: Json } | undefined {
    const result = this.#steps.get(key);
    return result === undefined ? undefined : { result };
  }

  call(callId: string) {
    return this.#calls.get(callId);
  }

  /** Asked already; with its answer when there is one. */
  question(inputId: string): { answer: Answer | undefined } | undefined {
    return this.#answers.has(inputId) ? { answer: this.#answers.get(inputId) } : undefined;
  }

  answered(inputId: string, answer: Answer): void {
    this.#answers.set(inputId, answer);
  }

  /** Ids may stand anywhere in what was appended, also in what a step returned. */
  #noteIds(event: RunEvent, runId: string): void {
    if (runId === '' || event.type === 'text.delta' || event.type === 'reasoning.delta') return;
    const text = JSON.stringify(event);
    for (let at = text.indexOf(runId); at >= 0; at = text.indexOf(runId, at + 1)) {
      const [, count] = ID_TAIL.exec(text.slice(at + runId.length, at + runId.length + ID_TAIL_CHARS)) ?? [];
      if (count !== undefined) this.ids = Math.max(this.ids, Number(count));
    }
  }

  #note(event: RunEvent): void {
    switch (event.type) {
      case 'checkpoint':
        if (event.ns !== STEP_NS) break;
        this.vainRecoveries = 0;
        if (event.state !== undefined) this.#steps.set(event.checkpointId, event.state);
        break;
      case 'tool.call':
        this.#calls.set(event.callId, { started: false });
        break;
      case 'tool.started':
        this.#calls.set(event.callId, { started: true });
        break;
      case 'tool.finished':
        this.#calls.set(event.callId, { started: true, finished: event });
        if (event.outcome !== 'unknown') this.vainRecoveries = 0;
        break;
      case 'input.requested':
        this.#answers.set(event.inputId, undefined);
        break;
      case 'input.resolved':
        this.answered(event.inputId, answerOf(event));
        this.waitsSince = undefined;
        break;
      case 'usage': {
        const { input, output, total } = this.usage;
        this.usage = { input: input + event.input, output: output + event.output, total: total + event.total };
        this.cost += event.cost ?? 0;
        break;
      }
      case 'run.status':
        // To be taken up is no answer.
        if (event.reason !== RECOVERED && event.reason !== RELOADED)
          this.waitsSince = event.status === 'awaiting_input' ? event.seq : undefined;
        if (event.reason === RECOVERED) this.vainRecoveries += 1;
        else if (event.reason === STEADY) this.vainRecoveries = 0;
        // It waits for somebody: whatever stops the process then, it is not this run.
        else if (event.status === 'awaiting_input' || event.status === 'paused') this.vainRecoveries = 0;
        break;
    }
  }
}

function answerOf({ outcome, text, args }: EventOf<'input.resolved'>): Answer {
  return { outcome, ...(text !== undefined && { text }), ...(args && { args }) };
}

/** The reason that a run's status event has after a restart. */
export const RECOVERED = 'recovered';
/** And after its log could not be written for a while: the process did not stop. */
export const RELOADED = 'reloaded';
/** And the one that says that the process outlived that. */
export const STEADY = 'steady';

/** What `newId` puts behind the run's id. */
const ID_TAIL = /^\.[a-z]+(\d{1,9})\b/;
const ID_TAIL_CHARS = 40;
