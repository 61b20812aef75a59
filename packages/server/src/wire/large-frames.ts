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

export interface LargeFrameOptions {
  readonly socket: Socket;
  readonly places: LargeFrames;
  /** Who dribbles a frame in holds a place that others need. 0: for ever. */
  readonly waitMs: number;
  /** More of a large frame has come. */
  onLife(): void;
  onTooMany(): void;
  onTooSlow(): void;
}

/** What comes in on one connection: takes a place for a frame as soon as it is seen to be a large one. */
export class LargeFrameWatch {
  readonly #options: LargeFrameOptions;
  #before: number;
  #hasPlace = false;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: LargeFrameOptions) {
    const { socket } = options;
    this.#options = options;
    this.#before = socket.bytesRead;
    socket.on('data', () => this.#look());
    socket.once('close', () => this.arrived()?.());
  }

  /** The frame is whole. Returns what gives its place back, if it has one: to be called once all it brought is done. */
  arrived(): (() => void) | undefined {
    const { socket, places } = this.#options;
    this.#before = socket.bytesRead;
    if (!this.#hasPlace) return undefined;
    this.#hasPlace = false;
    clearTimeout(this.#patience);
    return () => places.giveBack();
  }

  #look(): void {
    const { socket, places, waitMs, onLife, onTooMany, onTooSlow } = this.#options;
    if (this.#hasPlace) return onLife();
    if (socket.bytesRead - this.#before <= MAX_MESSAGE_BYTES) return;
    this.#hasPlace = places.take();
    if (!this.#hasPlace) onTooMany();
    else if (waitMs > 0) this.#patience = setTimeout(onTooSlow, waitMs).unref();
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
