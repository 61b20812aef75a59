/** One execution of a node, from its enter to its exit. */
export interface Interval {
  /** Unique within the run, also where the wire's id comes back. */
  readonly nodeRun: string;
  readonly wireId: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

type Named = {
  wireId?: string | null | undefined;
  name?: string | null | undefined;
  namespace?: string | null | undefined;
};

/** The receiving side's view of node runs: the wire's ids may repeat, and bare streams have none. */
export class Intervals {
  /** Those that are open, newest first. */
  readonly #open: Interval[] = [];
  readonly #latest = new Map<string, Interval>();
  readonly #uses = new Map<string, number>();
  /** Those that are open while their run goes on as another one of the wire, oldest first. */
  #carried: Interval[] = [];
  #last: Interval | undefined;
  #entered = 0;

  reset(): void {
    this.goOn();
    this.#carried = [];
    this.#uses.clear();
  }

  /** The wire numbers anew; what is open stays open and is entered there again. */
  goOn(): void {
    this.#carried = [...this.#open].reverse();
    this.#open.length = 0;
    this.#latest.clear();
    this.#last = undefined;
    this.#entered = 0;
  }

  /** An open node run gets its new id on the wire. */
  enterAgain({ wireId, name }: Named & { name: string }): void {
    const at = this.#carried.findIndex((it) => it.name === name);
    const [carried] = at < 0 ? [] : this.#carried.splice(at, 1);
    if (!carried) return;
    this.#note({ ...carried, wireId: wireId ?? `run-${name}-${this.#entered}` });
  }

  enter({ wireId, name, namespace }: Named & { name: string }): Interval {
    const id = wireId ?? `run-${name}-${this.#entered}`;
    const uses = (this.#uses.get(id) ?? 0) + 1;
    this.#uses.set(id, uses);
    const nodeRun = uses === 1 ? id : `${id}~${uses}`;
    return this.#note({ nodeRun, wireId: id, name, namespace: namespace ?? undefined });
  }

  #note(interval: Interval): Interval {
    this.#entered += 1;
    this.#open.unshift(interval);
    this.#latest.set(interval.wireId, interval);
    this.#last = interval;
    return interval;
  }

  /** The open one with this id. */
  openWith(wireId: string | null | undefined): Interval | undefined {
    return this.#open.find((it) => it.wireId === wireId);
  }

  /** Takes out the open one that an exit means: by its id, or by its name where ids do not tell. */
  exit({ wireId, name, namespace }: Named): Interval | undefined {
    const found =
      this.#open.find((it) => it.wireId === wireId && it.name === name) ?? this.#open.find(named(name, namespace));
    if (found) this.#open.splice(this.#open.indexOf(found), 1);
    return found;
  }

  /** Where something happened: ids tell, then names, then what was entered last. */
  at({ wireId, name, namespace }: Named): Interval | undefined {
    const known = wireId == null ? undefined : this.#latest.get(wireId);
    if (known) return known;
    return (name == null ? undefined : this.#open.find(named(name, namespace))) ?? this.#last;
  }
}

function named(name: string | null | undefined, namespace: string | null | undefined) {
  return (it: Interval) => it.name === name && it.namespace === (namespace ?? undefined);
}
