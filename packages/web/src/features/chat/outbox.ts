import type { Conversation as Client } from '@polywire/client';
import { type Attachment, openQuestion, type PartOf, type Turn } from '@polywire/protocol';
import type { SessionInfo } from '../../lib/api.ts';
import { type Kept, NEW_PLACE } from '../../lib/kept.ts';
import { FILES, filesOf, type Pending, pendingOf } from '../composer/attachments.ts';
import type { Held } from '../connection/clients.ts';
import { AHEAD } from './chosen.ts';
import { answerTo, Deeds } from './deeds.ts';

/** What is kept of a session under these names. */
export const TEXT = 'text';
/** What did not work, in words. */
export const PROBLEM = 'problem';
/** Messages that left the field and are not in the conversation yet, oldest first. */
export const SENDING = 'sending';
/** A message is being sent again. */
export const RESENDING = 'resending';
/** What the server said when it made the session: the list has it later. */
export const MADE = 'made';
/** A choice for the session that is on its way: what is sent waits for it. */
export const SAVING = 'saving';
export const editOf = ({ seq }: Turn): string => `edit ${seq}`;

/** A message on its way. */
export interface Outgoing {
  readonly key: number;
  readonly text: string;
  readonly files: readonly Attachment[];
}

interface Parts {
  readonly kept: Kept;
  create(): Promise<SessionInfo>;
  /** The session that was asked for is there. */
  made(session: string): void;
  /** In the server's own words, where the page has no connection to the session yet. */
  hold(session: string): Promise<Held>;
  wordsOf(error: unknown): string;
}

interface Sending {
  /** The page's own connection to the session, held before anything else is waited for. */
  readonly held?: Held | undefined;
  /** An older version is gone on with: where it ends. */
  readonly end?: number | undefined;
  readonly onRewound: () => void;
}

/** Brings what was written to the server, once; what does not get there is put back where it was written. */
export class Outbox {
  readonly #parts: Parts;
  readonly #deeds: Deeds;
  #making: Promise<string> | undefined;
  #nextKey = 1;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#deeds = new Deeds(parts.kept);
  }

  /** A session is being made for what was begun on the page without one. */
  get isMaking(): boolean {
    return this.#making !== undefined;
  }

  /** The session of a place. Whoever asks while it is being made gets the same one. */
  needSession(place: string): Promise<string> {
    if (place !== NEW_PLACE) return Promise.resolve(place);
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  /** True: the server has it. What is sent is taken out of the field first, so that it cannot be sent twice. */
  send(place: string, { held, end, onRewound }: Sending): Promise<boolean> {
    const { kept } = this.#parts;
    const text = kept.get<string>(place, TEXT) ?? '';
    const files = kept.get<readonly Pending[]>(place, FILES) ?? [];
    for (const what of [TEXT, FILES]) kept.set(place, what, undefined);
    const outgoing = this.#show(place, text.trim(), filesOf(files));
    const work = async (client: Client, at: string) => {
      if (end !== undefined) await client.rewind(end);
      onRewound();
      const question = openQuestion(client.getState().conversation);
      const isAnswer = question?.asks === 'text' && outgoing.files.length === 0;
      if (isAnswer && !this.#deeds.isOnItsWay(at, answerTo(question), question))
        await this.#answer(client, at, question, outgoing.text);
      else await client.send(outgoing.text, withFiles(outgoing.files));
    };
    return this.#deliver(place, held, work, (at, isSent) => {
      this.#unshow(at, outgoing);
      if (!isSent) this.#putBack(at, text, files);
    });
  }

  /** Goes back to before a turn and says its message again, once. */
  async resend(place: string, turn: Turn, text: string, { held, onRewound }: Sending): Promise<boolean> {
    const { kept } = this.#parts;
    if (kept.get(place, RESENDING)) {
      held?.release();
      return false;
    }
    kept.set(place, RESENDING, true);
    const files = turn.user?.files ?? [];
    let outgoing: Outgoing | undefined;
    const work = async (client: Client, at: string) => {
      await client.rewind(turn.seq - 1);
      outgoing = this.#show(at, text, files);
      onRewound();
      await client.send(text, withFiles(files));
    };
    // Until the line went back the message stands in its row, as it was edited; then the field is the only place left.
    const isSent = await this.#deliver(place, held, work, (at, isThere) => {
      if (outgoing) this.#unshow(at, outgoing);
      if (outgoing && !isThere) this.#putBack(at, text, pendingOf(files));
    });
    const edit = editOf(turn);
    if (outgoing && kept.get<string>(place, edit)?.trim() === text) kept.set(place, edit, undefined);
    kept.set(place, RESENDING, undefined);
    return isSent;
  }

  async #deliver(
    place: string,
    held: Held | undefined,
    work: (client: Client, place: string) => Promise<void>,
    ended: (place: string, isSent: boolean) => void,
  ): Promise<boolean> {
    const { kept } = this.#parts;
    let at = place;
    let using = held;
    kept.set(place, PROBLEM, undefined);
    try {
      at = await this.needSession(place);
      await kept.get(at, SAVING);
      using ??= await this.#parts.hold(at);
      await work(using.client, at);
      ended(at, true);
      return true;
    } catch (error) {
      ended(at, false);
      kept.set(at, PROBLEM, this.#parts.wordsOf(error));
      return false;
    } finally {
      using?.release();
    }
  }

  async #answer(client: Client, place: string, question: PartOf<'question'>, text: string): Promise<void> {
    const what = { text };
    const answered = client.answer(question.inputId, what);
    const isDone = answered.then(
      () => true,
      () => false,
    );
    void this.#deeds.begin(place, answerTo(question), { what, about: question }, () => isDone);
    await answered;
  }

  async #make(): Promise<string> {
    const { kept, create, made } = this.#parts;
    const chosen = kept.get(NEW_PLACE, AHEAD);
    const info = await create();
    kept.move(NEW_PLACE, info.id);
    // It was made with what was chosen; what was chosen since is saved like any other choice.
    if (kept.get(info.id, AHEAD) === chosen) kept.set(info.id, AHEAD, undefined);
    kept.set(info.id, MADE, info);
    made(info.id);
    return info.id;
  }

  #show(place: string, text: string, files: readonly Attachment[]): Outgoing {
    const outgoing = { key: this.#nextKey++, text, files };
    const { kept } = this.#parts;
    kept.set(place, SENDING, [...(kept.get<readonly Outgoing[]>(place, SENDING) ?? []), outgoing]);
    return outgoing;
  }

  #unshow(place: string, outgoing: Outgoing): void {
    const { kept } = this.#parts;
    const rest = kept.get<readonly Outgoing[]>(place, SENDING)?.filter((each) => each !== outgoing) ?? [];
    kept.set(place, SENDING, rest.length > 0 ? rest : undefined);
  }

  /** In front of what was written since. */
  #putBack(place: string, text: string, files: readonly Pending[]): void {
    const { kept } = this.#parts;
    const since = kept.get<string>(place, TEXT) ?? '';
    const together = text === '' || since === '' ? text + since : `${text}\n\n${since}`;
    const all = [...files, ...(kept.get<readonly Pending[]>(place, FILES) ?? [])];
    kept.set(place, TEXT, together === '' ? undefined : together);
    kept.set(place, FILES, all.length > 0 ? all : undefined);
  }
}

function withFiles(files: readonly Attachment[]) {
  return files.length > 0 ? { files } : {};
}
