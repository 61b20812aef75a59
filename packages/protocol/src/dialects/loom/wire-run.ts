import { noFrames } from '../../codec/frames.ts';
import { PARAGRAPH, Paragraphs } from '../../codec/paragraphs.ts';
import type { EncodedFrame } from '../../dialect.ts';
import type { EventOf, RunEvent } from '../../events.ts';
import { nodeKey } from '../../ledger.ts';
import type { ChunkFrame, Form, Place } from './forms.ts';
import { markOf } from './mark.ts';
import { Transcript } from './transcript.ts';
import { type Body, NO_NODE } from './wire.ts';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly namespace: string | undefined;
}
type NodeEvent = { name: string; nodeRun?: string | undefined; ext?: RunEvent['ext'] };
type Delta = EventOf<'text.delta'> | EventOf<'reasoning.delta'>;

const beforeFirst: Node = { id: 'run-0', name: NO_NODE, namespace: undefined };
const chunkTypes = { 'text.delta': 'message_chunk', 'reasoning.delta': 'thought_chunk' } as const;

/** The sending side of one run on the wire: its ids, its numbers and what was said in it. */
export class WireRun {
  readonly #form: Form;
  id = '';
  /** What the run is called beyond the wire. */
  name = '';
  isOpen = false;
  eventId = 0;
  transcript = new Transcript();
  readonly #paragraphs = new Paragraphs();
  reasoning = '';
  #first = { id: '', name: '' };
  #turn = 1;
  #entered = 0;
  #node = beforeFirst;
  readonly #nodes = new Map<string, Node>();
  /** What stands around the pieces of the message that is being written. */
  #chunk:
    | { readonly type: string; readonly messageId: string; readonly node: Node; readonly frame: ChunkFrame }
    | undefined;

  constructor(form: Form) {
    this.#form = form;
  }

  begin(id: string, name: string): void {
    this.#first = { id, name };
    this.#turn = 1;
    this.#reset(id, name);
  }

  /** The next run of the wire for the same run: named by the message that answered. */
  goOn(ref: string | undefined): void {
    this.#turn += 1;
    const { id, name } = this.#first;
    this.#reset(ref ?? `${id}~${this.#turn}`, `${name}~${this.#turn}`);
  }

  #reset(id: string, name: string): void {
    this.id = id;
    this.name = name;
    this.isOpen = true;
    this.eventId = 0;
    this.transcript = new Transcript();
    this.#paragraphs.clear();
    this.reasoning = '';
    this.#entered = 0;
    this.#node = beforeFirst;
    this.#nodes.clear();
    this.#chunk = undefined;
  }

  enter(event: NodeEvent): Body {
    const { node_id, namespace, implied } = markOf(event as RunEvent);
    const node = { id: node_id ?? `run-${event.name}-${this.#entered}`, name: event.name, namespace };
    if (!implied) this.#entered += 1;
    this.#nodes.set(nodeKey(event), node);
    this.#node = node;
    return { type: 'node_enter', id: event.name, ...(namespace !== undefined && { namespace }) };
  }

  exit(event: NodeEvent & { error?: string | undefined }): Body {
    const namespace = this.#nodes.get(nodeKey(event))?.namespace;
    const result = event.error === undefined ? 'Ok' : { Err: event.error };
    return { type: 'node_exit', id: event.name, result, ...(namespace !== undefined && { namespace }) };
  }

  event(body: Body, of: { nodeRun?: string | undefined; name?: string | undefined; type?: string } = {}): string {
    const node = this.#nodeOf(of);
    const said =
      node.namespace !== undefined && body.type === 'updates' ? { ...body, namespace: node.namespace } : body;
    return this.#form.event(said, this.next(node));
  }

  /** The place of the next frame; none while no run is open on the wire. */
  next(node: Node = this.#node): Place | undefined {
    if (!this.isOpen) return undefined;
    this.eventId += 1;
    return { run: this.id, node: node.id, eventId: this.eventId };
  }

  /** A piece of a message or of its reasoning, after a break where the message follows another one. */
  delta(event: Delta): readonly EncodedFrame[] {
    const { type, seq, messageId, delta } = event;
    const { implied, id } = event.ext === undefined ? noMark : markOf(event);
    const isText = type === 'text.delta';
    if (isText) this.transcript.add(messageId, delta);
    else this.reasoning += delta;
    if (implied) return noFrames;
    const breaks = isText && this.#paragraphs.add(messageId, delta);
    const frames = breaks ? [{ data: this.#separator(), seq, sub: 0 }] : [];
    const data = this.#piece(chunkTypes[type], messageId, delta, this.#nodeOf(event), id);
    frames.push({ data, seq, sub: frames.length });
    return frames;
  }

  /** Words of ours, as a message of their own. */
  chunk(messageId: string, text: string): { data: string }[] {
    this.transcript.add(messageId, text);
    const breaks = this.#paragraphs.add(messageId, text);
    const piece = () => ({ data: this.#piece('message_chunk', messageId, text, this.#node, undefined) });
    return breaks ? [{ data: this.#separator() }, piece()] : [piece()];
  }

  #separator(): string {
    return this.event({ type: 'message_chunk', content: PARAGRAPH, id: this.#node.name, separator: true });
  }

  #piece(type: string, messageId: string, text: string, node: Node, id: string | undefined): string {
    this.eventId += 1;
    const { before, afterNumber, after } = this.#around(type, messageId, node, id);
    const content = JSON.stringify(text);
    if (afterNumber === undefined) return before + content + after;
    return before + this.eventId + afterNumber + content + after;
  }

  #around(type: string, messageId: string, node: Node, id: string | undefined): ChunkFrame {
    const known = this.#chunk;
    if (known && known.messageId === messageId && known.type === type && known.node === node && id === undefined) {
      return known.frame;
    }
    const { namespace } = node;
    const body = { type, id: id ?? node.name, message_id: messageId, ...(namespace !== undefined && { namespace }) };
    const frame = this.#form.chunk(body, { run: this.id, node: node.id });
    this.#chunk = id === undefined ? { type, messageId, node, frame } : undefined;
    return frame;
  }

  #nodeOf(event: { nodeRun?: string | undefined; name?: string | undefined; type?: string }): Node {
    const isNode = event.type === 'node.entered' || event.type === 'node.exited' || event.type === undefined;
    const key = event.nodeRun ?? (isNode ? event.name : undefined);
    return (key === undefined ? undefined : this.#nodes.get(key)) ?? this.#node;
  }
}

const noMark = { implied: undefined, id: undefined };
