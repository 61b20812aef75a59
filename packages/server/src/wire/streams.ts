import type { IncomingMessage, ServerResponse } from 'node:http';
import { sseHeartbeat, type Wants } from '@polywire/protocol';
import { Conversation } from './conversation.ts';
import { httpSink } from './http-sink.ts';
import type { Visit, Wire } from './perform.ts';

const contentTypes = { sse: 'text/event-stream; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

/** A stream as the body of an HTTP response. `begin` says what it shows, and false when there is nothing to show. */
export async function streamResponse(
  wire: Wire,
  visit: Visit,
  wants: Wants,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  begin: (conversation: Conversation) => Promise<void>,
): Promise<void> {
  const framing = visit.endpoint.framing as 'sse' | 'ndjson';
  const sink = httpSink(response, framing, wants);
  const conversation = new Conversation(wire, visit, sink);
  response.writeHead(200, {
    'content-type': contentTypes[framing],
    'cache-control': 'no-cache, no-transform',
    // Proxies that buffer would turn a stream into one late answer.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  request.socket.setNoDelay(true);
  const heartbeat =
    framing === 'sse' ? setInterval(() => sink.write(Buffer.from(sseHeartbeat)), HEARTBEAT_MS).unref() : undefined;
  response.once('close', () => {
    clearInterval(heartbeat);
    void conversation.close();
  });
  await begin(conversation);
}

const HEARTBEAT_MS = 15_000;
