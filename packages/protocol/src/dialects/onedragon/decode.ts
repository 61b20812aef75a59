import { type DraftReader, type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import { handle, readAs } from '../../codec/read-as.ts';
import type { Decoder, DecoderOptions, StreamInfo } from '../../dialect.ts';
import type { Draft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import type { Ledger } from '../../ledger.ts';
import { MessageReader } from './read-message.ts';
import { type ServerFrame, type ServerType, server } from './wire.ts';

export function decoder(stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('onedragon', new OneDragonReader(stream), options);
}

type Body<T extends ServerType> = Extract<ServerFrame, { type: T }>['message'];
type Handlers = { [T in ServerType]: (message: Body<T>, out: DraftSink, raw: JsonObject, text?: string) => void };

class OneDragonReader implements DraftReader {
  readonly #messages: MessageReader;
  #session: string | undefined;
  /** The run that the state below belongs to. */
  #run: Ledger['run'];
  #failed = false;

  constructor(stream: StreamInfo) {
    this.#messages = new MessageReader(stream.utcOffsetMin);
  }

  continues(data: string, out: DraftSink): boolean {
    return this.#run === out.ledger.run && this.#messages.grow(data, out);
  }

  /** The first frame names the session, and so does each new connection; the rest of a stream stays with it. */
  accepts({ session_id: id, type }: JsonObject, out: DraftSink): boolean {
    if (typeof id !== 'string' || id === this.#session) return true;
    if (this.#session !== undefined && type !== 'status') {
      out.signal({ kind: 'elsewhere', detail: `session ${id}` });
      return false;
    }
    this.#session = id;
    this.#messages.expectNothing();
    out.signal({ kind: 'session', id });
    return true;
  }

  read(message: JsonObject, out: DraftSink, text?: string): void {
    const checked = readAs(server, 'type', message, out);
    if (!checked) return;
    if (this.#run !== out.ledger.run) this.#forget();
    handle(this.#handlers, checked.type, checked.message, out, message, text);
    this.#run = out.ledger.run;
  }

  end(out: DraftSink): void {
    this.#messages.flush(out, true);
    for (const messageId of [...out.ledger.messages.keys()]) {
      out.add({ type: 'message.completed', messageId, interrupted: true });
    }
    this.#endFailed(out);
  }

  readonly #handlers: Handlers = {
    status: ({ hint }, out) => {
      if (hint === 'connected') out.signal({ kind: 'connected' });
      this.#endFailed(out);
    },
    error: ({ hint, code, details, implied, outside_run, refused }, out) => {
      if (refused) {
        const ref = refused.ref === undefined ? {} : { ref: refused.ref };
        return out.signal({ kind: 'refused', error: { code: refused.code, message: hint }, ...ref });
      }
      if (!outside_run) {
        this.#failed = true;
        if (implied) return;
        if (!out.ledger.run) out.add({ type: 'run.started' });
      }
      const known = { ...(code !== undefined && { code }), ...(details !== undefined && { details }) };
      out.add({ type: 'error', message: hint, fatal: true, ...known });
    },
    message_update: (message, out, _, text) => this.#messages.update(message, out, text),
    message_completed: (message, out) => this.#messages.complete(message, out),
    response_completed: (message, out) => {
      out.signal({ kind: 'turn.ended' });
      if (message?.outside_run) return;
      this.#messages.flush(out);
      out.add({ type: 'run.finished', status: message?.status ?? (this.#failed ? 'error' : 'complete') });
      this.#forget();
    },
  };

  /** The real server may say no more after an error. */
  #endFailed(out: DraftSink): void {
    if (!this.#failed) return;
    if (out.ledger.run) out.add({ type: 'run.finished', status: 'error' });
    this.#forget();
  }

  #forget(): void {
    this.#failed = false;
    this.#messages.forget();
  }
}
