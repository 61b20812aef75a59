import {
  type Dialect,
  type Endpoint,
  type EventType,
  type Frame,
  framesFor,
  Ledger,
  type RunEvent,
  type StreamInfo,
} from '@polywire/protocol';
import type { NaiveReader, Screen } from './reader.ts';
import { EPOCH } from './runs.ts';
import { plain } from './wire.ts';

type Shown = Frame & { endsTurn?: boolean };

/** One event as a person at the dialect's own front end experiences it. */
export interface Moment {
  readonly event: RunEvent;
  readonly frames: readonly Shown[];
  readonly screen: Screen;
}

/** Shows events on a front end: connected, greeted, with previews or without, closed and connected again as the dialect does. */
export function watch(
  dialect: Dialect,
  reader: NaiveReader,
  stream: StreamInfo,
  events: readonly RunEvent[],
  options: { previews: boolean; withheld?: readonly EventType[] },
): Moment[] {
  const encoder = dialect.server.encoder(stream);
  const line = new Line(dialect, reader, stream);
  const ledger = new Ledger();
  return events.map((event) => {
    const frames = framesFor(encoder.push(event), plain);
    if (beginsTurn(event, ledger)) line.attach();
    ledger.note(event);
    if (!options.withheld?.includes(event.type)) for (const frame of frames) line.show(frame);
    if (options.previews) for (const frame of encoder.preview()) line.show(frame);
    return { event, frames, screen: reader.screen() };
  });
}

/** All that can be read on a screen. */
export function visible({ text, tools, errors, asks }: Screen): string {
  return [text, ...tools.flatMap(({ name, result }) => [name, result ?? '']), ...errors, asks?.prompt ?? ''].join('\n');
}

/** What happens because a person has sent a message: a run starts or goes on, or has its answer. */
function beginsTurn(event: RunEvent, { oldestInput }: Ledger): boolean {
  if (event.type === 'input.resolved') return event.inputId === oldestInput?.inputId;
  return event.type === 'run.started' || (event.type === 'run.status' && event.status === 'active');
}

/** Does each turn have a connection of its own? */
function closesAfterTurn(dialect: Dialect, stream: StreamInfo): boolean {
  return dialect.traits.afterEnd === 'close' || endpointOf(dialect, stream)?.framing !== 'ws';
}

/** A message that names its session attaches to it anew, and is greeted. */
function attachesAnew(dialect: Dialect, stream: StreamInfo): boolean {
  return endpointOf(dialect, stream)?.session === 'message';
}

/** Is a front end greeted at the start of each turn? */
export function greetsTurns(dialect: Dialect, stream: StreamInfo): boolean {
  return closesAfterTurn(dialect, stream) || attachesAnew(dialect, stream);
}

function endpointOf({ endpoints, traits }: Dialect, stream: StreamInfo): Endpoint | undefined {
  return endpoints.find(({ does, variant = traits.variants[0] }) => does === 'converse' && variant === stream.variant);
}

/** The connection between a server and a front end. What comes while there is none arrives with the next turn. */
class Line {
  readonly #greet: () => readonly Frame[];
  readonly #reader: NaiveReader;
  readonly #closes: boolean;
  readonly #attachesAnew: boolean;
  #state: 'new' | 'attached' | 'idle' | 'closed' = 'new';
  #waiting: Shown[] = [];

  constructor(dialect: Dialect, reader: NaiveReader, stream: StreamInfo) {
    this.#greet = () => dialect.server.greet(stream, EPOCH);
    this.#reader = reader;
    this.#closes = closesAfterTurn(dialect, stream);
    this.#attachesAnew = attachesAnew(dialect, stream);
  }

  attach(): void {
    if (this.#state === 'attached') return;
    this.#state = 'attached';
    for (const { data } of this.#greet()) this.#reader.push(data);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const frame of waiting) this.show(frame);
  }

  show(frame: Shown): void {
    if (this.#state === 'new') this.attach();
    if (this.#state === 'closed') {
      // A turn that ended while nobody was there does not end the one that comes.
      if (!frame.endsTurn) this.#waiting.push(frame);
      return;
    }
    this.#reader.push(frame.data);
    if (!frame.endsTurn) return;
    if (this.#closes) this.#reader.close();
    if (this.#closes || this.#attachesAnew) this.#state = this.#closes ? 'closed' : 'idle';
  }
}
