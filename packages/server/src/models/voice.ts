import type { Draft } from '@polywire/protocol';
import type { RunContext } from '../agents/contract.ts';

/** How a thought is heard: as the text of a message, as its reasoning, or not at all. */
export type VoiceKind = 'answer' | 'thinking' | 'silent';

export interface Speaker {
  readonly agent?: string;
  readonly nodeRun?: string;
}

/** Says one try of a thought: a message that begins with the first thing there is to say. */
export class Voice {
  readonly #context: RunContext;
  readonly #kind: VoiceKind;
  readonly #speaker: Speaker;
  readonly #silentId: string;
  readonly #openCalls = new Map<string, string>();
  #messageId: string | null = null;
  #reasons = false;
  #calls = 0;

  constructor(context: RunContext, kind: VoiceKind, { agent, nodeRun }: Speaker, silentId: string) {
    this.#context = context;
    this.#kind = kind;
    this.#speaker = { ...(agent !== undefined && { agent }), ...(nodeRun !== undefined && { nodeRun }) };
    this.#silentId = silentId;
  }

  get messageId(): string | null {
    return this.#messageId;
  }

  text(delta: string): void {
    if (this.#kind === 'thinking') return this.reasoning(delta);
    const messageId = this.#open();
    if (messageId === null) return;
    this.#endReasoning();
    this.#emit({ type: 'text.delta', messageId, delta });
  }

  reasoning(delta: string): void {
    const messageId = this.#open();
    if (messageId === null) return;
    this.#reasons = true;
    this.#emit({ type: 'reasoning.delta', messageId, delta });
  }

  /** The id that the next call gets: of its message, so that a call of a try that was cut never shares it. */
  nextCall(): string {
    this.#calls += 1;
    return `${this.#open() ?? this.#silentId}.c${this.#calls}`;
  }

  args(callId: string, name: string, delta: string): void {
    if (this.#open() === null) return;
    this.#endReasoning();
    const isFirst = !this.#openCalls.has(callId);
    this.#openCalls.set(callId, name);
    this.#emit({ type: 'tool.args', callId, ...(isFirst && { name }), delta });
  }

  end(): void {
    if (this.#messageId !== null) this.#emit({ type: 'message.completed', messageId: this.#messageId });
  }

  /** The try failed: what was said stays, as what it is. */
  cut(): void {
    if (this.#messageId === null) return;
    this.#endReasoning();
    this.#emit({ type: 'message.completed', messageId: this.#messageId, interrupted: true });
    for (const [callId, name] of this.#openCalls) {
      this.#emit({ type: 'tool.finished', callId, name, outcome: 'unknown', result: null });
    }
  }

  #open(): string | null {
    if (this.#kind === 'silent' || this.#messageId !== null) return this.#messageId;
    this.#messageId = this.#context.newId('m');
    const name = this.#speaker.agent;
    this.#emit({
      type: 'message.started',
      messageId: this.#messageId,
      role: 'assistant',
      ...(name !== undefined && { name }),
    });
    return this.#messageId;
  }

  #endReasoning(): void {
    if (!this.#reasons || this.#messageId === null) return;
    this.#reasons = false;
    this.#emit({ type: 'reasoning.done', messageId: this.#messageId });
  }

  #emit(draft: Draft): void {
    this.#context.emit({ ...draft, ...this.#speaker });
  }
}
