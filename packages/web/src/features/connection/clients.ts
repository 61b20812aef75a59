import type { Conversation as Client } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';

/** A connection that stays as long as somebody holds it. */
export interface Held {
  readonly client: Client;
  /** Once: the last who lets go closes it. */
  release(): void;
}

interface Entry {
  readonly session: string;
  readonly dialect: Dialect;
  readonly client: Client;
  holders: number;
}

export type Connect = (dialect: Dialect, name: string, after: string) => Client;

/** The conversations that are open: the one that is shown, and those in which something is still being sent. */
export class Clients {
  readonly #connect: Connect;
  readonly #open = new Set<Entry>();
  #last: { readonly session: string; readonly dialect: Dialect; readonly cursor: string | undefined } | undefined;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** `name` is what the dialect calls the session. */
  hold(session: string, dialect: Dialect, name = session): Held {
    const entry = this.#find(session, dialect) ?? this.#add(session, dialect, name);
    entry.holders += 1;
    let isHeld = true;
    return {
      client: entry.client,
      release: () => {
        if (isHeld) this.#release(entry);
        isHeld = false;
      },
    };
  }

  /** The next who asks gets another connection. */
  abandon(client: Client): void {
    for (const entry of this.#open) if (entry.client === client) this.#open.delete(entry);
  }

  #find(session: string, dialect: Dialect): Entry | undefined {
    for (const entry of this.#open) if (entry.session === session && entry.dialect === dialect) return entry;
    return undefined;
  }

  #add(session: string, dialect: Dialect, name: string): Entry {
    const after = tellsPast(dialect) ? '0' : this.#placeIn(session, dialect);
    const entry = { session, dialect, client: this.#connect(dialect, name, after), holders: 0 };
    this.#open.add(entry);
    return entry;
  }

  #release(entry: Entry): void {
    entry.holders -= 1;
    if (entry.holders > 0) return;
    const { session, dialect, client } = entry;
    this.#open.delete(entry);
    this.#last = { session, dialect, cursor: client.getState().cursor };
    client.close();
  }

  /** Where the page was in a session before it began to speak another dialect. */
  #placeIn(session: string, dialect: Dialect): string {
    const last = this.#last;
    return (last?.session === session && last.dialect !== dialect ? last.cursor : undefined) ?? '0';
  }
}

/** A dialect whose stream ends with each turn would tell a long past one turn at a time: it goes on from now instead. */
function tellsPast({ traits }: Dialect): boolean {
  return traits.stream === 'session' && traits.afterEnd === 'keep';
}
