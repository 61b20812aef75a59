import {
  type Dialect,
  type Draft,
  type EncodedFrame,
  type Frame,
  type Issue,
  type RunEvent,
  type StreamInfo,
  stampDraft,
} from '@polywire/protocol';

export interface Translated {
  readonly events: readonly RunEvent[];
  readonly frames: readonly EncodedFrame[];
  readonly issue?: Issue;
}

/** Frames of one dialect to frames of another, by way of events. */
export class Translator {
  readonly #decoder;
  readonly #encoder;
  readonly #now: () => number;
  #seq = 0;

  constructor(from: Dialect, to: Dialect, options: TranslatorOptions = {}) {
    this.#now = options.now ?? Date.now;
    // Without a name of its own it takes the frames of whatever session they are of.
    this.#decoder = from.client.decoder(streamOf(from, { ...options, session: '' }), {
      restores: options.restores ?? false,
    });
    this.#encoder = to.server.encoder(streamOf(to, options));
  }

  push(frame: Frame): Translated {
    const { values, issue } = this.#decoder.push(frame);
    return { ...this.#carry(values), ...(issue && { issue }) };
  }

  /** The sender is gone: closes what it left open. */
  end(): Translated {
    return this.#carry(this.#decoder.end().values);
  }

  #carry(drafts: readonly Draft[]): Translated {
    const events = drafts.map((draft) => {
      this.#seq += 1;
      return stampDraft(draft, this.#seq, draft.at ?? this.#now());
    });
    return { events, frames: events.flatMap((event) => [...this.#encoder.push(event)]) };
  }
}

/** What a dialect's own programs ask for. */
export const plain = { cursor: false, restore: false };

export interface TranslatorOptions {
  readonly session?: string;
  readonly language?: 'en' | 'zh';
  /** Believe the events that stand beside frames: only for what a server of ours was asked for. */
  readonly restores?: boolean;
  readonly now?: () => number;
}

/** A stream as this program writes it: in lines, where the dialect has such a form. */
export function streamOf(
  dialect: Dialect,
  { session = 'session-1', language = 'en' }: TranslatorOptions = {},
): StreamInfo {
  const lines = dialect.endpoints.find(({ does, framing }) => does === 'converse' && framing === 'ndjson');
  const variant = lines?.variant ?? (dialect.traits.variants[0] as string);
  return { id: session, variant, utcOffsetMin: -new Date().getTimezoneOffset(), locale: language, baseUrl: '' };
}
