import { type EventOf, type Json, type RunEvent, STEP_NS, type TokenUsage } from '@polywire/protocol';

/** What a run's log says has been done: after a restart it is not done again. */
export class Past {
  readonly #steps = new Map<string, Json>();
  readonly #calls = new Map<string, { started: boolean; finished?: EventOf<'tool.finished'> }>();
  readonly #answers = new Map<string, EventOf<'input.resolved'> | undefined>();
  readonly startedAt: number | undefined;
  /** How often the run was taken up again since it last got anything done. */
  vainRecoveries = 0;
  /** Ids given out so far, so that new ones are new. */
  ids = 0;
  usage: TokenUsage = { input: 0, output: 0, total: 0 };
  cost = 0;

  constructor(events: readonly RunEvent[]) {
    this.startedAt = events[0]?.at;
    for (const event of events) this.#note(event);
  }

  step(key: string): { result: Json } | undefined {
    const result = this.#steps.get(key);
    return result === undefined ? undefined : { result };
  }

  call(callId: string) {
    return this.#calls.get(callId);
  }

  /** Asked already; with its answer when there is one. */
  question(inputId: string): { answer: EventOf<'input.resolved'> | undefined } | undefined {
    return this.#answers.has(inputId) ? { answer: this.#answers.get(inputId) } : undefined;
  }

  #note(event: RunEvent): void {
    switch (event.type) {
      case 'checkpoint':
        if (event.ns !== STEP_NS) break;
        this.vainRecoveries = 0;
        if (event.state !== undefined) this.#steps.set(event.checkpointId, event.state);
        break;
      case 'message.started':
        this.ids += 1;
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
        this.#answers.set(event.inputId, event);
        break;
      case 'usage': {
        const { input, output, total } = this.usage;
        this.usage = { input: input + event.input, output: output + event.output, total: total + event.total };
        this.cost += event.cost ?? 0;
        break;
      }
      case 'run.status':
        if (event.reason === RECOVERED) this.vainRecoveries += 1;
        break;
    }
  }
}

/** The reason that a run's status event has after a restart. */
export const RECOVERED = 'recovered';
