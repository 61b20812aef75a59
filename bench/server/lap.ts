import type { Figures, LapOptions } from '../contract.ts';
import { startChild } from '../lib/child.ts';
import type { Dialogue, Order, Received, Report, Workload } from './contract.ts';
import { percentiles } from './percentiles.ts';
import { Reader } from './reader.ts';
import type { SideName } from './sides/index.ts';

/** One side with one workload, from a fresh process on. */
export async function lap(name: SideName, workload: Workload, { profileTo }: LapOptions): Promise<Figures> {
  const args = [name, JSON.stringify(workload), ...(profileTo === undefined ? [] : [profileTo])];
  const host = startChild<Order, Report>(new URL('./host.ts', import.meta.url), args);
  const { port, dialogues } = await host.reported('listening');
  const carried = host.reported('carried');
  const readers = new Readers(workload, port);
  await Promise.race([readers.open(dialogues), host.failed, readers.broken]);
  await Promise.race([Promise.all([readers.whenAll, carried]), host.failed, readers.broken]);
  const { cpuMicros, rss } = await host.ask({ kind: 'read' }, 'read');
  // A lap ends with the run's last event, so that a side that stores has stored all.
  readers.close();
  const { stored } = await host.ask({ kind: 'close' }, 'closed');
  if (stored) compare(dialogues, stored, readers.received);
  await host.ended;
  const counted = workload.runs * workload.watchers * (workload.chunks - workload.warmUp);
  return { cpu: cpuMicros / counted, rss: rss / MIB, ...readers.figures() };
}

const MIB = 2 ** 20;

/** All readers of a lap. */
class Readers {
  readonly #workload: Workload;
  readonly #port: number;
  readonly #isTimed: boolean;
  readonly #late: number[] = [];
  readonly #readers: Reader[] = [];
  #count = 0;
  #finish: () => void = () => undefined;
  readonly whenAll = new Promise<void>((resolve) => {
    this.#finish = resolve;
  });
  #fail: (error: unknown) => void = () => undefined;
  readonly broken = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor(workload: Workload, port: number) {
    this.#workload = workload;
    this.#port = port;
    this.#isTimed = workload.pace.kind === 'paced';
    this.broken.catch(() => undefined);
  }

  /** In groups, each when the one before was taken: an accept queue is short. */
  async open(dialogues: readonly Dialogue[]): Promise<void> {
    const { watchers, chunks, warmUp } = this.#workload;
    const expected = dialogues.length * chunks;
    const uncounted = dialogues.length * warmUp;
    if (expected === 0) this.#finish();
    const onChunk = (late: number): void => {
      if (this.#isTimed && this.#count >= uncounted) this.#late.push(late);
      this.#count += 1;
      if (this.#count === expected) this.#finish();
    };
    const group = watchers > 1 ? 1 : GROUP;
    for (let from = 0; from < dialogues.length; from += group) {
      const opening = dialogues.slice(from, from + group).map((dialogue) => {
        const reader = new Reader({ port: this.#port, dialogue, isTimed: this.#isTimed, onChunk });
        reader.broken().catch(this.#fail);
        this.#readers.push(reader);
        return dialogue.transport === 'ws' ? reader.opened : undefined;
      });
      await Promise.all(opening);
    }
  }

  get received(): readonly Received[] {
    return this.#readers.map(({ received }) => received);
  }

  figures(): Figures {
    const frames = this.received.reduce((sum, each) => sum + each.frames, 0);
    if (frames === 0) return {};
    const bytes = this.#readers.reduce((sum, each) => sum + each.bytesOnWire, 0) / frames;
    return { bytes, ...(this.#isTimed && percentiles(this.#late)) };
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
  }
}

const GROUP = 100;

function compare(dialogues: readonly Dialogue[], stored: readonly Received[], delivered: readonly Received[]): void {
  for (const [i, { frames, bytes }] of delivered.entries()) {
    const kept = stored[i];
    if (kept?.frames === frames && kept.bytes === bytes) continue;
    const path = dialogues[i]?.path;
    throw new Error(`${path}: delivered ${frames} chunks of ${bytes} bytes, stored ${JSON.stringify(kept)}`);
  }
}
