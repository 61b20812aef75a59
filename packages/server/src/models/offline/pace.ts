import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';

/** The parts at the pace at which somebody writes; at once where that is 0. */
export function paced(
  parts: Iterator<LanguageModelV3StreamPart>,
  charsPerSecond: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV3StreamPart> {
  const started = performance.now();
  let written = 0;
  return new ReadableStream<LanguageModelV3StreamPart>({
    async pull(controller) {
      signal?.throwIfAborted();
      const { done, value } = parts.next();
      if (done) return controller.close();
      if (charsPerSecond > 0 && 'delta' in value) {
        written += value.delta.length;
        const dueMs = (written / charsPerSecond) * 1_000 - (performance.now() - started);
        if (dueMs >= SHORTEST_MS) await pause(dueMs, undefined, signal ? { signal } : {});
      }
      controller.enqueue(value);
    },
  });
}

/** Timers are no more exact than this. */
const SHORTEST_MS = 4;
