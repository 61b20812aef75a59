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

/** What comes in on one connection: takes a place for a frame as soon as it is seen to be a large one. */
export class LargeFrameWatch {
  readonly #socket: Socket;
  readonly #places: LargeFrames;
  #before: number;
  #hasPlace = false;

  constructor(socket: Socket, places: LargeFrames, refuse: () => void) {
    this.#socket = socket;
    this.#places = places;
    this.#before = socket.bytesRead;
    socket.on('data', () => this.#look(refuse));
    socket.once('close', () => this.arrived()());
  }

  /** The frame is whole. Returns what gives its place back, to be called once, when all it brought is done. */
  arrived(): () => void {
    this.#before = this.#socket.bytesRead;
    if (!this.#hasPlace) return nothing;
    this.#hasPlace = false;
    return () => this.#places.giveBack();
  }

  #look(refuse: () => void): void {
    if (this.#hasPlace || this.#socket.bytesRead - this.#before <= MAX_MESSAGE_BYTES) return;
    this.#hasPlace = this.#places.take();
    if (!this.#hasPlace) refuse();
  }
}

/** What a command has beside its files. */
export function charsBesideFiles(command: Command): number {
  const files = filesOf(command).map(({ content: _, ...file }) => file);
  return JSON.stringify({ ...command, files }).length;
}

/** The most that one of its files has: base 64 takes four characters for three bytes. */
export function largestFile(command: Command): number {
  return Math.max(0, ...filesOf(command).map(({ content = '' }) => Math.floor((content.length * 3) / 4)));
}

function filesOf(command: Command) {
  return ('files' in command && command.files) || [];
}

const nothing = (): void => undefined;

/** Together no more than a few hundred megabytes, as text, as JSON and as bytes. */
const MAX_AT_ONCE = 8;
