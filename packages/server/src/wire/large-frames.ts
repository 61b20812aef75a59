import type { Socket } from 'node:net';
import type { Command } from '@polywire/protocol';
import { MAX_MESSAGE_BYTES } from './limits.ts';

/** Places for frames with files inside: each is in memory as a whole until its files are stored. */
export class LargeFrames {
  #taken = 0;

  take(): boolean {
    if (this.#taken >= MAX_AT_ONCE) return false;
    this.#taken += 1;
    return true;
  }

  giveBack(): void {
    this.#taken -= 1;
  }
}

/** Who is told of large frames. Itself, and not a function for each: there may be thousands who wait. */
export interface Receiver {
  /** More of a large frame has come. */
  onLife(): void;
  onTooMany(): void;
  onTooSlow(): void;
}

/** What comes in on one connection: takes a place for a frame as soon as it is seen to be a large one. */
export class LargeFrameWatch {
  readonly #socket: Socket;
  readonly #places: LargeFrames;
  readonly #waitMs: number;
  readonly #receiver: Receiver;
  #before: number;
  #hasPlace = false;
  #patience: NodeJS.Timeout | undefined;

  /** `waitMs`: who dribbles a frame in holds a place that others need. 0: for ever. */
  constructor(socket: Socket, places: LargeFrames, waitMs: number, receiver: Receiver) {
    this.#socket = socket;
    this.#places = places;
    this.#waitMs = waitMs;
    this.#receiver = receiver;
    this.#before = socket.bytesRead;
    socket.on('data', () => this.#look());
  }

  /**
   * The frame is whole, or there will be no more of it. Returns what gives its place back, if it has one: to be called
   * once all it brought is done.
   */
  arrived(): (() => void) | undefined {
    const places = this.#places;
    this.#before = this.#socket.bytesRead;
    if (!this.#hasPlace) return undefined;
    this.#hasPlace = false;
    clearTimeout(this.#patience);
    return () => places.giveBack();
  }

  #look(): void {
    if (this.#hasPlace) return this.#receiver.onLife();
    if (this.#socket.bytesRead - this.#before <= MAX_MESSAGE_BYTES) return;
    this.#hasPlace = this.#places.take();
    if (!this.#hasPlace) this.#receiver.onTooMany();
    else if (this.#waitMs > 0) this.#patience = setTimeout(() => this.#receiver.onTooSlow(), this.#waitMs).unref();
  }
}

/** What a command has beside its files. */
export function charsBesideFiles(command: Command): number {
  const files = filesOf(command).map(({ content: _, ...file }) => file);
  return JSON.stringify({ ...command, files }).length;
}

/** The most that one of its files has: base 64 takes four characters for three bytes. */
export function largestFile(command: Command): number {
  const chars = filesOf(command).reduce((most, { content = '' }) => Math.max(most, content.length), 0);
  return Math.floor((chars * 3) / 4);
}

function filesOf(command: Command) {
  return ('files' in command && command.files) || [];
}

/** Together no more than a few hundred megabytes, as text, as JSON and as bytes. */
const MAX_AT_ONCE = 8;
