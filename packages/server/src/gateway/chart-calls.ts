import type { Draft } from '@polywire/protocol';

/**
 * Some servers show a chart by calling a tool that does nothing else. The chart says as much, under the number that it
 * has here: such a call is passed on only where no chart comes of it.
 */
export class ChartCalls {
  readonly #tool: string | undefined;
  /** What was said of calls that may still bring a chart. */
  readonly #held = new Map<string, Draft[]>();
  /** The call that ended well just now. */
  #ended: string | undefined;

  constructor(tool: string | undefined) {
    this.#tool = tool;
  }

  take(draft: Draft): readonly Draft[] {
    const callId = 'callId' in draft ? draft.callId : undefined;
    if (draft.type === 'chart' && callId !== undefined && callId === this.#ended) {
      this.#forget(callId);
      const { callId: _, ...chart } = draft;
      return [chart];
    }
    const before = this.end();
    if (draft.type === 'tool.call' && draft.name === this.#tool) {
      this.#held.set(draft.callId, [draft]);
      return before;
    }
    const held = callId === undefined ? undefined : this.#held.get(callId);
    if (!held || callId === undefined) return [...before, draft];
    held.push(draft);
    if (draft.type !== 'tool.finished') return before;
    this.#ended = callId;
    return draft.outcome === 'ok' ? before : [...before, ...this.end()];
  }

  /** Nothing more follows on the call that ended. */
  end(): readonly Draft[] {
    return this.#ended === undefined ? [] : this.#forget(this.#ended);
  }

  #forget(callId: string): readonly Draft[] {
    const held = this.#held.get(callId) ?? [];
    this.#held.delete(callId);
    this.#ended = undefined;
    return held;
  }
}
