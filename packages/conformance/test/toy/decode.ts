import type { Decoder, DecoderOptions, Draft, StreamInfo } from '@polywire/protocol';
import { type DraftReader, draftDecoder } from '../../../protocol/src/codec/draft-decoder.ts';
import * as faults from '../../../protocol/src/faults.ts';
import { server } from './wire.ts';

export function decoder(_stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  const reader: DraftReader = {
    read(message, out) {
      switch (message.do) {
        case 'start': {
          const start = out.check(server.start, message);
          const input = start?.input === undefined ? {} : { input: start.input };
          if (start) out.add({ type: 'run.started', runId: start.run, ...input });
          return;
        }
        case 'text': {
          const { text, gap } = out.check(server.text, message) ?? {};
          const open = out.ledger.messages.keys().next().value ?? out.nextId('m');
          if (text !== undefined && !gap) out.add({ type: 'text.delta', messageId: open, delta: text });
          return;
        }
        case 'error': {
          const error = out.check(server.error, message);
          if (error) out.add({ type: 'error', message: error.message, fatal: error.fatal });
          return;
        }
        case 'end': {
          const end = out.check(server.end, message);
          if (!end) return;
          out.add({ type: 'run.finished', status: end.status === 'asks' ? 'complete' : end.status });
          out.signal({ kind: 'turn.ended' });
          return;
        }
        default:
          if (typeof message.do !== 'string') return out.invalid(faults.inField('do', faults.noText));
          return out.unknown(faults.unknown('do', message.do), message);
      }
    },
  };
  return draftDecoder('toy', reader, options);
}
