import { crc32 } from 'node:zlib';
import type { Lines } from '../lines.ts';

/** Whose events a block has. `isAnew`: the first of them can be read without those before it. */
export interface BlockHead {
  readonly key: number;
  readonly first: number;
  readonly count: number;
  readonly isAnew: boolean;
  /** Where its lines are in the block. */
  readonly from: number;
  readonly to: number;
  readonly sum: number;
}

/** Consecutive lines of one session, as they are and where they are. */
export interface BlockLines {
  readonly count: number;
  readonly isAnew: boolean;
  readonly body: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * The events of one commit: the lines of each session one after another, and heads that say whose they are, six numbers
 * each. Each session's lines have a checksum of their own, so damage is told apart by session; the heads have one too,
 * behind them, for without them nobody knows whose the damage is. Those of older rows have none.
 */
export class Block {
  readonly heads: Int32Array;
  readonly body: Buffer;

  constructor(heads: Int32Array, body: Buffer) {
    this.heads = heads;
    this.body = body;
  }

  static ofStored(heads: Buffer, body: Buffer): Block {
    return new Block(new Int32Array(Uint8Array.from(heads).buffer), body);
  }

  get headBytes(): Buffer {
    const { buffer, byteOffset, byteLength } = this.heads;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  get length(): number {
    return Math.floor(this.heads.length / FIELDS);
  }

  /** False where it cannot be told whose events these are. */
  get isSound(): boolean {
    const beyond = this.heads.length % FIELDS;
    if (beyond === 0) return true;
    return beyond === 1 && this.heads.at(-1) === sumOf(this.heads.subarray(0, -1));
  }

  keyOf(n: number): number {
    return this.#field(n * FIELDS);
  }

  lastOf(n: number): number {
    return this.#field(n * FIELDS + 1) + this.#field(n * FIELDS + 2) - 1;
  }

  head(n: number): BlockHead {
    const at = n * FIELDS;
    return {
      key: this.#field(at),
      first: this.#field(at + 1),
      count: this.#field(at + 2),
      isAnew: this.#field(at + 3) === ANEW,
      from: this.#from(n),
      to: this.#field(at + 4),
      sum: this.#field(at + 5),
    };
  }

  lines(n: number): BlockLines {
    const at = n * FIELDS;
    return {
      count: this.#field(at + 2),
      isAnew: this.#field(at + 3) === ANEW,
      body: this.body,
      from: this.#from(n),
      to: this.#field(at + 4),
    };
  }

  text({ from, to }: BlockHead): string {
    return this.body.toString('utf8', from, to);
  }

  isWhole({ from, to, sum }: BlockHead): boolean {
    return to <= this.body.length && (crc32(this.body.subarray(from, to)) | 0) === sum;
  }

  #from(n: number): number {
    return n === 0 ? 0 : this.#field((n - 1) * FIELDS + 4);
  }

  #field(at: number): number {
    return this.heads[at] as number;
  }
}

/** Puts blocks together, one after another, a session at a time. */
export class BlockBuilder implements Lines {
  #heads = new Int32Array(FIRST_FIELDS);
  #fields = 0;
  #body = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #size = 0;
  /** Where the lines of the session begin that are being added, and how many there are. */
  #from = 0;
  #count = 0;

  begin(): void {
    this.#fields = 0;
    this.#size = 0;
    this.#from = 0;
    this.#count = 0;
  }

  /** How many parts it has so far. */
  get length(): number {
    return this.#fields / FIELDS;
  }

  /** What the block will take. */
  get bytes(): number {
    return (this.#fields + 1) * FIELD_BYTES + this.#size;
  }

  addLine(text: string, number?: number): void {
    this.#makeRoom(1 + text.length * MAX_UNIT_BYTES + MAX_DIGITS);
    if (this.#count > 0) this.#addByte(NEW_LINE);
    this.#count += 1;
    this.#size += this.#body.write(text, this.#size);
    if (number === undefined) return;
    // Most are of one digit, and to make a text of it would take longer than the rest.
    if (number < 10) this.#addByte(ZERO + number);
    else this.#size += this.#body.write(String(number), this.#size);
  }

  /** The lines since the last part are one. */
  endPart(key: number, first: number, isAnew: boolean): void {
    const heads = this.#headsFor(FIELDS);
    const at = this.#fields;
    heads[at] = key;
    heads[at + 1] = first;
    heads[at + 2] = this.#count;
    heads[at + 3] = isAnew ? ANEW : 0;
    heads[at + 4] = this.#size;
    heads[at + 5] = crc32(this.#body.subarray(this.#from, this.#size));
    this.#fields += FIELDS;
    this.#from = this.#size;
    this.#count = 0;
  }

  /** Makes the block in a room of so many bytes. */
  build(room: Buffer): Block {
    const heads = new Int32Array(room.buffer, room.byteOffset, this.#fields + 1);
    heads.set(this.#heads.subarray(0, this.#fields));
    heads[this.#fields] = sumOf(heads.subarray(0, -1));
    const body = room.subarray(heads.byteLength);
    this.#body.copy(body, 0, 0, this.#size);
    return new Block(heads, body);
  }

  #headsFor(fields: number): Int32Array {
    if (this.#fields + fields > this.#heads.length) {
      const larger = new Int32Array(this.#heads.length * 2);
      larger.set(this.#heads);
      this.#heads = larger;
    }
    return this.#heads;
  }

  #addByte(byte: number): void {
    this.#body[this.#size] = byte;
    this.#size += 1;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#size + bytes;
    if (needed <= this.#body.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#body.length * 2));
    this.#body.copy(larger, 0, 0, this.#size);
    this.#body = larger;
  }
}

function sumOf({ buffer, byteOffset, byteLength }: Int32Array): number {
  return crc32(new Uint8Array(buffer, byteOffset, byteLength)) | 0;
}

const FIELDS = 6;
const FIELD_BYTES = 4;
const FIRST_FIELDS = 256 * FIELDS;
const FIRST_BYTES = 64 * 1024;
/** What a unit of a string takes in UTF-8 at most. */
const MAX_UNIT_BYTES = 3;
/** Of a whole number that can be told from the next one. */
const MAX_DIGITS = 16;
const NEW_LINE = 0x0a;
const ZERO = 0x30;
const ANEW = 1;
