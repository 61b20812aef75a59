import type { ServerResponse } from 'node:http';
import type { Wants } from '@polywire/protocol';
import type { Sink } from './sink.ts';

export function httpSink(response: ServerResponse, framing: 'sse' | 'ndjson', wants: Wants): Sink {
  return {
    framing,
    wants,
    write(bytes) {
      if (!response.writableEnded && !response.destroyed) response.write(bytes);
    },
    get buffered() {
      return response.writableLength;
    },
    onceDrained(callback) {
      response.once('drain', callback);
    },
    end() {
      response.end();
    },
    cut() {
      response.destroy();
    },
  };
}
