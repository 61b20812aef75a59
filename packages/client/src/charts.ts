import { type EventOf, isJsonObject, type JsonObject, type RunEvent } from '@polywire/protocol';
import type { Caller } from './caller.ts';
import type { ReadPlace } from './contract.ts';

/**
 * Some wires name a chart and leave its content to be fetched. The event waits for it, and what comes after waits
 * behind it, so that nobody ever sees a chart without its content or things out of order.
 */
export class Charts {
  readonly #caller: Caller;
  readonly #apply: Apply;
  readonly #log: (message: string) => void;
  #behind: Parameters<Apply>[] = [];
  #isFetching = false;

  constructor(caller: Caller, apply: Apply, log: (message: string) => void) {
    this.#caller = caller;
    this.#apply = apply;
    this.#log = log;
  }

  pass(event: RunEvent, place: ReadPlace | undefined, session: string | undefined): void {
    if (this.#isFetching && this.#behind.length < MAX_BEHIND) this.#behind.push([event, place]);
    else if (event.type === 'chart' && event.options.length === 0) void this.#complete(event, place, session);
    else this.#apply(event, place);
  }

  async #complete(event: EventOf<'chart'>, place: ReadPlace | undefined, session: string | undefined): Promise<void> {
    this.#isFetching = true;
    const options = await this.#fetch(event, session);
    this.#apply({ ...event, options }, place);
    this.#isFetching = false;
    const behind = this.#behind;
    this.#behind = [];
    for (const [next, after] of behind) this.pass(next, after, session);
  }

  /** A chart that cannot be had is shown as an empty one: its run has more to say. */
  async #fetch({ analysisId }: EventOf<'chart'>, session: string | undefined): Promise<JsonObject[]> {
    const about = session === undefined ? {} : { session };
    try {
      const signal = AbortSignal.timeout(FETCH_MS);
      const found = await this.#caller.call(
        { type: 'call', what: 'analysis.get', params: { analysisId }, ...about },
        signal,
      );
      const options = isJsonObject(found) ? found.options : undefined;
      return Array.isArray(options) ? options.filter(isJsonObject) : [];
    } catch (error) {
      this.#log(`chart ${analysisId}: ${(error as Error).message}`);
      return [];
    }
  }
}

type Apply = (event: RunEvent, place: ReadPlace | undefined) => void;

const FETCH_MS = 10_000;
/** Longer than anything that comes within the time of one fetch. */
const MAX_BEHIND = 50_000;
