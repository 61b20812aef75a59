import type { DraftSink } from '../../codec/draft-decoder.ts';
import type { Draft, FinalStatus } from '../../events.ts';
import type { Json } from '../../json.ts';
import { offence, sessionEvents } from '../../verify.ts';
import { fromCustom, isCarrier } from './custom.ts';
import { counted, draftOf } from './drafts.ts';
import { type Interval, Intervals } from './intervals.ts';
import { implied, type Mark, marked } from './mark.ts';
import { ReceivedCalls } from './received-calls.ts';
import { Transcript } from './transcript.ts';
import { type ErrorFrame, type EventOf, type EventType, NO_NODE, type Reply, type WireEvent } from './wire.ts';

type Handlers = { [T in EventType]?: (event: EventOf<T>, out: DraftSink) => void };

/** The receiving side of a run: its events as drafts, with what the wire leaves unsaid. */
export class ReceivedRun {
  readonly #nodes = new Intervals();
  readonly #calls = new ReceivedCalls((draft, out) => this.#add(draft, out));
  #transcript = new Transcript();
  /** All that was streamed, in order of arrival. */
  #streamed = '';
  #hasThought = false;
  /** What the run's error said. */
  #failure: string | undefined;
  /** The open message of each node, where the wire does not name messages. */
  readonly #messages = new Map<string, string>();

  start(event: EventOf<'run_start'>, wrapper: string | undefined, out: DraftSink): void {
    this.#reset();
    const { run, run_id, message, agent, model } = event;
    const runId = run ?? run_id ?? wrapper;
    const ref = run == null ? wrapper : run_id;
    out.add({
      type: 'run.started',
      ...(runId != null && { runId }),
      ...(message != null && { input: message }),
      ...(agent != null && { agentKind: agent }),
      ...(model != null && { model }),
      ...(ref != null && ref !== runId && { ref }),
    });
  }

  /** Many senders never say run_start. */
  startUnsaid(runId: string | undefined, out: DraftSink): void {
    this.#reset();
    out.add(implied({ type: 'run.started', ...(runId !== undefined && { runId }) }));
  }

  /** The same run goes on as another one of the wire. */
  #goOn(): void {
    this.#transcript = new Transcript();
    this.#streamed = '';
    this.#hasThought = false;
    this.#nodes.goOn();
    this.#messages.clear();
  }

  #reset(): void {
    this.#goOn();
    this.#nodes.reset();
    this.#calls.reset();
    this.#failure = undefined;
  }

  read(event: WireEvent, out: DraftSink): void {
    const handler = this.#handlers[event.type] as ((event: WireEvent, out: DraftSink) => void) | undefined;
    const draft = handler ? handler(event, out) : draftOf(event);
    if (draft) this.#add(draft, out, this.#place(event));
  }

  /** A frame whose event came beside it: the wire's run, its nodes and its words go on. */
  follow(event: WireEvent): void {
    if (event.type === 'run_start') this.#goOn();
    if (event.type === 'node_enter') this.#nodes.enterAgain({ wireId: event.node_id, name: event.id });
    if (event.type === 'message_chunk') {
      this.#streamed += event.content;
      if (!event.separator) this.#transcript.add(event.message_id ?? '', event.content);
    }
  }

  fail({ error, code, details, implied: isImplied }: ErrorFrame, out: DraftSink): void {
    this.#failure = error;
    if (isImplied) return;
    const more = { ...(code != null && { code }), ...(details !== undefined && { details }) };
    out.add({ type: 'error', message: error, ...more, fatal: true });
  }

  finish(reply: Reply, out: DraftSink): void {
    if (this.#failure === undefined) this.#takeReply(reply, out);
    const usage = reply.total_usage ?? reply.usage;
    const stopped = reply.stop_reason === 'cancelled' ? 'stopped' : 'complete';
    const status: FinalStatus = reply.status ?? (this.#failure === undefined ? stopped : 'error');
    this.#close(status, out);
    out.add({
      type: 'run.finished',
      status,
      ...(reply.reason != null && { reason: reply.reason }),
      ...(usage && { usage: counted(usage) }),
      ...(reply.cost != null && { cost: reply.cost }),
      ...(reply.duration_ms != null && { durationMs: reply.duration_ms }),
    });
  }

  /** The connection is gone for good. A failed run is over; any other may go on elsewhere. */
  end(out: DraftSink): void {
    if (!out.ledger.run) return;
    for (const messageId of [...out.ledger.messages.keys()]) out.add({ type: 'message.completed', messageId });
    if (this.#failure === undefined) return;
    this.#close('error', out);
    out.add({ type: 'run.finished', status: 'error' });
  }

  /** The reply counts where it is not what was streamed; an empty one says nothing. */
  #takeReply({ reply, reasoning_content: reasoning }: Reply, out: DraftSink): void {
    const last = this.#transcript.lastMessage;
    if (reasoning && !this.#hasThought) {
      const messageId = [...out.ledger.messages.keys()].at(-1) ?? out.nextId('m');
      out.add(implied({ type: 'reasoning.delta', messageId, delta: reasoning }));
      out.add({ type: 'reasoning.done', messageId });
    }
    if (reply === '' || [this.#transcript.reply, this.#streamed, last?.text].includes(reply)) return;
    if (last) {
      out.add(marked({ type: 'text.replaced', messageId: last.id, text: reply }, { reply: true }));
    } else {
      const messageId = [...out.ledger.messages.keys()].at(-1) ?? out.nextId('m');
      out.add(implied({ type: 'text.delta', messageId, delta: reply }));
    }
  }

  /** What the wire left open, closed without a word of it to anybody who gets these frames again. */
  #close(status: FinalStatus, out: DraftSink): void {
    this.#calls.close(out);
    const error = status === 'error' || status === 'timed_out' ? { error: this.#failure ?? status } : {};
    for (const { name, nodeRun } of [...out.ledger.nodes.values()].reverse()) {
      out.add(implied({ type: 'node.exited', name, ...(nodeRun !== undefined && { nodeRun }), ...error }));
    }
  }

  /** A draft where it happened. A run that waited goes on with what it begins. */
  #add(draft: Draft, out: DraftSink, interval?: Interval): void {
    if (out.ledger.run?.status === 'awaiting_input' && goesOn.has(draft.type)) {
      out.add(implied({ type: 'run.status', status: 'active' }));
    }
    out.add(interval ? { ...draft, nodeRun: interval.nodeRun } : draft);
  }

  /** Where an event happened. In got_expand `node_id` is a thought, not a place. */
  #place(event: WireEvent): Interval | undefined {
    const { id: name, namespace } = event.type === 'updates' ? event : { id: undefined, namespace: undefined };
    return this.#nodes.at({ wireId: event.type === 'got_expand' ? undefined : event.node_id, name, namespace });
  }

  #chunk(event: EventOf<'message_chunk'> | EventOf<'thought_chunk'>, out: DraftSink): void {
    const { node_id, id, namespace, message_id, content, type } = event;
    const interval = this.#nodes.at({ wireId: node_id, name: id, namespace });
    const messageId = message_id ?? this.#unnamedMessage(interval, out);
    const mark: Mark = id != null && id !== (interval?.name ?? NO_NODE) ? { id } : {};
    if (type === 'message_chunk') {
      this.#streamed += content;
      this.#transcript.add(messageId, content);
      if (out.ledger.messages.get(messageId)?.reasoning) out.add({ type: 'reasoning.done', messageId });
      this.#add(marked({ type: 'text.delta', messageId, delta: content }, mark), out, interval);
    } else {
      this.#hasThought = true;
      this.#add(marked({ type: 'reasoning.delta', messageId, delta: content }, mark), out, interval);
    }
  }

  #unnamedMessage(interval: Interval | undefined, out: DraftSink): string {
    const key = interval?.nodeRun ?? '';
    const known = this.#messages.get(key);
    if (known !== undefined && out.ledger.messages.has(known)) return known;
    const messageId = out.nextId('m');
    this.#messages.set(key, messageId);
    return messageId;
  }

  /** Where messages have no names, a node's message ends with what the node does next. */
  #endMessage(interval: Interval | undefined, out: DraftSink): void {
    const messageId = this.#messages.get(interval?.nodeRun ?? '');
    if (messageId !== undefined && out.ledger.messages.has(messageId)) {
      out.add({ type: 'message.completed', messageId });
    }
  }

  readonly #handlers: Handlers = {
    node_enter: ({ id, node_id, namespace }, out) => {
      const open = this.#nodes.openWith(node_id);
      if (open && this.#nodes.exit(open)) {
        out.add(implied({ type: 'node.exited', name: open.name, nodeRun: open.nodeRun }));
      }
      const interval = this.#nodes.enter({ wireId: node_id, name: id, namespace });
      out.add(marked({ type: 'node.entered', name: id, nodeRun: interval.nodeRun }, nodeMark(interval)));
    },
    node_exit: ({ id, node_id, namespace, result }, out) => {
      const named = { wireId: node_id, name: id, namespace };
      const interval = this.#nodes.exit(named) ?? this.#neverEntered(named, out);
      this.#endMessage(interval, out);
      const error = result === 'Ok' ? {} : { error: result.Err };
      out.add({ type: 'node.exited', name: id, nodeRun: interval.nodeRun, ...error });
    },
    message_chunk: (event, out) => {
      if (event.separator) this.#streamed += event.content;
      else this.#chunk(event, out);
    },
    thought_chunk: (event, out) => this.#chunk(event, out),
    custom: (event, out) => this.#custom(event, out),
    tool_call_chunk: (event, out) => this.#calls.chunk(event, out),
    tool_call: (event, out) => this.#calls.call(event, out),
    tool_start: (event, out) => {
      this.#endMessage(this.#place(event), out);
      this.#calls.start(event, out);
    },
    tool_output: (event, out) => this.#calls.output(event, out),
    tool_end: (event, out) => this.#calls.finish(event, out),
    tool_approval: (event, out) => {
      this.#endMessage(this.#place(event), out);
      this.#calls.approve(event, out);
    },
  };

  #neverEntered(named: { wireId?: string | null | undefined; name: string }, out: DraftSink): Interval {
    const interval = this.#nodes.enter(named);
    this.#nodes.exit(interval);
    const entered: Draft = { type: 'node.entered', name: interval.name, nodeRun: interval.nodeRun };
    out.add(implied(marked(entered, nodeMark(interval))));
    return interval;
  }

  #custom(event: EventOf<'custom'>, out: DraftSink): void {
    const value: Json = event.value ?? null;
    if (isCarrier(value)) return;
    const draft = fromCustom(value);
    if (!draft) {
      const named = event.name == null ? {} : { name: event.name };
      return this.#add({ type: 'custom', value, ...named }, out, this.#place(event));
    }
    // A client that does not restore has seen another run here, where some of this means nothing.
    if (!out.ledger.run && !sessionEvents.has(draft.type)) return;
    if (isAboutRun.has(draft.type) && cannotBe(draft, out)) return;
    if (draft.type === 'text.replaced') this.#transcript.replace(draft.messageId, draft.text);
    out.add(draft);
  }
}

const isAboutRun: ReadonlySet<Draft['type']> = new Set<Draft['type']>([
  'run.status',
  'input.requested',
  'input.resolved',
]);
const goesOn: ReadonlySet<Draft['type']> = new Set<Draft['type']>([
  'text.delta',
  'reasoning.delta',
  'tool.args',
  'tool.call',
  'tool.started',
]);

/** Open messages are no hindrance: they are closed on the way. */
function cannotBe(draft: Draft, out: DraftSink): boolean {
  return offence(out.ledger, draft)?.includes('a message is open') === false;
}

function nodeMark({ wireId, namespace }: Interval): Mark {
  return { node_id: wireId, ...(namespace !== undefined && { namespace }) };
}
