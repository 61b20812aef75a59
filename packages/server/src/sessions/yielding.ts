import type { RunEvent } from '@polywire/protocol';
import type { Answer, Question } from '../agents/contract.ts';

/** What an agent that yields in a pause asks, and what it was told. */
export class Yielding {
  readonly #told: string[] = [];
  #asking: Promise<void> | undefined;
  /** The question that is open. */
  #inputId: string | undefined;

  constructor(events: readonly RunEvent[]) {
    for (const event of events) {
      if (event.type === 'input.requested' && YIELD.test(event.inputId)) this.#inputId = event.inputId;
      if (event.type !== 'input.resolved' || event.inputId !== this.#inputId) continue;
      this.#inputId = undefined;
      this.#note(event.text);
    }
  }

  get told(): readonly string[] {
    return this.#told;
  }

  get openQuestion(): string | undefined {
    return this.#inputId;
  }

  /** Asks once, however many have come to where the run pauses. */
  ask(locale: 'en' | 'zh', newId: () => string, ask: (question: Question) => Promise<Answer>): Promise<void> {
    this.#asking ??= this.#ask(PROMPT[locale], newId, ask).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(prompt: string, newId: () => string, ask: (question: Question) => Promise<Answer>): Promise<void> {
    this.#inputId ??= newId();
    const { text } = await ask({ inputId: this.#inputId, kind: 'text', prompt });
    this.#inputId = undefined;
    this.#note(text);
  }

  #note(text: string | undefined): void {
    if (text !== undefined && text.trim() !== '') this.#told.push(text);
  }
}

/** The kind of ids that its questions have. */
export const YIELD_ID = 'yield';
const YIELD = /\.yield\d+$/;
const PROMPT = {
  en: 'Paused. Say what should be different, or just let it go on.',
  zh: '已暂停。请说明需要调整之处，或直接继续。',
};
