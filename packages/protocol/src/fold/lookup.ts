interface Entry<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** Another key of the same hash. */
  readonly next: Entry<V> | undefined;
}
interface Branch<V> {
  /** Which of the 32 slots are there. */
  readonly bitmap: number;
  readonly slots: readonly (Entry<V> | Branch<V>)[];
}

const BITS = 5;
const MASK = 31;

/** A map from ids that never changes: `set` gives a new one, at a cost that does not grow with the number of ids. */
export class Lookup<V> {
  private readonly root: Branch<V>;

  private constructor(root: Branch<V>) {
    this.root = root;
  }

  private static readonly none = new Lookup<never>({ bitmap: 0, slots: [] });

  static empty<V>(): Lookup<V> {
    return Lookup.none;
  }

  get(key: string): V | undefined {
    const hash = hashOf(key);
    let node: Entry<V> | Branch<V> | undefined = this.root;
    for (let level = 0; node && 'slots' in node; level += BITS) {
      const bit = bitAt(hash, level);
      node = node.bitmap & bit ? node.slots[slotOf(node.bitmap, bit)] : undefined;
    }
    for (let entry = node; entry; entry = entry.next) if (entry.key === key) return entry.value;
    return undefined;
  }

  set(key: string, value: V): Lookup<V> {
    return new Lookup(insert(this.root, 0, { hash: hashOf(key), key, value, next: undefined }));
  }
}

function insert<V>(branch: Branch<V>, level: number, entry: Entry<V>): Branch<V> {
  const bit = bitAt(entry.hash, level);
  const slot = slotOf(branch.bitmap, bit);
  const slots = branch.slots.slice();
  const there = branch.bitmap & bit ? slots[slot] : undefined;
  if (there === undefined) slots.splice(slot, 0, entry);
  else if ('slots' in there) slots[slot] = insert(there, level + BITS, entry);
  else if (there.hash === entry.hash) slots[slot] = chained(there, entry);
  else slots[slot] = insert(insert({ bitmap: 0, slots: [] }, level + BITS, there), level + BITS, entry);
  return { bitmap: branch.bitmap | bit, slots };
}

function chained<V>(there: Entry<V>, entry: Entry<V>): Entry<V> {
  if (there.key === entry.key) return { ...entry, next: there.next };
  return { ...there, next: there.next ? chained(there.next, entry) : entry };
}

function bitAt(hash: number, level: number): number {
  return 1 << ((hash >>> level) & MASK);
}

/** The place of a bit among those that are set. */
function slotOf(bitmap: number, bit: number): number {
  let below = bitmap & (bit - 1);
  let count = 0;
  for (; below !== 0; below &= below - 1) count += 1;
  return count;
}

/** FNV-1a over UTF-16 units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
