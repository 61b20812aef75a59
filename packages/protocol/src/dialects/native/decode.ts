import { type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import type { Decoder, DecoderOptions, StreamInfo } from '../../dialect.ts';
import { type Draft, eventSchemas } from '../../events.ts';
import * as faults from '../../faults.ts';
import type { JsonObject } from '../../json.ts';
import * as wire from './wire.ts';

export function decoder(_stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('native', { read }, options);
}

function read(message: JsonObject, out: DraftSink): void {
  const { type } = message;
  if (typeof type !== 'string') return out.invalid(faults.inField('type', faults.noText));
  switch (type) {
    case 'session': {
      const checked = out.check(wire.session, message);
      if (checked) out.signal({ kind: 'session', id: checked.id });
      return;
    }
    case 'pong': {
      const checked = out.check(wire.pong, message);
      if (checked) out.signal({ kind: 'pong', ...(checked.ref !== undefined && { ref: checked.ref }) });
      return;
    }
    case 'answer':
      return readAnswer(message, out);
  }
  if (!Object.hasOwn(eventSchemas, type)) return out.unknown(faults.unknown('type', type), message);
  const event = out.check(eventSchemas[type as keyof typeof eventSchemas], message);
  if (!event) return;
  const { seq, ...draft } = event;
  out.signal({ kind: 'cursor', cursor: { seq, sub: 0 } });
  out.add(draft as Draft);
  if (event.type === 'run.finished') out.signal({ kind: 'turn.ended' });
}

function readAnswer(message: JsonObject, out: DraftSink): void {
  const checked = out.check(wire.answer, message);
  if (!checked) return;
  const ref = checked.ref === undefined ? {} : { ref: checked.ref };
  if (checked.error) out.signal({ kind: 'refused', error: checked.error, ...ref });
  else out.signal({ kind: 'answer', what: checked.to, value: checked.value ?? null, ...ref });
}
