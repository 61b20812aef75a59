import { type Dialect, type JsonObject, readJsonObject } from '@polywire/protocol';
import type { Input, Send } from './inputs.ts';

/** What must not reach a client: the inside of the server. */
const INSIDE = /\n\s+at |node:internal|node_modules|\.ts:\d|file:\/\/|SQLITE|ZodError|"INTERNAL"/;

/** Every frame is one of the dialect's own, and tells nothing of the server's inside. */
export function judgeFrame({ name, wire }: Dialect, data: string, sent: string): void {
  judgeText(data, sent);
  const frame = JSON.parse(data) as JsonObject;
  const isKnown = Object.values(wire.server).some((schema) => schema.safeParse(frame).success);
  if (!isKnown) throw new Error(`a frame that ${name} does not have: ${data}`);
}

/** What was sent may be said back. */
export function judgeText(text: string, sent: string): void {
  const inside = INSIDE.exec(text)?.[0];
  if (inside !== undefined && !sent.includes(inside)) throw new Error(`the inside shows: ${text.slice(0, 2_000)}`);
}

/** Nothing of it may be taken. */
export function isRejected({ place }: Input, { text, to }: Send): boolean {
  const { dialect, endpoint } = place;
  if (to) return false;
  if (endpoint.framing === 'ws') return dialect.server.commands().push({ data: text }).values.length === 0;
  const body = readJsonObject(text, { strict: true });
  if (!body.ok) return true;
  return endpoint.read?.({ params: {}, query: {}, body: body.object }).values.length === 0;
}
