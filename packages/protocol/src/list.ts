/** A full leaf, or a node of the trie above the leaves. */
type Block = readonly unknown[];

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;
const noBlock: Block = [];

/** Arrays made by `toArray`, so that rendering one version twice costs one walk. */
const arrays = new WeakMap<object, readonly unknown[]>();

/**
 * A list that never changes. `push`, `set` and `update` give a new one that shares everything but one block of 32 slots a
 * level: the cost does not grow with the length, and an item that was not touched keeps its identity.
 */
export class List<T> implements Iterable<T> {
  readonly length: number;
  /** How far an index is shifted to give the slot in `root`. */
  private readonly shift: number;
  private readonly root: Block;
  /** The last 1 to 32 items, outside of the trie: what is appended and changed most is one step away. */
  private readonly tail: readonly T[];

  private constructor(length: number, shift: number, root: Block, tail: readonly T[]) {
    this.length = length;
    this.shift = shift;
    this.root = root;
    this.tail = tail;
  }

  private static readonly none = new List<never>(0, BITS, noBlock, []);

  static empty<T>(): List<T> {
    return List.none;
  }

  static of<T>(items: Iterable<T>): List<T> {
    let list = List.empty<T>();
    for (const item of items) list = list.push(item);
    return list;
  }

  get last(): T | undefined {
    return this.tail[this.tail.length - 1];
  }

  get(index: number): T | undefined {
    const inTail = index - (this.length - this.tail.length);
    if (inTail >= 0) return this.tail[inTail];
    if (index < 0) return undefined;
    let block = this.root;
    for (let level = this.shift; level > 0; level -= BITS) block = block[(index >>> level) & MASK] as Block;
    return block[index & MASK] as T;
  }

  push(item: T): List<T> {
    const { length, shift, root, tail } = this;
    if (tail.length < WIDTH) return new List(length + 1, shift, root, [...tail, item]);
    const isFull = length - WIDTH === 1 << (shift + BITS);
    const grown = isFull ? [root, chain(shift, tail)] : append(root, shift, length - WIDTH, tail);
    return new List(length + 1, isFull ? shift + BITS : shift, grown, [item]);
  }

  /** The list with `change` applied to one item; this list where there is no such item. */
  update(index: number, change: (item: T) => T): List<T> {
    return index < 0 || index >= this.length ? this : this.set(index, change(this.get(index) as T));
  }

  /** The list with another item at `index`; this list where that is none of its places, or has the item already. */
  set(index: number, item: T): List<T> {
    const { length, shift, root, tail } = this;
    if (index < 0 || index >= length || item === this.get(index)) return this;
    const inTail = index - (length - tail.length);
    if (inTail >= 0) return new List(length, shift, root, replaced(tail, inTail, item));
    return new List(length, shift, put(root, shift, index, item), tail);
  }

  /** The first `count` items. Costs their number. */
  take(count: number): List<T> {
    return count >= this.length ? this : List.of(this.toArray().slice(0, Math.max(0, count)));
  }

  toArray(): readonly T[] {
    const known = arrays.get(this) as readonly T[] | undefined;
    if (known) return known;
    const items: T[] = [];
    collect(this.root, this.shift, items);
    for (const item of this.tail) items.push(item);
    arrays.set(this, items);
    return items;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.toArray()[Symbol.iterator]();
  }

  toJSON(): readonly T[] {
    return this.toArray();
  }
}

function replaced<I>(block: readonly I[], slot: number, item: I): readonly I[] {
  const copy = block.slice();
  copy[slot] = item;
  return copy;
}

function put(block: Block, level: number, index: number, item: unknown): Block {
  const slot = (index >>> level) & MASK;
  return replaced(block, slot, level === 0 ? item : put(block[slot] as Block, level - BITS, index, item));
}

function append(block: Block, level: number, index: number, leaf: Block): Block {
  const slot = (index >>> level) & MASK;
  if (level === BITS) return [...block, leaf];
  const below = block[slot] as Block | undefined;
  return replaced(block, slot, below ? append(below, level - BITS, index, leaf) : chain(level - BITS, leaf));
}

/** `leaf` under as many single-slot nodes as its level needs. */
function chain(level: number, leaf: Block): Block {
  return level === 0 ? leaf : [chain(level - BITS, leaf)];
}

function collect(block: Block, level: number, into: unknown[]): void {
  for (const below of block) {
    if (level === 0) into.push(below);
    else collect(below as Block, level - BITS, into);
  }
}
