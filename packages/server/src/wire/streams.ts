import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Outcome, sseHeartbeat, type Wants } from '@polywire/protocol';
import { detached } from '../detached.ts';
import type { Visit, Wire } from './contract.ts';
import { Conversation } from './conversation.ts';
import { failure } from './failure.ts';
import { httpSink } from './http-sink.ts';

/**
 * A stream as the body of an HTTP response. The head is sent with the first bytes, so that a request that is refused
 * before anything was shown still gets a status of its own: then the outcome is returned and the response is untouched.
 */
export async function streamResponse(
  wire: Wire,
  visit: Visit,
  wants: Wants,
  { request, response, heartbeatMs }: { request: IncomingMessage; response: ServerResponse; heartbeatMs: number },
  begin: (conversation: Conversation) => Promise<Outcome>,
): Promise<Outcome> {
  const framing = visit.endpoint.framing as 'sse' | 'ndjson';
  const sink = httpSink(response, framing, wants);
  const conversation = new Conversation(wire, visit, sink);
  response.once('close', () => {
    clearInterval(heartbeat);
    detached(conversation.close(), wire.report);
  });
  const beat = () => response.headersSent && sink.write(Buffer.from(sseHeartbeat));
  const heartbeat = framing === 'sse' && heartbeatMs > 0 ? setInterval(beat, heartbeatMs).unref() : undefined;
  request.socket.setNoDelay(true);
  const outcome = await begin(conversation).catch((error: unknown) => failure(error, wire.report));
  if (outcome.ok) sink.open();
  else if (!response.headersSent) return outcome;
  else conversation.turnAway(outcome);
  return { ok: true };
}
