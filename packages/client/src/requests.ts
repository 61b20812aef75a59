import type { Command, Json, RunEvent, Signal } from '@polywire/protocol';
import { confirms } from './confirm.ts';
import { ClientError } from './errors.ts';

/** A command on its way. */
export interface Request {
  readonly command: Command & { ref: string };
  readonly done: Promise<Json>;
  /** On a connection; false while it waits for one. */
  isSent: boolean;
  /** What comes may belong to another message. */
  wasBusy: boolean;
  readonly at: number;
}

interface Entry extends Request {
  resolve(value: Json): void;
  reject(error: ClientError): void;
}

/** Commands that the server has not answered, oldest first. */
export class Requests {
  readonly #entries = new Map<string, Entry>();
  /** Events name the message that they answer. */
  readonly #isExact: boolean;
  readonly #changed: () => void;

  constructor(isExact: boolean, changed: () => void) {
    this.#isExact = isExact;
    this.#changed = changed;
  }

  get size(): number {
    return this.#entries.size;
  }

  get all(): readonly Request[] {
    return [...this.#entries.values()];
  }

  get isOwed(): boolean {
    return this.all.some(({ isSent }) => isSent);
  }

  add(command: Command & { ref: string }, signal: AbortSignal | undefined): Request {
    if (signal?.aborted) throw new ClientError('ABORTED', 'It was given up before it was sent. / 尚未发送即已取消。');
    if (this.#entries.size >= MAX_OPEN)
      throw new ClientError('OVERFLOW', `${MAX_OPEN} commands wait already. / 已有 ${MAX_OPEN} 条命令在等待。`);
    if (this.#entries.has(command.ref))
      throw new ClientError('INVALID', `${command.ref} is on its way already. / ${command.ref} 已在发送中。`);
    let resolve: Entry['resolve'] = () => undefined;
    let reject: Entry['reject'] = () => undefined;
    const done = new Promise<Json>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    const entry: Entry = { command, done, isSent: false, wasBusy: false, at: Date.now(), resolve, reject };
    this.#entries.set(command.ref, entry);
    const abort = (): void => this.#fail(entry, new ClientError('ABORTED', 'It was given up. / 操作已取消。'));
    signal?.addEventListener('abort', abort, { once: true });
    void done.catch(() => undefined).finally(() => signal?.removeEventListener('abort', abort));
    this.#changed();
    return entry;
  }

  /** True where the signal belonged to a command. */
  hear(signal: Signal): boolean {
    if (signal.kind !== 'answer' && signal.kind !== 'refused') return false;
    const entry = signal.ref === undefined ? this.#oldestSent() : this.#entries.get(signal.ref);
    if (!entry || (signal.kind === 'answer' && signal.what !== entry.command.type)) return false;
    if (signal.kind === 'answer') this.#succeed(entry, signal.value);
    else this.#fail(entry, refused(signal));
    return true;
  }

  /** Settles what the event shows to be done. */
  see(event: RunEvent): void {
    if (this.#entries.size === 0) return;
    for (const entry of this.#entries.values()) {
      if (!entry.isSent) continue;
      if (confirms(entry.command, event, entry.wasBusy, this.#isExact))
        this.#succeed(entry, event.runId === undefined ? {} : { runId: event.runId });
      // Somebody else was quicker: what comes now answers them.
      else if (event.type === 'message.accepted' || event.type === 'run.started') entry.wasBusy = true;
    }
  }

  /** The turn is over: whatever was asked in it was heard. Only a message may have to wait for the next one. */
  turnEnded(): void {
    for (const entry of this.#entries.values()) {
      const isForNext = entry.wasBusy && entry.command.type === 'message.send';
      if (entry.isSent && !isForNext) this.#succeed(entry, {});
    }
  }

  /** The connection is gone. What may be sent again waits for the next one, of the rest nobody knows. */
  lost(mayRepeat: boolean, error: ClientError): void {
    for (const entry of this.#entries.values()) {
      if (!entry.isSent) continue;
      if (mayRepeat) entry.isSent = false;
      else this.#fail(entry, error);
    }
  }

  fail({ command }: Request, error: ClientError): void {
    const entry = this.#entries.get(command.ref);
    if (entry) this.#fail(entry, error);
  }

  failAll(error: ClientError): void {
    for (const entry of this.#entries.values()) this.#fail(entry, error);
  }

  #oldestSent(): Entry | undefined {
    for (const entry of this.#entries.values()) if (entry.isSent) return entry;
    return undefined;
  }

  #succeed(entry: Entry, value: Json): void {
    if (this.#entries.delete(entry.command.ref)) this.#changed();
    entry.resolve(value);
  }

  #fail(entry: Entry, error: ClientError): void {
    if (this.#entries.delete(entry.command.ref)) this.#changed();
    entry.reject(error);
  }
}

export function refused({ error }: Extract<Signal, { kind: 'refused' }>): ClientError {
  return new ClientError('REFUSED', error.message, { refusal: error.code });
}

/** More than a person can have asked for at once. */
const MAX_OPEN = 256;
