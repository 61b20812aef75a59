/** What a person at a dialect's own front end would see. */
export interface Screen {
  /** Everything that is shown, in order, as text. */
  readonly text: string;
  /** The spinner turns; the next message cannot be sent yet. */
  readonly busy: boolean;
  /** Tool cards, in order of appearance. */
  readonly tools: readonly ToolCard[];
  /** Error banners. */
  readonly errors: readonly string[];
  /** The question that the front end's own dialog asks, where it has one. */
  readonly asks?: { readonly kind: 'text' | 'approval'; readonly prompt: string };
}

export interface ToolCard {
  readonly name: string;
  readonly state: 'running' | 'ok' | 'error';
  readonly result?: string;
}

/** A front end in about sixty lines, written from the dialect's document and field behaviour alone: no codec of ours. */
export interface NaiveReader {
  push(data: string): void;
  /** The server closed the connection. */
  close(): void;
  screen(): Screen;
}
