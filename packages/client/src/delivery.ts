import type { Command, Json, RestRequest, RunEvent, Signal } from '@polywire/protocol';
import type { ConnectOptions, SendingMessage } from './contract.ts';
import { ClientError } from './errors.ts';
import { Line } from './line.ts';
import type { Ending, ReceivedFrame } from './link/contract.ts';
import { newId } from './new-id.ts';
import { Opener, type Opening } from './opener.ts';
import type { Plan } from './plan.ts';
import type { Receiver } from './receiver.ts';
import { type Request, Requests } from './requests.ts';

export interface DeliveryEvents {
  receiver(): Receiver | undefined;
  session(): string | undefined;
  sending(messages: readonly SendingMessage[]): void;
  opened(): void;
  /** No connection can be made. */
  failed(error: unknown): void;
  frame(frame: ReceivedFrame): void;
  broken(detail: string): void;
  /** `wasWatching`: it was opened only to see what comes. */
  ended(ending: Ending, wasWatching: boolean): 'again' | 'rest';
}

/** Gets commands to the server, on whatever connections that takes. */
export class Delivery {
  readonly #plan: Plan;
  readonly #events: DeliveryEvents;
  readonly #opener: Opener;
  readonly #line: Line;
  readonly #requests: Requests;
  readonly #now: () => number;
  /** The name of our wish to watch, until it is answered. */
  #watchRef: string | undefined;
  /** The connection shows all that happens, not just one answer. */
  #isWatching = false;
  #isTurnOpen = false;
  /** The caller wants all that happened since some place, not only what answers its messages. */
  #wantsAll = false;
  /** The wish to watch with which the connection was opened. */
  #attach: Command | undefined;
  #watches = 0;

  constructor(options: ConnectOptions, plan: Plan, events: DeliveryEvents) {
    this.#plan = plan;
    this.#events = events;
    this.#now = options.now ?? Date.now;
    this.#opener = new Opener(options, plan);
    this.#requests = new Requests(plan.isExact, () => this.#showSending());
    const { keepAlive } = plan.dialect.traits;
    this.#line = new Line({
      open: (link) => this.#open(link),
      opened: () => this.#opened(),
      failed: events.failed,
      frame: events.frame,
      broken: events.broken,
      ended: (ending) => events.ended(ending, this.#isWatching),
      isOwed: () => this.#isOwed,
      ping: {
        frames: plan.manner === 'standing' ? this.#opener.frames({ type: 'ping' }) : [],
        everyMs: keepAlive?.everyMs ?? PING_MS,
        isAnswered: keepAlive?.answered ?? true,
      },
      idleMs: options.idleMs ?? IDLE_MS,
      random: options.random ?? Math.random,
      now: this.#now,
    });
  }

  get isTurnOpen(): boolean {
    return this.#isTurnOpen;
  }

  /** False where no connection is needed before the first message. */
  start(wantsPast: boolean): boolean {
    this.#wantsAll = wantsPast && this.#events.session() !== undefined;
    this.#isTurnOpen = this.#wantsAll && this.#plan.manner === 'per-turn';
    if (this.#plan.manner === 'standing' || this.#isTurnOpen || this.#requests.size > 0) this.#line.ensure();
    return this.#line.link !== undefined;
  }

  /** The command as a request beside the stream, where the dialect says it so. Throws where it cannot say it at all. */
  restOf(command: Command): RestRequest | undefined {
    const named = { ...command, ...this.#named() };
    const said = this.#opener.say(named);
    return said.find((each): each is RestRequest => !('data' in each));
  }

  async send(command: Command, signal: AbortSignal | undefined): Promise<Json> {
    const request = this.#requests.add({ ...command, ref: command.ref ?? newId() }, signal);
    this.#flush();
    return request.done;
  }

  see(event: RunEvent): void {
    this.#requests.see(event);
  }

  /** Whose the answer was. */
  hear(signal: Extract<Signal, { kind: 'answer' | 'refused' }>): 'command' | 'watching' | 'nobody' {
    if (signal.ref !== undefined && signal.ref === this.#watchRef) {
      if (signal.kind === 'answer') this.watchAnswered();
      else this.#watchRef = undefined;
      return 'watching';
    }
    if (this.#requests.hear(signal)) return 'command';
    return this.#watchRef === undefined ? 'nobody' : 'watching';
  }

  /** There is something to watch. */
  watchAnswered(): void {
    if (this.#watchRef === undefined) return;
    this.#watchRef = undefined;
    this.#flush();
  }

  turnEnded(): void {
    this.#isTurnOpen = false;
    this.#requests.turnEnded();
    if (!this.#showsAll && (this.#plan.manner === 'per-turn' || this.#plan.dialect.traits.afterEnd === 'close'))
      this.#drop();
    this.#flush();
  }

  /** What came after this turn comes on the same connection. */
  get #showsAll(): boolean {
    return this.#wantsAll && this.#line.isOpen && this.#events.receiver()?.canResume === true;
  }

  /** Ends the connection until somebody wants something again. */
  rest(error: ClientError): void {
    this.#drop();
    this.#wantsAll = false;
    this.#isTurnOpen = false;
    this.failSent(error);
    this.#flush();
  }

  /** Begins again where the receiver is. */
  resume(): void {
    this.#isTurnOpen ||= this.#plan.manner === 'per-turn';
    this.#drop();
    this.#line.ensure();
  }

  lost(mayRepeat: boolean, error: ClientError): void {
    this.#isWatching = false;
    this.#watchRef = undefined;
    this.#requests.lost(mayRepeat, error);
  }

  /** True where a command waited for just this connection. */
  failSent(error: ClientError): boolean {
    const isAny = this.#requests.isOwed;
    this.#requests.lost(false, error);
    return isAny;
  }

  close(error: ClientError): void {
    this.#drop();
    this.#requests.failAll(error);
  }

  /** A connection is of use now. */
  get isWanted(): boolean {
    if (this.#requests.size > 0 || this.#isTurnOpen || this.#events.receiver()?.run) return true;
    return this.#plan.manner === 'standing' && this.#plan.dialect.traits.afterEnd === 'keep';
  }

  get stopsByHangingUp(): boolean {
    const isMeantBy = this.#plan.manner === 'per-turn' && this.#plan.dialect.traits.onDisconnect === 'cancel';
    return isMeantBy && this.#events.receiver()?.canResume !== true;
  }

  get #isOwed(): boolean {
    const status = this.#events.receiver()?.run?.status;
    return this.#requests.isOwed || status === 'active' || status === 'pausing';
  }

  #open(events: Parameters<Opener['open']>[1]) {
    const opening = this.#opening();
    if (this.#plan.manner === 'per-turn' && !opening.attach && !opening.command) return undefined;
    this.#attach = opening.attach;
    const link = this.#opener.open(opening, events);
    // A request by HTTP is on its way with its connection.
    const [request] = opening.attach ? [] : this.#sendable();
    if (link && request && !link.isTwoWay) this.#mark(request);
    return link;
  }

  #opened(): void {
    this.#events.receiver()?.newLink();
    const attach = this.#attach;
    this.#isWatching = attach !== undefined;
    // By HTTP the answer is there with the connection.
    this.#watchRef = this.#line.link?.isTwoWay ? attach?.ref : undefined;
    if (attach && this.#line.link?.isTwoWay) for (const frame of this.#opener.frames(attach)) this.#line.send(frame);
    this.#events.opened();
    this.#flush();
  }

  #opening(): Opening {
    const receiver = this.#events.receiver();
    const session = this.#events.session();
    const after = receiver?.place;
    const isLeftOpen = this.#plan.manner === 'standing' ? receiver?.canResume || this.#wantsAll : this.#isTurnOpen;
    const mayAttach = this.#plan.namesSession === 'message' && session !== undefined && after !== undefined;
    this.#watches += 1;
    const attach: Command = { type: 'attach', ref: `watch-${this.#watches}`, ...this.#named() };
    const [next] = this.#sendable();
    return {
      session,
      after,
      attach: mayAttach && isLeftOpen ? { ...attach, after } : undefined,
      command: next && { ...next.command, ...this.#named() },
    };
  }

  /** Sends what waits, as far as the connection takes it now. */
  #flush(): void {
    if (!this.#events.receiver() || this.#sendable().length === 0) return;
    if (!this.#line.isOpen) return this.#line.ensure();
    for (const request of this.#sendable()) {
      const command = { ...request.command, ...this.#named() };
      if (this.#line.link?.isTwoWay) for (const frame of this.#opener.frames(command)) this.#line.send(frame);
      else this.#post(request, command);
      this.#mark(request);
    }
  }

  /** Beside a connection that only shows. */
  #post(request: Request, command: Command): void {
    const failed = (error: unknown): void => {
      const known = error instanceof ClientError ? error : new ClientError('LOST', (error as Error).message);
      this.#requests.fail(request, known);
    };
    this.#opener.post(command, this.#opening()).catch(failed);
  }

  /** What may go now: a wire with one answer at a time takes the next message when that is over. */
  #sendable(): readonly Request[] {
    const waiting = this.#requests.all.filter(({ isSent }) => !isSent);
    const isStanding = this.#plan.manner === 'standing';
    // Whether there is a session to watch is told first: a message could make it, and its beginning would be missed.
    if (this.#watchRef !== undefined && (!isStanding || this.#wantsAll)) return [];
    if (isStanding && !this.#plan.isTurnByTurn) return waiting;
    if (!this.#isTurnOpen) return waiting.slice(0, 1);
    const mayJoin = this.#isWatching || (this.#plan.takesSeveral && this.#events.receiver()?.canResume);
    return mayJoin ? waiting : waiting.filter(({ command }) => !begins.has(command.type));
  }

  #mark(request: Request): void {
    request.isSent = true;
    const status = this.#events.receiver()?.run?.status;
    request.wasBusy = status !== undefined && status !== 'awaiting_input';
    if (begins.has(request.command.type)) this.#isTurnOpen = true;
    this.#line.expect();
  }

  #drop(): void {
    this.#line.drop();
    this.#isWatching = false;
    this.#watchRef = undefined;
  }

  #named(): { session?: string } {
    const session = this.#events.session();
    return session !== undefined ? { session } : {};
  }

  #showSending(): void {
    this.#events.sending(
      this.#requests.all.flatMap(({ command, at }) =>
        command.type === 'message.send' ? [{ ref: command.ref, text: command.text, at }] : [],
      ),
    );
  }
}

/** Commands whose answer is a turn. */
const begins: ReadonlySet<Command['type']> = new Set<Command['type']>(['message.send']);

/** What proxies let stand without a word. */
const PING_MS = 30_000;
/** Longer than any model thinks before its first word; a tool that takes longer says something meanwhile. */
const IDLE_MS = 120_000;
