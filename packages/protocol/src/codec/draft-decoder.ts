import type { z } from 'zod';
import type { Decoded, Decoder, DecoderOptions, Frame, Signal } from '../dialect.ts';
import type { Draft, RunEvent } from '../events.ts';
import type { Fault } from '../faults.ts';
import * as faults from '../faults.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Ledger } from '../ledger.ts';
import { Legaliser } from '../legalise.ts';
import { type Extension, takeExtension } from './extension.ts';
import { Findings } from './findings.ts';
import { MAX_SERVER_FRAME_CHARS, readJsonObject } from './read-json.ts';

/** Where a dialect's reader puts what it understood. Missing openings and closings are added on the way. */
export interface DraftSink {
  /** What is open after all that was added so far. */
  readonly ledger: Ledger;
  add(draft: Draft): void;
  signal(signal: Signal): void;
  /** Not this dialect's vocabulary: kept as a `foreign` event, and reported. */
  unknown(detail: Fault, data: Json): void;
  /** This dialect's vocabulary, but broken: reported. */
  invalid(detail: Fault): void;
  /** `value` in the shape of `schema`, or undefined and an `invalid` report. */
  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined;
  /** A deterministic id for what the wire does not name. */
  nextId(kind: string): string;
}

/** One dialect's side of decoding: a frame's object in, drafts out. */
export interface DraftReader {
  /** `text`: the frame as it came, where it may be continued by another. */
  read(message: JsonObject, out: DraftSink, text?: string): void;
  /**
   * Asked before anything else: is this a frame that was read, with more in it? Then it is not parsed. What comes of it and
   * what it leaves behind MUST be the same as if it were. Nobody looks for an extension in it or asks `accepts`: where `read`
   * had no `text`, and where the session is another one now, there MUST be nothing to be continued.
   */
  continues?(data: string, out: DraftSink): boolean;
  /** Is this frame of the decoder's session? Asked before anything of it is taken. */
  accepts?(message: JsonObject, out: DraftSink, extension: Extension | undefined): boolean;
  /** In place of `read` when the event came beside its frame: for readers that number frames or keep their words. */
  restored?(message: JsonObject, event: RunEvent | null, out: DraftSink): void;
  /** The connection is over for good. */
  end?(out: DraftSink): void;
}

export function draftDecoder(dialect: string, reader: DraftReader, options?: DecoderOptions): Decoder<Draft> {
  const legal = new Legaliser();
  return {
    push(frame: Frame): Decoded<Draft> {
      const out = new Collector(dialect, legal);
      const isLarge = frame.data.length > MAX_SERVER_FRAME_CHARS;
      if (!isLarge && reader.continues?.(frame.data, out)) return out.decoded();
      const parsed = readJsonObject(frame.data, { maxChars: MAX_SERVER_FRAME_CHARS });
      if (!parsed.ok) {
        out.invalid(parsed.detail);
        return out.decoded();
      }
      const extension = takeExtension(parsed.object, options);
      if (reader.accepts?.(parsed.object, out, extension) === false) return out.decoded();
      if (extension?.cursor) out.signal({ kind: 'cursor', cursor: extension.cursor });
      for (const { seq: _, ...draft } of extension?.brings ?? []) out.add(draft);
      if (extension?.event === undefined) {
        reader.read(parsed.object, out, extension ? undefined : frame.data);
        return out.decoded();
      }
      if (extension.event) {
        const { seq: _, ...draft } = extension.event;
        out.add(draft);
      }
      reader.restored?.(parsed.object, extension.event, out);
      if (extension.endsTurn) out.signal({ kind: 'turn.ended' });
      return out.decoded();
    },
    end(): Decoded<Draft> {
      const out = new Collector(dialect, legal);
      reader.end?.(out);
      return out.decoded();
    },
  };
}

class Collector extends Findings implements DraftSink {
  readonly #dialect: string;
  readonly #legal: Legaliser;
  readonly #values: Draft[] = [];
  readonly #signals: Signal[] = [];

  constructor(dialect: string, legal: Legaliser) {
    super();
    this.#dialect = dialect;
    this.#legal = legal;
  }

  get ledger(): Ledger {
    return this.#legal.ledger;
  }

  add(draft: Draft): void {
    const { drafts, refused } = this.#legal.push(draft);
    for (const legal of drafts) this.#values.push(legal);
    if (refused) this.invalid(faults.outOfOrder(draft.type, refused));
  }

  signal(signal: Signal): void {
    this.#signals.push(signal);
  }

  unknown(detail: Fault, data: Json): void {
    this.add({ type: 'foreign', dialect: this.#dialect, data });
    this.note('unknown', detail);
  }

  nextId(kind: string): string {
    return this.#legal.nextId(kind);
  }

  decoded(): Decoded<Draft> {
    return {
      values: this.#values,
      ...(this.#signals.length > 0 && { signals: this.#signals }),
      ...(this.issue && { issue: this.issue }),
    };
  }
}
