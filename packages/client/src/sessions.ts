import { isJsonObject } from '@polywire/protocol';
import type { Caller } from './caller.ts';
import type { ConnectOptions } from './contract.ts';
import { ClientError } from './errors.ts';
import { newId } from './new-id.ts';
import type { Plan } from './plan.ts';

/** Which session is meant, and whether it is a new one. */
export interface Begun {
  readonly id: string | undefined;
  readonly isNew: boolean;
}

export class Sessions {
  readonly #options: ConnectOptions;
  readonly #plan: Plan;

  constructor(options: ConnectOptions, plan: Plan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** Where the address names the session there must be one; elsewhere the server names it. */
  async begin(caller: Caller): Promise<Begun> {
    const known = this.#options.session ?? this.#options.storage?.getItem(this.#key) ?? undefined;
    if (known !== undefined) return { id: known, isNew: false };
    if (this.#plan.namesSession === 'message' && !this.#mayChoose) return { id: undefined, isNew: true };
    const id = this.#plan.dialect.traits.sessionIds === 'integer' ? await this.#made(caller) : newId();
    this.keep(id);
    return { id, isNew: true };
  }

  keep(id: string): void {
    this.#options.storage?.setItem(this.#key, id);
  }

  /** A request that may name a session of its own choosing does: not every form of an answer names it. */
  get #mayChoose(): boolean {
    const { endpoint, dialect } = this.#plan;
    return endpoint.framing !== 'ws' && dialect.traits.unknownSession !== 'refuse';
  }

  get #key(): string {
    return `polywire:${this.#plan.dialect.name}:${this.#options.url}`;
  }

  /** Numbers are the server's to give. One that has no way to ask for it takes any. */
  async #made(caller: Caller): Promise<string> {
    try {
      const made = await caller.call({ type: 'call', what: 'sessions.create', params: {} });
      if (isJsonObject(made) && (typeof made.id === 'string' || typeof made.id === 'number')) return String(made.id);
    } catch (error) {
      if (!(error instanceof ClientError) || error.status !== 404) throw error;
    }
    return String(1 + Math.floor((this.#options.random ?? Math.random)() * MAX_NUMBER));
  }
}

const MAX_NUMBER = 2 ** 31 - 2;
