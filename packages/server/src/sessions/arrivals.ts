import type { SessionRecord } from '../store/contract.ts';

type Callback = (record: SessionRecord) => void;

/** Who waits for a session that does not exist yet: clients may come to its address before its first message. */
export class Arrivals {
  readonly #waiting = new Map<string, Set<Callback>>();

  whenMade(owner: string, dialect: string, name: string, callback: Callback): () => void {
    const key = keyOf(owner, dialect, name);
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    waiting.add(callback);
    return () => {
      waiting.delete(callback);
      if (waiting.size === 0) this.#waiting.delete(key);
    };
  }

  /** The session is there, whichever dialect called it into being. */
  tell(owner: string, dialect: string, name: string, record: SessionRecord | undefined): void {
    if (!record) return;
    const byId = record.id === name ? [...this.#waiting.keys()].filter((key) => isSame(key, owner, name)) : [];
    for (const key of new Set([keyOf(owner, dialect, name), ...byId])) {
      for (const callback of this.#waiting.get(key) ?? []) callback(record);
      this.#waiting.delete(key);
    }
  }
}

function keyOf(owner: string, dialect: string, name: string): string {
  return JSON.stringify([owner, dialect, name]);
}

function isSame(key: string, owner: string, name: string): boolean {
  const [ofOwner, , called] = JSON.parse(key) as [string, string, string];
  return ofOwner === owner && called === name;
}
