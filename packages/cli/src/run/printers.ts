import {
  type Dialect,
  type EventType,
  framesFor,
  type RunEvent,
  type StreamInfo,
  say,
  writeNdjson,
} from '@polywire/protocol';
import type { Language, Output } from '../contract.ts';
import { print } from '../terminal/print.ts';
import { safe } from '../terminal/safe.ts';
import { plain, streamOf } from '../wire/translator.ts';

/** Shows a run while it happens. */
export interface Printer {
  event(event: RunEvent, session: string | undefined): Promise<void>;
  end(): Promise<void>;
}

/** Every frame that a client of the dialect would get, one a line. */
export function framePrinter(output: Output, dialect: Dialect, language: Language): Printer {
  let encoder: ReturnType<Dialect['server']['encoder']> | undefined;
  return {
    async event(event, session) {
      if (!encoder) {
        const stream = streamOf(dialect, { language, ...(session !== undefined && { session }) });
        encoder = dialect.server.encoder(stream);
        for (const frame of dialect.server.greet(stream, event.at)) await print(output, writeNdjson(frame));
      }
      for (const frame of framesFor(encoder.push(event), plain)) await print(output, writeNdjson(frame));
    },
    end: async () => undefined,
  };
}

/**
 * The words of the answer, as they come; exactly so where no terminal could be steered by them. What belongs to the
 * answer and is no text is put into words.
 */
export function textPrinter(output: Output, stream: StreamInfo): Printer {
  const put = (text: string) => print(output, output.isTTY ? safe(text) : text);
  let last: string | undefined;
  const shown = new Map<string, string>();
  return {
    async event(event) {
      if (event.type !== 'text.delta' && event.type !== 'text.replaced') {
        const words = inWords.has(event.type) ? say(event, stream) : undefined;
        if (words === undefined) return;
        await put(`${last === undefined ? '' : '\n\n'}${words}`);
        last = '';
        return;
      }
      const { messageId } = event;
      const before = shown.get(messageId) ?? '';
      const after = event.type === 'text.delta' ? before + event.delta : event.text;
      shown.set(messageId, after);
      if (last !== undefined && last !== messageId) await print(output, '\n\n');
      last = messageId;
      // What is on the screen cannot be taken back: a text that was replaced is written again.
      await put(after.startsWith(before) ? after.slice(before.length) : `\n\n${after}`);
    },
    async end() {
      if (last !== undefined) await print(output, '\n');
    },
  };
}

const inWords = new Set<EventType>(['todo.list', 'todo.item', 'plan.proposed', 'image', 'chart', 'notice']);
