import { type DraftReader, type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import { handle, readAs } from '../../codec/read-as.ts';
import { readJsonObject } from '../../codec/read-json.ts';
import type { Decoder, DecoderOptions, Frame, StreamInfo } from '../../dialect.ts';
import type { Draft, FinalStatus } from '../../events.ts';
import { asText, isJsonObject, type JsonObject } from '../../json.ts';
import { conversationOf } from './conversation.ts';
import { keep } from './kept.ts';
import { readSubAgent } from './sub-agents.ts';
import { TodoReader } from './todos.ts';
import { readToolResult } from './tools.ts';
import { DONE, type ServerMessage, type ServerType, server, TIMED_OUT } from './wire.ts';

export function decoder(_stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('lumine', new LumineReader(), options);
}

/** The session a frame says it belongs to. */
export function sessionOf(frame: Frame): string | undefined {
  const parsed = readJsonObject(frame.data);
  const session = parsed.ok ? (parsed.object.session_id ?? parsed.object.id) : undefined;
  return typeof session === 'string' && session !== '' ? session : undefined;
}

type Handlers = { [T in ServerType]: (message: ServerMessage<T>, out: DraftSink) => void };

class LumineReader implements DraftReader {
  readonly #todos = new TodoReader();
  #session: string | undefined;
  /** The message of chunks that name none: a server in the field knows only one answer at a time. */
  #messageId: string | undefined;
  /** The run that was opened here, because the wire does not say so. */
  #opened: string | undefined;
  #failure: FinalStatus | undefined;
  /** False between the end of a turn and the next greeting. */
  #expecting = true;

  read(message: JsonObject, out: DraftSink): void {
    const checked = readAs(server, 'type', message, out);
    if (!checked) return;
    this.#hear(checked, out);
    handle(this.#handlers, checked.type, checked, out, message);
  }

  /** In the field a close counts as the end; of a run that a server of ours opened nobody knows. */
  end(out: DraftSink): void {
    const run = runOf(out);
    if (run !== undefined && run === this.#opened) this.#finish(this.#failure ?? 'complete', out);
    this.#expecting = true;
  }

  readonly #handlers: Handlers = {
    session_id: ({ session_id, id }, out) => {
      this.#session = session_id ?? id ?? '';
      this.#expecting = true;
      out.signal({ kind: 'session', id: this.#session });
    },
    chunk: (message, out) => {
      const { content, refused, refusal, separator, echo } = message;
      if (refusal) {
        const { ref, ...error } = refusal;
        out.signal({ kind: 'refused', error, ...(ref !== undefined && { ref }) });
        return out.signal({ kind: 'turn.ended' });
      }
      if (refused || separator || echo || content == null || content === '') return;
      if (content === DONE) return this.#done(message, out);
      this.#open(message, out);
      out.add({ type: 'text.delta', messageId: this.#messageOf(message, out), delta: content });
    },
    reasoning: (message, out) => {
      this.#open(message, out);
      const messageId = this.#messageOf(message, out);
      if (message.content) out.add({ type: 'reasoning.delta', messageId, delta: message.content });
      if (message.status === 'done') out.add({ type: 'reasoning.done', messageId });
    },
    tool_use: (message, out) => {
      this.#open(message, out);
      this.#closeMessage(out);
      const { toolName: name, args, args_text, started } = message;
      const callId = message.tool_use_id ?? out.nextId('c');
      const phase = out.ledger.calls.get(callId)?.phase;
      if (phase === 'started') return out.signal({ kind: 'duplicate', detail: `call ${callId} has started` });
      if (phase !== 'called') {
        const argsText = args_text ?? (isJsonObject(args) || args == null ? undefined : asText(args));
        const known = isJsonObject(args) ? args : null;
        out.add({ type: 'tool.call', callId, name, args: known, ...(argsText !== undefined && { argsText }) });
      }
      if (started !== false) out.add({ type: 'tool.started', callId, name });
    },
    tool_result: (message, out) => {
      this.#open(message, out);
      const callId = message.tool_use_id ?? oldestCall(message.toolName, out) ?? out.nextId('c');
      const name = out.ledger.calls.get(callId)?.name ?? message.toolName ?? '';
      out.add({ type: 'tool.finished', callId, name, ...readToolResult(message) });
    },
    todo_list: (message, out) => {
      this.#open(message, out);
      this.#closeMessage(out);
      out.add(this.#todos.list(message, () => out.nextId('l')));
    },
    todo_update: (message, out) => {
      // Somebody may tick an item after the end mark: that is not a run.
      const isOutside = message.outside_run || !(this.#expecting || out.ledger.run);
      if (!isOutside) this.#open(message, out);
      out.add(this.#todos.item(message, () => out.nextId('l')));
    },
    image: (message, out) => {
      this.#open(message, out);
      this.#closeMessage(out);
      const { id, url, mediaType, alt } = message;
      const imageId = id ?? out.nextId('i');
      out.add({ type: 'image', imageId, url, ...(mediaType != null && { mediaType }), ...(alt != null && { alt }) });
    },
    error: (message, out) => {
      const { error, details, refused, implied, cause } = message;
      if (refused) return;
      if (!message.outside_run) this.#open(message, out);
      if (implied) return;
      const fatal = message.fatal ?? true;
      if (fatal && !message.outside_run) this.#failure = message.code === TIMED_OUT ? 'timed_out' : 'error';
      const code = cause === undefined ? message.code : cause;
      const more = { ...(code != null && { code }), ...(details !== undefined && { details }) };
      out.add({ type: 'error', message: error, ...more, fatal });
    },
    sub_agent: (message, out) => this.#subAgent(message, out),
    sub_agent_end: (message, out) => this.#subAgent(message, out),
  };

  /** Ids are read again from every frame that names its conversation. */
  #hear({ session_id, conversation_id }: ServerMessage, out: DraftSink): void {
    if (session_id == null || conversation_id == null || session_id === this.#session) return;
    this.#session = session_id;
    out.signal({ kind: 'session', id: session_id });
  }

  /** The wire has no frame for a run's start: the first frame of a turn implies it. */
  #open({ conversation_id }: ServerMessage, out: DraftSink): void {
    if (runOf(out) !== undefined) return;
    const foreign = conversation_id != null && conversation_id !== conversationOf(this.#session ?? '');
    out.add({ type: 'run.started', ...(foreign && keep('conversation_id', conversation_id)) });
    this.#opened = runOf(out);
    this.#messageId = undefined;
    this.#failure = undefined;
  }

  #done(message: ServerMessage<'chunk'>, out: DraftSink): void {
    if (runOf(out) === undefined && !this.#expecting) {
      out.signal({ kind: 'duplicate', detail: `${DONE} after ${DONE}` });
    } else {
      this.#open(message, out);
      this.#finish(message.final ?? this.#failure ?? 'complete', out);
    }
    out.signal({ kind: 'turn.ended' });
  }

  #finish(status: FinalStatus, out: DraftSink): void {
    out.add({ type: 'run.finished', status });
    this.#failure = undefined;
    this.#expecting = false;
  }

  /** A frame of ours has its message's id; in the field ids mean nothing. */
  #messageOf({ id }: ServerMessage, out: DraftSink): string {
    if (id != null && out.ledger.messages.has(id)) return id;
    if (this.#messageId === undefined || !out.ledger.messages.has(this.#messageId)) this.#messageId = out.nextId('m');
    return this.#messageId;
  }

  /** What stands between two texts divides them; a thought goes on until it is said to be done. */
  #closeMessage(out: DraftSink): void {
    if (out.ledger.messages.get(this.#messageId ?? '')?.reasoning) return;
    if (this.#messageId !== undefined && out.ledger.messages.has(this.#messageId)) {
      out.add({ type: 'message.completed', messageId: this.#messageId });
    }
    this.#messageId = undefined;
  }

  #subAgent(message: ServerMessage<'sub_agent' | 'sub_agent_end'>, out: DraftSink): void {
    this.#open(message, out);
    this.#closeMessage(out);
    for (const draft of readSubAgent(message, out)) out.add(draft);
  }
}

/** Every run of a decoder has an id: what the wire does not name is named on the way. */
function runOf(out: DraftSink): string | undefined {
  return out.ledger.run?.id;
}

/** Results that name no call belong to the tool's oldest one. */
function oldestCall(name: string | null | undefined, out: DraftSink): string | undefined {
  for (const [callId, call] of out.ledger.calls) if (call.name === name) return callId;
  return undefined;
}
