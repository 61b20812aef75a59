import type { SessionRecord } from '../store/contract.ts';
import type { Feed } from './feed.ts';
import type { Watcher } from './watcher.ts';

export interface Attachment {
  readonly record: SessionRecord;
  readonly name: string;
  readonly feed: Feed;
  readonly watcher: Watcher;
}

/** What one connection shows: the session it last spoke of, and others for as long as they owe it an answer. */
export class Shown {
  readonly #mixes: boolean;
  readonly #detach: (attachment: Attachment) => void;
  #latest: Attachment | undefined;
  #owing: readonly Attachment[] = NONE;

  /** `mixes`: the frames of several sessions may come on one connection, since each tells its own. */
  constructor(mixes: boolean, detach: (attachment: Attachment) => void) {
    this.#mixes = mixes;
    this.#detach = detach;
  }

  get latest(): Attachment | undefined {
    return this.#latest;
  }

  get all(): readonly Attachment[] {
    return this.#latest ? [this.#latest, ...this.#owing] : NONE;
  }

  /** Whether its reader waits for nothing of another session. */
  isFreeFor(session: string): boolean {
    return this.all.every(({ record, watcher }) => record.id === session || !watcher.isOpen);
  }

  /** No other session can be added before one has given its answer. */
  get isFull(): boolean {
    return this.#owing.length >= MAX_OWING;
  }

  of(session: string): Attachment | undefined {
    return this.all.find(({ record }) => record.id === session);
  }

  by(watcher: Watcher): Attachment | undefined {
    return this.all.find((each) => each.watcher === watcher);
  }

  turnTo(next: Attachment): void {
    const before = this.#latest;
    if (before === next) return;
    const former = this.of(next.record.id);
    if (former && former !== next) this.#letGo(former);
    this.#owing = this.#owing.filter((each) => each !== next);
    this.#latest = next;
    if (!before || before === former) return;
    if (this.#mixes && before.watcher.owed !== undefined) this.#owing = [...this.#owing, before];
    else this.#letGo(before);
  }

  /** One of its answers is over. */
  answered(attachment: Attachment): void {
    if (this.#owing.includes(attachment) && attachment.watcher.owed === undefined) this.#letGo(attachment);
  }

  letGoOfAll(): void {
    for (const each of this.all) this.#letGo(each);
  }

  #letGo(attachment: Attachment): void {
    this.#owing = this.#owing.filter((each) => each !== attachment);
    this.#detach(attachment);
  }
}

/** Most connections have none, and there may be thousands. */
const NONE: readonly Attachment[] = [];
/** More than one person asks for at once; each costs as much as a connection of its own. */
const MAX_OWING = 8;
