import { aside } from '../../codec/aside.ts';
import { Frames, noFrames } from '../../codec/frames.ts';
import { say, words } from '../../codec/say.ts';
import { Turn } from '../../codec/turn.ts';
import { wholeUrl } from '../../codec/whole-url.ts';
import type { EncodedFrame, Encoder, Frame, StreamInfo } from '../../dialect.ts';
import type { EventOf, MessageRole, RunEvent } from '../../events.ts';
import { asText } from '../../json.ts';
import { Ledger } from '../../ledger.ts';
import * as blocks from './blocks.ts';
import { outsideRun, write, writeConnected } from './frame.ts';
import { Messages } from './messages.ts';
import { CHART_TOOL, chartIn, type KnownBlock, madeId } from './wire.ts';
import { WireMessage } from './wire-message.ts';

/** A connection is told once that it is there; what has no frame of its own goes to restoring clients alone. */
export function encoder(stream: StreamInfo): Encoder {
  const made = new OneDragonEncoder(stream);
  return aside(made, writeConnected(stream.id), (event) => made.saysLater(event));
}

class OneDragonEncoder implements Encoder {
  readonly #stream: StreamInfo;
  readonly #ledger = new Ledger();
  readonly #messages: Messages;
  /** Several results may share a message. */
  #results: { readonly id: string; readonly message: WireMessage } | undefined;
  /** The agent's own calls of the chart tool, with the charts that wait for their results. */
  readonly #chartCalls = new Map<string, { readonly waiting: EventOf<'chart'>[]; shown?: string | number }>();
  readonly #turn = new Turn();

  constructor(stream: StreamInfo) {
    this.#stream = stream;
    this.#messages = new Messages(stream);
  }

  push(event: RunEvent): readonly EncodedFrame[] {
    if (event.type === 'text.delta') {
      this.#messages.grow(event, 'text');
      return noFrames;
    }
    const frames = this.#encode(event);
    this.#turn.sent(frames);
    this.#ledger.note(event);
    return frames;
  }

  preview(): readonly Frame[] {
    return this.#messages.preview();
  }

  /** Is it part of a frame that is still to come? */
  saysLater(event: RunEvent): boolean {
    switch (event.type) {
      case 'chart':
        return true;
      case 'text.delta':
        return this.#messages.open(event.messageId) !== undefined;
      case 'reasoning.delta':
      case 'reasoning.done':
        return this.#stream.variant === 'thinking' && this.#messages.open(event.messageId) !== undefined;
      default:
        return false;
    }
  }

  #encode(event: RunEvent): readonly EncodedFrame[] {
    switch (event.type) {
      case 'run.started':
        this.#reset();
        return noFrames;
      case 'run.status':
        return this.#status(event);
      case 'run.finished':
        return this.#finished(event);
      case 'message.started':
        return this.#messages.begin(event);
      case 'reasoning.delta':
        if (this.#stream.variant === 'thinking') this.#messages.grow(event, 'thinking');
        return noFrames;
      case 'text.replaced':
        return this.#messages.replace(event) ?? this.#words(event);
      case 'message.completed':
        return this.#messages.complete(event);
      case 'tool.call':
        return this.#toolCall(event);
      case 'tool.finished':
        return this.#toolFinished(event);
      case 'image':
        return this.#image(event);
      case 'chart':
        return this.#chart(event);
      case 'error':
        return this.#error(event);
      case 'todo.list':
      case 'todo.item':
      case 'plan.proposed':
      case 'plan.edited':
      case 'plan.step':
      case 'notice':
        return this.#words(event);
      default:
        return noFrames;
    }
  }

  #reset(): void {
    this.#messages.clear();
    this.#chartCalls.clear();
    this.#results = undefined;
    this.#turn.clear();
  }

  /** The page shows calls when their message completes; a call without one gets a message of its own. */
  #toolCall(event: EventOf<'tool.call'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    if (event.name === CHART_TOOL) this.#chartCalls.set(event.callId, { waiting: [] });
    const message = this.#messages.open(event.messageId);
    if (!message) return this.#alone(event, frames, 'assistant', blocks.toolUse(event)).list;
    message.blocks.set(event.callId, JSON.stringify(blocks.toolUse(event)));
    return this.#messages.show(message, frames).list;
  }

  #toolFinished(event: EventOf<'tool.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    this.#takeOut(event, frames);
    const message = this.#resultMessage(event, frames);
    message.blocks.set(event.callId, JSON.stringify(blocks.toolResult(event, this.#stream.locale)));
    frames.own(message.frame('message_completed'));

    const chartCall = this.#chartCalls.get(event.callId);
    if (!chartCall) return frames.list;
    const shown = event.outcome === 'ok' ? chartIn(asText(event.result))?.analyse_id : undefined;
    if (shown !== undefined) chartCall.shown = shown;
    for (const chart of chartCall.waiting.splice(0)) {
      if (chart.analysisId !== shown) this.#chartPair(chart, event, frames);
    }
    return frames.list;
  }

  /** A card must be there before its result: a call that ends before its message does leaves the message. */
  #takeOut(event: EventOf<'tool.finished'>, frames: Frames): void {
    const home = this.#messages.open(this.#ledger.calls.get(event.callId)?.messageId);
    const block = home?.blocks.get(event.callId);
    if (!home || block === undefined) return;
    home.blocks.delete(event.callId);
    const message = this.#made(event, frames, 'assistant');
    message.blocks.set(event.callId, block);
    frames.own(message.frame('message_completed'));
  }

  #resultMessage(event: EventOf<'tool.finished'>, frames: Frames): WireMessage {
    const id = event.messageId;
    if (id === undefined || this.#messages.has(id)) return this.#made(event, frames, 'system');
    if (this.#results?.id !== id) {
      this.#results = { id, message: new WireMessage(this.#stream, { id, role: 'system', at: event.at }) };
    }
    return this.#results.message;
  }

  /** The agent's own call shows the chart by its result; any other chart is shown by a pair of blocks. */
  #chart(event: EventOf<'chart'>): readonly EncodedFrame[] {
    const call = event.callId === undefined ? undefined : this.#chartCalls.get(event.callId);
    if (call && event.callId !== undefined && this.#ledger.calls.has(event.callId)) {
      call.waiting.push(event);
      return noFrames;
    }
    return call?.shown === event.analysisId ? noFrames : this.#chartPair(event, event, new Frames(event)).list;
  }

  #chartPair(chart: EventOf<'chart'>, event: RunEvent, frames: Frames): Frames {
    const id = madeId(event.seq, frames.list.length);
    this.#alone(event, frames, 'assistant', blocks.chartCall(chart, id));
    return this.#alone(event, frames, 'system', blocks.chartResult(chart, id));
  }

  /** The page shows no image blocks, so the text beside it has the image as Markdown. */
  #image(event: EventOf<'image'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const message = this.#made(event, frames, 'assistant');
    const url = wholeUrl(event.url, this.#stream);
    message.append('text', say(event, this.#stream) ?? '');
    message.blocks.set('', JSON.stringify(blocks.image({ ...event, url })));
    const said = message.frame('message_completed');
    return (url === event.url ? frames.own(said) : frames.standIn(said)).list;
  }

  /** Waiting ends the turn with the question: the page takes the next message only after that. */
  #status(event: EventOf<'run.status'>): readonly EncodedFrame[] {
    const question = this.#turn.question(event, this.#ledger);
    if (!question) return noFrames;
    const frames = new Frames(event);
    return frames
      .standIn(this.#text(event, frames, say(question as RunEvent, this.#stream) ?? ''), null)
      .standIn(write(this.#stream.id, 'response_completed', {}), event, { endsTurn: true }).list;
  }

  #error(event: EventOf<'error'>): readonly EncodedFrame[] {
    if (!event.fatal) return this.#words(event);
    if (this.#ledger.run) {
      this.#turn.failure = event;
      return noFrames;
    }
    const [said, done] = outsideRun(this.#stream.id, errorBody(event));
    return new Frames(event).own(said).own(done, { endsTurn: true }).list;
  }

  #finished(event: EventOf<'run.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const { timedOut, failed } = words[this.#stream.locale];
    const hint = { complete: undefined, stopped: undefined, timed_out: timedOut, error: failed }[event.status];
    const { failure } = this.#turn;
    // A restoring client got the error by itself.
    if (failure) frames.standIn(write(this.#stream.id, 'error', errorBody(failure)), null);
    else if (hint !== undefined) {
      frames.own(write(this.#stream.id, 'error', { hint: event.reason ?? hint, implied: true }));
    }
    const body = event.status === 'complete' && !failure ? {} : { status: event.status };
    this.#reset();
    return frames.own(write(this.#stream.id, 'response_completed', body), { endsTurn: true }).list;
  }

  /** What this wire has no form for, as a message of its own. */
  #words(event: RunEvent): readonly EncodedFrame[] {
    const text = say(event, this.#stream);
    if (text === undefined) return noFrames;
    const frames = new Frames(event);
    return frames.standIn(this.#text(event, frames, text)).list;
  }

  #text(event: RunEvent, frames: Frames, text: string): string {
    const message = this.#made(event, frames, 'assistant');
    message.append('text', text);
    return message.frame('message_completed');
  }

  #alone(event: RunEvent, frames: Frames, role: MessageRole, block: KnownBlock): Frames {
    const message = this.#made(event, frames, role);
    message.blocks.set('', JSON.stringify(block));
    return frames.own(message.frame('message_completed'));
  }

  #made({ seq, at }: RunEvent, frames: Frames, role: MessageRole): WireMessage {
    return new WireMessage(this.#stream, { id: madeId(seq, frames.list.length), role, at });
  }
}

function errorBody({ message: hint, code, details }: EventOf<'error'>) {
  return { hint, ...(code !== undefined && { code }), ...(details !== undefined && { details }) };
}
