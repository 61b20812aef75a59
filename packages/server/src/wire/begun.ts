import type { SessionRecord } from '../store/contract.ts';

export interface Begun {
  readonly record: SessionRecord;
  readonly ref: string;
}

/** The messages that one connection sent and whose turns are not over, as far as it was shown; the oldest first. */
export class BegunTurns {
  #all: readonly Begun[] = NONE;
  #tidyAt = TIDY_AT;

  get all(): readonly Begun[] {
    return this.#all;
  }

  add(record: SessionRecord, ref: string): void {
    const isKnown = this.#all.some((each) => each.record.id === record.id && each.ref === ref);
    if (!isKnown) this.#all = [...this.#all, { record, ref }];
  }

  forget(session: string, ref: string): void {
    this.#all = this.#all.filter((each) => each.record.id !== session || each.ref !== ref);
  }

  /** A turn of the session is over, and the next that is owed there answers `next`. */
  ended(session: string, next: string | undefined): void {
    const ofSession = this.#all.filter(({ record }) => record.id === session);
    const left = ofSession.findIndex(({ ref }) => ref === next);
    const over = next === undefined ? ofSession : ofSession.slice(0, Math.max(0, left));
    this.#all = this.#all.filter((each) => !over.includes(each));
  }

  /** Of sessions that are shown no more nobody says when their turns are over: they are asked now and then. */
  async tidy(isOpen: (begun: Begun) => Promise<boolean>): Promise<void> {
    if (this.#all.length < this.#tidyAt) return;
    for (const each of this.#all) if (!(await isOpen(each))) this.forget(each.record.id, each.ref);
    this.#tidyAt = Math.max(TIDY_AT, 2 * this.#all.length);
  }
}

/** Most connections send one message at a time, and there may be thousands. */
const NONE: readonly Begun[] = [];
/** Beyond what a person sends; from there on no more is kept than twice what is under way. */
const TIDY_AT = 32;
