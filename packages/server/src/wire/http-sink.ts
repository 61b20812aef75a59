import type { ServerResponse } from 'node:http';
import type { Wants } from '@polywire/protocol';
import { formatOf } from './format.ts';
import type { Sink } from './sink.ts';

const contentTypes = { sse: 'text/event-stream; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

/** The body of a response; its head is sent before the first byte, or by `open`. */
export function httpSink(response: ServerResponse, framing: 'sse' | 'ndjson', wants: Wants): Sink & { open(): void } {
  function open(): void {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(200, {
      'content-type': contentTypes[framing],
      'cache-control': 'no-cache, no-transform',
      // Proxies that buffer would turn a stream into one late answer.
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
  }
  return {
    format: formatOf(framing, wants),
    open,
    write(bytes, onTaken) {
      open();
      if (response.writableEnded || response.destroyed) return false;
      response.write(bytes, onTaken);
      return true;
    },
    get buffered() {
      return response.writableLength;
    },
    onceDrained(callback) {
      response.once('drain', callback);
    },
    end() {
      // Nothing was shown and nothing will be: this also keeps an EventSource from coming back for more.
      if (!response.headersSent && !response.destroyed) response.writeHead(204);
      response.end();
    },
    cut(reason) {
      // Programs pass over a comment; whoever looks into the stream sees why it broke off.
      if (framing === 'sse' && response.headersSent && !response.writableEnded) response.write(`: ${reason}\n\n`);
      // What was written goes out at the end of this turn.
      setImmediate(() => response.destroy());
    },
  };
}
