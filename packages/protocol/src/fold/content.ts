import type { EventOf } from '../events.ts';
import type { Turn } from './conversation.ts';
import { addPart, begun } from './part-list.ts';

/** Parts that come whole and never change. */
export function image(turn: Turn, event: EventOf<'image'>): Turn {
  const { imageId, url, mediaType, alt } = event;
  return addPart(turn, { kind: 'image', ...begun(event), imageId, url, mediaType, alt });
}

export function chart(turn: Turn, event: EventOf<'chart'>): Turn {
  const { analysisId, callId, title, options } = event;
  return addPart(turn, { kind: 'chart', ...begun(event), analysisId, callId, title, options });
}

export function notice(turn: Turn, event: EventOf<'notice'>): Turn {
  return addPart(turn, { kind: 'notice', ...begun(event), of: event.of, text: event.text });
}

export function custom(turn: Turn, event: EventOf<'custom'>): Turn {
  return addPart(turn, { kind: 'custom', ...begun(event), name: event.name, value: event.value });
}

export function foreign(turn: Turn, event: EventOf<'foreign'>): Turn {
  return addPart(turn, { kind: 'foreign', ...begun(event), dialect: event.dialect, data: event.data });
}

export function error(turn: Turn, event: EventOf<'error'>): Turn {
  const { message, code, details, fatal } = event;
  return addPart(turn, { kind: 'error', ...begun(event), message, code, details, fatal });
}
