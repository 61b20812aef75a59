import { type Cursor, formatCursor, parseCursor } from '../cursor.ts';
import type { DecoderOptions, EncodedFrame } from '../dialect.ts';
import { eventSchema, type RunEvent } from '../events.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

/** The one field that Polywire adds to frames of other dialects, and only for clients that asked for it. */
export const EXTENSION_KEY = 'polywire';

export interface Wants {
  /** The frame's cursor, so that the client can resume exactly. */
  readonly cursor: boolean;
  /** The event itself beside its degraded form. */
  readonly restore: boolean;
}

export interface Extension {
  readonly cursor?: Cursor;
  /** null: this frame only accompanies a restored event. */
  readonly event?: RunEvent | null;
  readonly endsTurn?: boolean;
  /** Events without a frame of their own; they come before what the frame says. */
  readonly brings?: readonly RunEvent[];
}

/** The frames that a client is sent. */
export function framesFor(frames: readonly EncodedFrame[], { restore }: Wants): readonly EncodedFrame[] {
  return restore || !frames.some(isForRestoring) ? frames : frames.filter((frame) => !isForRestoring(frame));
}

function isForRestoring({ forRestoring }: EncodedFrame): boolean {
  return forRestoring === true;
}

/** Adds the extension before the last brace: the shared bytes of a frame are not encoded again. */
export function stampFrame(frame: EncodedFrame, wants: Wants): string {
  const parts: string[] = [];
  if (wants.cursor) parts.push(`"cursor":"${formatCursor(frame)}"`);
  if (wants.restore && frame.brings) parts.push(`"brings":${JSON.stringify(frame.brings)}`);
  if (wants.restore && frame.standsFor !== undefined) {
    parts.push(`"event":${JSON.stringify(frame.standsFor)}`);
    if (frame.endsTurn) parts.push('"endsTurn":true');
  }
  if (parts.length === 0) return frame.data;
  const body = frame.data.slice(0, -1);
  return `${body}${body === '{' ? '' : ','}"${EXTENSION_KEY}":{${parts.join(',')}}}`;
}

/**
 * Takes the extension off a frame; without `restores` no more than its cursor is believed. A broken one is as good as
 * none: the plain frame still has its plain meaning.
 */
export function takeExtension(message: JsonObject, { restores = false }: DecoderOptions = {}): Extension | undefined {
  const raw = message[EXTENSION_KEY];
  if (raw === undefined) return undefined;
  delete message[EXTENSION_KEY];
  if (!isJsonObject(raw)) return undefined;
  const cursor = typeof raw.cursor === 'string' ? parseCursor(raw.cursor) : undefined;
  if (!restores) return cursor && { cursor };
  const event = raw.event === null ? null : eventSchema.safeParse(raw.event).data;
  return {
    ...(cursor && { cursor }),
    ...(event !== undefined && { event }),
    ...(raw.endsTurn === true && { endsTurn: true }),
    ...(Array.isArray(raw.brings) && { brings: raw.brings.flatMap((it) => eventSchema.safeParse(it).data ?? []) }),
  };
}
