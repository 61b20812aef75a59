import { framesFor } from '../../codec/extension.ts';
import type { StreamInfo } from '../../dialect.ts';
import type { Draft } from '../../events.ts';
import { stampDraft } from '../../events.ts';
import { decoder } from './decode.ts';
import { encoder } from './encode.ts';
import type { Message, ServerFrame } from './wire.ts';

/** Short forms for the tests of this folder. */
export const stream: StreamInfo = { id: 's', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://x' };
export const AT = Date.UTC(2025, 8, 22, 10, 19, 30, 709);

export const started: Draft = { type: 'run.started', runId: 'r' };
export const finished: Draft = { type: 'run.finished', runId: 'r', status: 'complete' };

export function said(messageId: string, text: string): Draft[] {
  return [
    { type: 'message.started', messageId, role: 'assistant' },
    { type: 'text.delta', messageId, delta: text },
    { type: 'message.completed', messageId },
  ];
}

/** The frames that a run of these events gives the page. */
export function framesOf(inside: readonly Draft[], about: Partial<StreamInfo> = {}): ServerFrame[] {
  const made = encoder({ ...stream, ...about });
  const frames = [started, ...inside].flatMap((draft, i) => [...made.push(stampDraft(draft, i + 1, draft.at ?? AT))]);
  return framesFor(frames, { cursor: false, restore: false }).map(({ data }) => JSON.parse(data) as ServerFrame);
}

/** `type id block+block` of each frame: enough to see an order. */
export function outline(frames: readonly ServerFrame[]): string[] {
  return frames.map(({ type, message }) => {
    const { id, content } = (message ?? {}) as Partial<Message>;
    return content ? `${type} ${id} ${content.map((block) => block.type).join('+')}` : type;
  });
}

export function message(id: string, content: Message['content'], more: Partial<Message> = {}): Message {
  return { id, name: 'OneDragon', role: 'assistant', content, metadata: null, ...more };
}

export function frame(type: ServerFrame['type'], body: object = {}, session_id: string | null = 's'): { data: string } {
  return { data: JSON.stringify({ session_id, type, message: body }) };
}

export function update(...args: Parameters<typeof message>) {
  return frame('message_update', message(...args));
}
export function completed(...args: Parameters<typeof message>) {
  return frame('message_completed', message(...args));
}

/** All drafts of these frames, without the ids that were made up for the run. */
export function draftsOf(frames: readonly { data: string }[], about: Partial<StreamInfo> = {}): Draft[] {
  const reader = decoder({ ...stream, ...about });
  return frames.flatMap((one) => reader.push(one).values).map(({ runId: _, ...draft }) => draft as Draft);
}
