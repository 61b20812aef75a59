import { type Draft, type DraftOf, type Ledger, Legaliser, ofRun, type RunEvent } from '@polywire/protocol';
import type { RunHost, RunName, Words } from './run-host.ts';

export interface EmissionOptions {
  readonly run: RunName;
  readonly host: Pick<RunHost, 'append' | 'words' | 'report'>;
  /** What the log has of the run. */
  readonly events: readonly RunEvent[];
  /** The run is about to say that it used something. */
  onUsage(usage: DraftOf<'usage'>): void;
}

/** The only way by which events of a run come into being: they are made legal, counted, and handed to its session. */
export class Emission {
  readonly #run: RunName;
  readonly #runId: string;
  readonly #host: EmissionOptions['host'];
  readonly #words: Words;
  readonly #onUsage: EmissionOptions['onUsage'];
  readonly #legal = new Legaliser();
  #first: number;
  #count = 0;
  #speaking: string | undefined;
  #isOver = false;

  constructor({ run, host, events, onUsage }: EmissionOptions) {
    this.#run = run;
    this.#runId = run.runId;
    this.#host = host;
    this.#words = host.words;
    this.#onUsage = onUsage;
    this.#first = events[0]?.seq ?? 0;
    for (const event of events) this.#legal.ledger.note(event);
  }

  get ledger(): Ledger {
    return this.#legal.ledger;
  }

  /** How many came of this life of the run. */
  get count(): number {
    return this.#count;
  }

  /** Seq of the run's first event, 0 while there is none. */
  get first(): number {
    return this.#first;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Nothing more is to come. */
  end(): void {
    this.#isOver = true;
  }

  readonly emit = (draft: Draft): void => {
    if (this.#isOver) return;
    this.#count += 1;
    if (draft.type === 'text.delta' && this.#isOpen(draft.messageId)) {
      if (isPlain(draft)) this.#words.say(this.#runId, draft.messageId, draft.delta);
      else this.#host.append(ofRun(this.#runId, draft));
      return;
    }
    this.#speaking = undefined;
    if (draft.type === 'usage') this.#onUsage(draft);
    const { drafts, refused } = this.#legal.push(ofRun(this.#runId, draft));
    for (const legal of drafts) {
      const { seq } = this.#host.append(legal);
      if (this.#first === 0) this.#first = seq;
    }
    if (refused) this.#host.report(new Error(`${draft.type} was refused: ${refused}`), this.#run);
  };

  /** Most words belong to the message that the words before belonged to. */
  #isOpen(messageId: string): boolean {
    if (messageId === this.#speaking) return true;
    if (!this.#legal.ledger.messages.has(messageId)) return false;
    this.#speaking = messageId;
    return true;
  }
}

function isPlain({ agent, nodeRun, ext }: Draft): boolean {
  return agent === undefined && nodeRun === undefined && ext === undefined;
}
