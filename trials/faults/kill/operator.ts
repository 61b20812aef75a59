import { dialectNamed, type Endpoint, type RunEvent } from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;

/** Who keeps the server at work through all kills: sends messages, again where that is needed, and answers questions. */
export class Operator {
  readonly events: RunEvent[] = [];
  /** Messages that the server said it has. */
  readonly acknowledged = new Set<string>();
  readonly sent: string[] = [];
  /** Questions seen, and answers given, on this connection. */
  asked = 0;
  answered = 0;
  #isLeaving = false;
  readonly #session: string;
  readonly #open = new Map<string, RunEvent & { type: 'input.requested' }>();
  readonly #accepted = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #saidHere = new Set<string>();
  #client: RawClient | undefined;
  #read = 0;

  constructor(session: string) {
    this.#session = session;
  }

  async attach(url: string): Promise<void> {
    this.#read = 0;
    this.#saidHere.clear();
    this.asked = 0;
    this.answered = 0;
    const after = String(this.events.at(-1)?.seq ?? 0);
    this.#client = await RawClient.open(url, { dialect: native, endpoint, session: this.#session, query: { after } });
  }

  leave(): void {
    this.#look(false);
    this.#client?.cut();
    this.#client = undefined;
  }

  /** Works until `found`; rejects when the connection ends before. */
  async work(found: () => boolean): Promise<void> {
    await this.#client?.until(() => {
      this.#look(true);
      return found();
    });
  }

  /** Resolves when a last message has run, and with it everything that was accepted before. */
  async conclude(): Promise<void> {
    const last = `message-${this.sent.length}`;
    this.sent.push(last);
    this.#isLeaving = true;
    await this.work(() => this.#finished.has(last));
  }

  #look(acts: boolean): void {
    const { frames = [] } = this.#client ?? {};
    for (; this.#read < frames.length; this.#read += 1) this.#note(JSON.parse(frames[this.#read]?.data ?? ''));
    if (!acts) return;
    for (const [inputId, { runId }] of this.#open) this.#say(inputId, () => this.#answer(inputId, runId));
    if (!this.#isLeaving && this.sent.filter((ref) => !this.#finished.has(ref)).length < 2) {
      this.sent.push(`message-${this.sent.length}`);
    }
    for (const ref of this.sent) {
      // To send again what the server said it has would hide that it was lost.
      if (this.#accepted.has(ref) || this.acknowledged.has(ref)) continue;
      this.#say(ref, () => void this.#client?.send({ type: 'message.send', text: `do ${ref}`, ref }));
    }
  }

  #say(what: string, say: () => void): void {
    if (this.#saidHere.has(what)) return;
    this.#saidHere.add(what);
    say();
  }

  /** Yes to what is asked for the first time; what was cut in the middle is not to be done again. */
  #answer(inputId: string, runId: string | undefined): void {
    const decision = inputId.endsWith('.again') ? 'reject' : 'approve';
    void this.#client?.send({ type: 'input.answer', inputId, decision, ...(runId !== undefined && { runId }) });
    this.answered += 1;
  }

  #note(message: RunEvent | { type: 'answer'; to: string; ref?: string; ok: boolean }): void {
    if (message.type === 'answer') {
      if (message.ok && message.to === 'message.send' && message.ref !== undefined) this.acknowledged.add(message.ref);
      return;
    }
    if (message.seq === undefined) return;
    this.events.push(message);
    if (message.type === 'message.accepted' && message.ref !== undefined) this.#accepted.add(message.ref);
    if (message.type === 'input.requested') {
      this.asked += 1;
      this.#open.set(message.inputId, message);
    }
    if (message.type === 'input.resolved') this.#open.delete(message.inputId);
    if (message.type === 'run.started') this.#runs.set(message.runId ?? '', message.ref ?? '');
    if (message.type === 'run.finished') this.#finished.add(this.#runs.get(message.runId ?? '') ?? '');
  }
  readonly #runs = new Map<string, string>();
}
