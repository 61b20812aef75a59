import { type Command, type DraftOf, type Json, parseCursor, type RunEvent, type Signal } from '@polywire/protocol';
import { Backoff } from './backoff.ts';
import { Caller } from './caller.ts';
import { Charts } from './charts.ts';
import { Commands } from './commands.ts';
import type { ConnectOptions, ConversationView, EventReader, Gap } from './contract.ts';
import { Delivery } from './delivery.ts';
import { ClientError, invalid } from './errors.ts';
import type { Ending, ReceivedFrame } from './link/contract.ts';
import { goesOn, lossError, lostRun, refusalError, verdictOf } from './loss.ts';
import { pause } from './pause.ts';
import { type Plan, planFor } from './plan.ts';
import { Receiver } from './receiver.ts';
import { refused } from './requests.ts';
import { type Begun, Sessions } from './sessions.ts';
import { Store } from './store.ts';

/** Puts the parts together: what comes in goes to the store, what people do goes out by the delivery. */
export class LiveConversation extends Commands {
  readonly ready: Promise<void>;
  readonly #options: ConnectOptions;
  readonly #plan: Plan;
  readonly #store: Store;
  readonly #sessions: Sessions;
  readonly #caller: Caller;
  readonly #charts: Charts;
  readonly #delivery: Delivery;
  readonly #now: () => number;
  #receiver: Receiver | undefined;
  #session: string | undefined;
  #isVisible: boolean;
  readonly #ending = new AbortController();
  #isOver = false;
  /** Something happened in the session as far as this client knows. */
  #isHeard = false;
  /** Connections in a row that the server ended before it said anything. */
  #unwelcome = 0;
  #settleReady: (error?: ClientError) => void = () => undefined;

  constructor(options: ConnectOptions) {
    const plan = planFor(options);
    const store = new Store(options.inputTimeoutMs);
    super(plan, store);
    this.#options = options;
    this.#plan = plan;
    this.#store = store;
    this.#now = options.now ?? Date.now;
    this.#isVisible = options.visible ?? true;
    this.#sessions = new Sessions(options, plan);
    this.#caller = new Caller(options);
    this.#charts = new Charts(
      this.#caller,
      (event, place) => store.apply(event, place),
      (message) => this.#log(message),
    );
    this.#delivery = new Delivery(options, plan, {
      receiver: () => this.#receiver,
      session: () => this.#session,
      sending: (sending) => store.set({ sending }),
      opened: () => this.#isReady(),
      failed: (error) => this.#refuse(invalid(error)),
      frame: (frame) => this.#frame(frame),
      broken: (detail) => this.#log(detail),
      ended: (ending, wasWatching) => this.#ended(ending, wasWatching),
    });
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = (error) => (error ? reject(error) : resolve());
    });
    this.ready.catch(() => undefined);
    if (!this.#isVisible) store.mute(true);
    options.signal?.addEventListener('abort', () => this.close(), { once: true });
    if (options.signal?.aborted) this.close();
    else this.#start();
  }

  override getState(): ConversationView {
    return this.#store.view;
  }

  override subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  override [Symbol.asyncIterator](): EventReader {
    return this.#store.read();
  }

  override setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible || this.#isOver) return;
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#receiver?.hide();
      this.#store.mute(true);
      return;
    }
    const missed = this.#receiver?.show();
    if (missed === 'gap') this.#gap('hidden', HIDDEN);
    if (missed === 'resume') this.#delivery.resume();
    this.#store.mute(false);
  }

  override close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ending.abort();
    const error = new ClientError('CLOSED', CLOSED);
    this.#delivery.close(error);
    this.#settleReady(error);
    this.#store.set({ connection: 'closed' });
    this.#store.close();
  }

  protected override async perform(command: Command, signal: AbortSignal | undefined): Promise<Json> {
    if (this.#isOver) throw new ClientError('CLOSED', CLOSED);
    const rest = this.#delivery.restOf(command);
    // A turn that cannot be told to stop is stopped by hanging up, where the wire means that by it.
    if (command.type === 'run.stop' && this.#delivery.stopsByHangingUp) return this.#hangUp();
    if (rest) return this.#caller.send(rest, signal);
    if (this.#store.view.connection === 'refused') this.#tryAgain();
    return this.#delivery.send(command, signal);
  }

  protected override addLocal(draft: DraftOf<'todo.item'>): void {
    for (const event of this.#receiver?.add([draft]) ?? []) this.#emit(event);
  }

  protected override serverSeq(seq: number): number {
    return this.#receiver?.theirs(seq) ?? seq;
  }

  #tryAgain(): void {
    this.#store.set({ connection: 'reconnecting', error: undefined });
    // Without a session there is nothing yet to connect to.
    if (!this.#receiver) this.#start();
  }

  #start(): void {
    this.#enter().catch((error: unknown) => this.#refuse(invalid(error)));
  }

  async #enter(): Promise<void> {
    const begun = await this.#begin();
    if (!begun || this.#isOver) return;
    const { id, isNew } = begun;
    this.#setSession(id);
    // A session of our own making is wanted from its first event on.
    const after = this.#options.after ?? (isNew && this.#session !== undefined ? '0' : undefined);
    const place = after === undefined ? undefined : parseCursor(after);
    this.#receiver = new Receiver(this.#plan, this.#session ?? '', this.#now, place);
    if (!this.#isVisible) this.#receiver.hide();
    const isOnItsWay = this.#delivery.start(this.#options.after !== undefined);
    if (!isOnItsWay && this.#store.view.connection !== 'refused') this.#isReady();
  }

  /** Asks for a session until the server is there; undefined where it has refused. */
  async #begin(): Promise<Begun | undefined> {
    const backoff = new Backoff(this.#options.random ?? Math.random);
    while (!this.#isOver) {
      try {
        return await this.#sessions.begin(this.#caller);
      } catch (error) {
        const known = error instanceof ClientError ? error : new ClientError('LOST', String(error));
        if (known.code !== 'LOST') {
          this.#refuse(known);
          return undefined;
        }
        this.#store.set({ connection: 'reconnecting', error: known });
        await pause(backoff.next(), this.#ending.signal);
      }
    }
    return undefined;
  }

  #isReady(): void {
    // A connection that was lost is no trouble any more where nothing of it is missing.
    const { error } = this.#store.view;
    const isMended = this.#receiver?.canResume && (error?.code === 'LOST' || error?.code === 'TIMEOUT');
    this.#store.set({ connection: 'open', ...(isMended && { error: undefined }) });
    this.#settleReady();
  }

  #frame(frame: ReceivedFrame): void {
    const receiver = this.#receiver as Receiver;
    const { events, signals, issue } = receiver.push(frame);
    if (issue !== undefined) this.#log(issue);
    if (events.length > 0) {
      this.#unwelcome = 0;
      this.#isHeard = true;
    }
    for (const event of events) {
      this.#delivery.see(event);
      this.#emit(event, event === events.at(-1));
    }
    const place = receiver.place;
    if (place !== this.#store.view.cursor) this.#store.set({ cursor: place });
    if (!this.#isVisible && receiver.status !== this.#store.view.status) this.#store.set({ status: receiver.status });
    for (const signal of signals) this.#hear(signal);
    if (events.length > 0 || signals.some(({ kind }) => tells.has(kind))) this.#delivery.watchAnswered();
  }

  #hear(signal: Signal): void {
    switch (signal.kind) {
      case 'session':
        if (this.#plan.namesSession === 'message') this.#setSession(signal.id);
        return;
      case 'gap':
        return this.#gap('skipped', signal.detail);
      case 'turn.ended':
        return this.#delivery.turnEnded();
      case 'answer':
        this.#delivery.hear(signal);
        return;
      case 'refused': {
        const error = refused(signal);
        this.#store.set({ error });
        const whose = this.#delivery.hear(signal);
        // What is said before anything else is about the place that was asked for.
        const isAboutPlace = whose === 'nobody' && !this.#isHeard && this.#options.after !== undefined;
        if (whose === 'watching' || isAboutPlace) this.#watchRefused(error);
        else if (whose === 'nobody') this.#fault(error);
      }
    }
  }

  /** A fault of the protocol. Where a wire says so, it is the end of the connection, not of the conversation. */
  #fault(error: ClientError): void {
    this.#log(error.message);
    this.#store.clearInputTimer();
    if (this.#plan.dialect.traits.afterEnd === 'close') this.#delivery.rest(error);
  }

  /** There is nothing to watch, and asking again changes nothing. A message may still make the session. */
  #watchRefused(error: ClientError): void {
    if ((this.#receiver?.cursor?.seq ?? 0) > 0) return this.#refuse(error);
    this.#store.set({ error: undefined });
    this.#delivery.rest(error);
  }

  #ended(ending: Ending, wasWatching: boolean): 'again' | 'rest' {
    const receiver = this.#receiver as Receiver;
    const verdict = verdictOf(ending);
    this.#unwelcome = verdict === 'perhaps' ? this.#unwelcome + 1 : 0;
    if (verdict === 'no' || this.#unwelcome >= MAX_UNWELCOME) {
      const error = refusalError(ending);
      if (this.#delivery.failSent(error)) this.#store.set({ error });
      else if (wasWatching) this.#watchRefused(error);
      else this.#refuse(error);
      return 'rest';
    }
    const error = lossError(ending);
    const wasBusy = receiver.run !== undefined || this.#delivery.isTurnOpen;
    this.#delivery.lost(receiver.canResume, error);
    if (wasBusy && !receiver.canResume) this.#loseSight(receiver, error);
    if (!this.#delivery.isWanted) return 'rest';
    this.#store.set({ connection: 'reconnecting', ...(wasBusy && { error }) });
    return 'again';
  }

  /** What was under way cannot be followed any further, or only from here on. */
  #loseSight(receiver: Receiver, error: ClientError): void {
    if (receiver.run && goesOn(this.#plan, error)) return this.#gap('lost', CANNOT_RESUME);
    // A close is an end in some dialects; silence is none.
    if (error.code !== 'TIMEOUT') for (const event of receiver.end()) this.#emit(event);
    this.#delivery.turnEnded();
    if (!receiver.run) return;
    this.#gap('lost', `${CANNOT_RESUME} ${error.message}`);
    this.#store.set({ error });
    for (const event of receiver.add(lostRun(receiver.run.id, error))) this.#emit(event);
    receiver.reset();
  }

  #hangUp(): null {
    this.#delivery.rest(new ClientError('ABORTED', 'The run was stopped. / 运行已停止。'));
    const run = this.#receiver?.run;
    const about = run?.id === undefined ? {} : { runId: run.id };
    const drafts = run ? [{ type: 'run.finished' as const, status: 'stopped' as const, ...about }] : [];
    for (const event of this.#receiver?.add(drafts) ?? []) this.#emit(event);
    this.#receiver?.reset();
    return null;
  }

  #refuse(error: ClientError): void {
    this.#delivery.close(error);
    this.#store.set({ connection: 'refused', error });
    this.#store.interrupt(error);
    this.#settleReady(error);
  }

  #emit(event: RunEvent, isWhole = true): void {
    const cursor = isWhole && this.#receiver?.canResume ? this.#receiver.place : undefined;
    this.#charts.pass(event, isWhole ? { cursor } : undefined, this.#session);
  }

  #gap(reason: Gap['reason'], detail: string): void {
    this.#store.set({ gap: { reason, detail, at: this.#now() } });
  }

  #setSession(id: string | undefined): void {
    if (id === undefined || id === '' || id === this.#session) return;
    this.#session = id;
    this.#sessions.keep(id);
    this.#store.set({ session: id });
  }

  #log(message: string): void {
    this.#options.log?.(message);
  }
}

/** What no server says to somebody whom it refuses. */
const tells: ReadonlySet<Signal['kind']> = new Set<Signal['kind']>(['session', 'connected', 'cursor']);
const HIDDEN = 'This server cannot say again what came while nobody looked. / 该服务器无法重发页面不可见期间的内容。';
const CANNOT_RESUME =
  'This server cannot say again what came while the connection was lost. / 该服务器无法重发断线期间的内容。';
const CLOSED = 'The conversation was closed. / 对话已关闭。';
const MAX_UNWELCOME = 3;
