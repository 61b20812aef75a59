import type { DraftSink } from '../../codec/draft-decoder.ts';
import type { Draft, DraftOf, FinalStatus } from '../../events.ts';
import type { Json } from '../../json.ts';
import { offence, sessionEvents } from '../../verify.ts';
import { fromCustom, isCarrier } from './custom.ts';
import { type Interval, Intervals } from './intervals.ts';
import { implied, type Mark, marked } from './mark.ts';
import { ReceivedCalls } from './received-calls.ts';
import { Transcript } from './transcript.ts';
import { type ErrorFrame, type EventOf, type EventType, NO_NODE, type Reply, type WireEvent } from './wire.ts';

type Handlers = { [T in EventType]: (event: EventOf<T>, out: DraftSink) => void };

/** The receiving side of a run: its events as drafts, with what the wire leaves unsaid. */
export class ReceivedRun {
  readonly #nodes = new Intervals();
  readonly #calls = new ReceivedCalls((draft, out) => this.#add(draft, out));
  #transcript = new Transcript();
  /** All that was streamed, in order of arrival. */
  #streamed = '';
  #hasThought = false;
  #isFailed = false;
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
    this.#isFailed = false;
  }

  read(event: WireEvent, out: DraftSink): void {
    (this.#handlers[event.type] as (event: WireEvent, out: DraftSink) => void)(event, out);
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
    this.#isFailed = true;
    if (isImplied) return;
    const more = { ...(code != null && { code }), ...(details !== undefined && { details }) };
    out.add({ type: 'error', message: error, ...more, fatal: true });
  }

  finish(reply: Reply, out: DraftSink): void {
    if (!this.#isFailed) this.#takeReply(reply, out);
    const usage = reply.total_usage ?? reply.usage;
    const stopped = reply.stop_reason === 'cancelled' ? 'stopped' : 'complete';
    const status: FinalStatus = reply.status ?? (this.#isFailed ? 'error' : stopped);
    this.#close(out);
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
    if (!this.#isFailed) return;
    this.#close(out);
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
  #close(out: DraftSink): void {
    this.#calls.close(out);
    for (const { name, nodeRun } of [...out.ledger.nodes.values()]) {
      out.add(implied({ type: 'node.exited', name, ...(nodeRun !== undefined && { nodeRun }) }));
    }
  }

  /** A draft where it happened. A run that waited goes on with what it begins. */
  #add(draft: Draft, out: DraftSink, interval?: Interval): void {
    if (out.ledger.run?.status === 'awaiting_input' && goesOn.has(draft.type)) {
      out.add(implied({ type: 'run.status', status: 'active' }));
    }
    out.add(interval ? { ...draft, nodeRun: interval.nodeRun } : draft);
  }

  /** For events that say no more about their node than the envelope does. */
  #plain(event: WireEvent, draft: Draft, out: DraftSink): void {
    this.#add(draft, out, this.#nodes.at({ wireId: event.node_id }));
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
    run_start: () => undefined,
    node_enter: ({ id, node_id, namespace }, out) => {
      const open = this.#nodes.openWith(node_id);
      if (open && this.#nodes.exit(open))
        out.add(implied({ type: 'node.exited', name: open.name, nodeRun: open.nodeRun }));
      const interval = this.#nodes.enter({ wireId: node_id, name: id, namespace });
      out.add(marked({ type: 'node.entered', name: id, nodeRun: interval.nodeRun }, nodeMark(interval)));
    },
    node_exit: ({ id, node_id, namespace, result }, out) => {
      const named = { wireId: node_id, name: id, namespace };
      let interval = this.#nodes.exit(named);
      if (!interval) {
        interval = this.#nodes.enter(named);
        this.#nodes.exit(interval);
        const entered: DraftOf<'node.entered'> = { type: 'node.entered', name: id, nodeRun: interval.nodeRun };
        out.add(implied(marked(entered, nodeMark(interval))));
      }
      this.#endMessage(interval, out);
      const error = result === 'Ok' ? {} : { error: result.Err };
      out.add({ type: 'node.exited', name: id, nodeRun: interval.nodeRun, ...error });
    },
    message_chunk: (event, out) => {
      if (event.separator) this.#streamed += event.content;
      else this.#chunk(event, out);
    },
    thought_chunk: (event, out) => this.#chunk(event, out),
    usage: (event, out) => this.#plain(event, { type: 'usage', ...counted(event) }, out),
    values: (event, out) => this.#plain(event, { type: 'state.snapshot', state: event.state ?? null }, out),
    updates: (event, out) => {
      const { node_id, id, namespace, state = null } = event;
      const draft: Draft = { type: 'state.update', state, ...(id != null && { node: id }) };
      this.#add(draft, out, this.#nodes.at({ wireId: node_id, name: id, namespace }));
    },
    custom: (event, out) => this.#custom(event, out),
    checkpoint: (event, out) => {
      const { checkpoint_id, timestamp, step, state, thread_id, checkpoint_ns } = event;
      const fields = {
        ...(timestamp != null && { timestamp }),
        ...(step != null && { step }),
        ...(state !== undefined && { state }),
        ...(thread_id != null && { threadId: thread_id }),
        ...(checkpoint_ns != null && { ns: checkpoint_ns }),
      };
      this.#plain(event, { type: 'checkpoint', checkpointId: checkpoint_id, ...fields }, out);
    },
    tot_expand: (event, out) => this.#plain(event, { type: 'tot.expand', candidates: event.candidates }, out),
    tot_evaluate: (event, out) => {
      this.#plain(event, { type: 'tot.evaluate', chosen: event.chosen, scores: event.scores }, out);
    },
    tot_backtrack: (event, out) => {
      this.#plain(event, { type: 'tot.backtrack', reason: event.reason, toDepth: event.to_depth }, out);
    },
    got_plan: (event, out) => {
      const { node_count: nodeCount, edge_count: edgeCount, node_ids: nodeIds, edges } = event;
      this.#plain(event, { type: 'got.plan', nodeCount, edgeCount, nodeIds, ...(edges && { edges }) }, out);
    },
    got_node_start: (event, out) => this.#thought(event, 'start', event.text, out),
    got_node_complete: (event, out) => this.#thought(event, 'complete', event.result_summary, out),
    got_node_failed: (event, out) => this.#thought(event, 'failed', event.error, out),
    got_expand: ({ node_id: id, nodes_added, edges_added }, out) => {
      const draft: Draft = { type: 'got.expand', id, nodesAdded: nodes_added, edgesAdded: edges_added };
      this.#add(draft, out, this.#nodes.at({}));
    },
    tool_call_chunk: (event, out) => this.#calls.chunk(event, out),
    tool_call: (event, out) => this.#calls.call(event, out),
    tool_start: (event, out) => {
      this.#endMessage(this.#nodes.at({ wireId: event.node_id }), out);
      this.#calls.start(event, out);
    },
    tool_output: (event, out) => this.#calls.output(event, out),
    tool_end: (event, out) => this.#calls.finish(event, out),
    tool_approval: (event, out) => {
      this.#endMessage(this.#nodes.at({ wireId: event.node_id }), out);
      this.#calls.approve(event, out);
    },
  };

  #thought(
    event: WireEvent & { id: string },
    phase: 'start' | 'complete' | 'failed',
    text: string | null | undefined,
    out: DraftSink,
  ): void {
    this.#plain(event, { type: 'got.node', id: event.id, phase, ...(text != null && { text }) }, out);
  }

  #custom(event: EventOf<'custom'>, out: DraftSink): void {
    const value: Json = event.value ?? null;
    if (isCarrier(value)) return;
    const draft = fromCustom(value);
    if (!draft)
      return this.#plain(event, { type: 'custom', value, ...(event.name != null && { name: event.name }) }, out);
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

function counted(usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }) {
  return { input: usage.prompt_tokens, output: usage.completion_tokens, total: usage.total_tokens };
}
