import { type EventOf, isJsonObject, type JsonObject, type RunEvent } from '@polywire/protocol';
import type { Caller } from './caller.ts';
import type { ReadPlace } from './contract.ts';

/**
 * Some wires name a chart and leave its content to be fetched. The event waits for it, and what comes after waits
 * behind it, so that nobody ever sees things out of order. What takes too long, or holds up too much, is shown empty.
 */
export class Charts {
  readonly #caller: Caller;
  readonly #apply: Apply;
  readonly #log: (message: string) => void;
  #held: Held | undefined;

  constructor(caller: Caller, apply: Apply, log: (message: string) => void) {
    this.#caller = caller;
    this.#apply = apply;
    this.#log = log;
  }

  pass(event: RunEvent, place: ReadPlace | undefined, session: string | undefined): void {
    const held = this.#held;
    if (!held) return this.#begin(event, place, session);
    held.behind.push([event, place]);
    if (held.behind.length < MAX_BEHIND) return;
    held.abort.abort();
    this.#end(held, []);
  }

  #begin(event: RunEvent, place: ReadPlace | undefined, session: string | undefined): void {
    if (event.type !== 'chart' || event.options.length > 0) return this.#apply(event, place);
    const held: Held = { chart: event, place, session, behind: [], abort: new AbortController() };
    this.#held = held;
    void this.#fetch(held).then((options) => this.#end(held, options));
  }

  #end(held: Held, options: JsonObject[]): void {
    if (this.#held !== held) return;
    this.#held = undefined;
    this.#apply({ ...held.chart, options }, held.place);
    for (const [next, after] of held.behind) this.pass(next, after, held.session);
  }

  /** A chart that cannot be had is shown as an empty one: its run has more to say. */
  async #fetch({ chart: { analysisId }, session, abort }: Held): Promise<JsonObject[]> {
    const about = session === undefined ? {} : { session };
    const clock = setTimeout(() => abort.abort(), FETCH_MS);
    try {
      const found = await this.#caller.call(
        { type: 'call', what: 'analysis.get', params: { analysisId }, ...about },
        abort.signal,
      );
      const options = isJsonObject(found) ? found.options : undefined;
      return Array.isArray(options) ? options.filter(isJsonObject) : [];
    } catch (error) {
      this.#log(`chart ${analysisId}: ${(error as Error).message}`);
      return [];
    } finally {
      clearTimeout(clock);
    }
  }
}

type Apply = (event: RunEvent, place: ReadPlace | undefined) => void;

/** A chart whose content is on its way, and what came behind it. */
interface Held {
  readonly chart: EventOf<'chart'>;
  readonly place: ReadPlace | undefined;
  readonly session: string | undefined;
  readonly behind: Parameters<Apply>[];
  readonly abort: AbortController;
}

const FETCH_MS = 10_000;
/** Longer than anything that comes within the time of one fetch: beyond it the chart is given up. */
export const MAX_BEHIND = 50_000;
