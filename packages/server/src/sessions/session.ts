import { randomUUID } from 'node:crypto';
import { type Command, type Draft, type Outcome, type RunEvent, stampDraft } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { EventLog } from '../log/contract.ts';

/** The one place where a session's commands are taken, in order, and its events are appended. */
export class Session {
  readonly id: string;
  readonly #log: EventLog;
  readonly #agent: Agent;
  #head = 0;
  #turns: Promise<void> = Promise.resolve();

  constructor(id: string, log: EventLog, agent: Agent) {
    this.id = id;
    this.#log = log;
    this.#agent = agent;
  }

  async submit(command: Command): Promise<Outcome> {
    if (command.type !== 'message.send') {
      return { ok: false, error: { code: 'UNKNOWN', message: `${command.type} is not known here.` } };
    }
    const { text, ref } = command;
    await this.#append([{ type: 'message.accepted', text, ...(ref !== undefined && { ref }) }]);
    this.#turns = this.#turns.then(() => this.#run(text, ref));
    return { ok: true };
  }

  async #run(input: string, ref: string | undefined): Promise<void> {
    const runId = `run_${randomUUID().replaceAll('-', '')}`;
    const emit = (draft: Draft) => void this.#append([{ ...draft, runId }]);
    emit({ type: 'run.started', input, agentKind: this.#agent.name, ...(ref !== undefined && { ref }) });
    await this.#agent.run({ runId, input, signal: new AbortController().signal, emit });
    emit({ type: 'run.finished', status: 'complete' });
  }

  async #append(drafts: readonly Draft[]): Promise<void> {
    const expected = this.#head;
    const at = Date.now();
    const events: RunEvent[] = drafts.map((draft, i) => stampDraft(draft, expected + 1 + i, at));
    this.#head += events.length;
    await this.#log.append({ session: this.id, owner: 'local', expected, epoch: 1, events });
  }
}
