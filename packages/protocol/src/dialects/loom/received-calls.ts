import type { DraftSink } from '../../codec/draft-decoder.ts';
import type { Draft, ToolOutcome } from '../../events.ts';
import { isJsonObject, type Json } from '../../json.ts';
import { implied, marked } from './mark.ts';
import { type EventOf, USER_REJECTED } from './wire.ts';

type Phase = 'arguments' | 'called' | 'started';
type Add = (draft: Draft, out: DraftSink) => void;

/** Tool calls as they come: without ids, without their beginnings, with approvals that nobody answers on the wire. */
export class ReceivedCalls {
  readonly #add: Add;
  /** Calls that the wire gave no id, oldest first. */
  #unnamed: { readonly callId: string; readonly name: string | undefined }[] = [];

  constructor(add: Add) {
    this.#add = add;
  }

  reset(): void {
    this.#unnamed = [];
  }

  chunk({ call_id, name, arguments_delta: delta }: EventOf<'tool_call_chunk'>, out: DraftSink): void {
    const callId = this.#idOf(call_id, name ?? undefined, ['arguments'], out);
    this.#send({ type: 'tool.args', callId, ...(name != null && { name }), delta }, call_id, out);
  }

  call({ call_id, name, arguments: said, message_id }: EventOf<'tool_call'>, out: DraftSink): void {
    const callId = this.#idOf(call_id, name, ['arguments'], out);
    const messageId = message_id == null ? {} : { messageId: message_id };
    this.#send({ type: 'tool.call', callId, name, ...argsOf(said), ...messageId }, call_id, out);
  }

  start({ call_id, name }: EventOf<'tool_start'>, out: DraftSink): void {
    const callId = this.#idOf(call_id, name, ['called'], out);
    this.#decide(callId, 'approved', out);
    this.#called(callId, name, out);
    this.#send({ type: 'tool.started', callId, name }, call_id, out);
  }

  output({ call_id, name, content: text }: EventOf<'tool_output'>, out: DraftSink): void {
    const callId = this.#idOf(call_id, name, ['started'], out);
    this.#started(callId, name, out);
    this.#send({ type: 'tool.output', callId, name, text }, call_id, out);
  }

  finish(event: EventOf<'tool_end'>, out: DraftSink): void {
    const { call_id, name, result, is_error, raw_result, outcome: said, reason, message_id } = event;
    const callId = this.#idOf(call_id, name, ['started', 'called'], out);
    const failed: ToolOutcome = result === USER_REJECTED ? 'denied' : 'error';
    const outcome = said ?? (is_error ? failed : 'ok');
    if (outcome !== 'unknown') this.#decide(callId, outcome === 'denied' ? 'denied' : 'approved', out);
    if (outcome === 'denied' || outcome === 'unknown') this.#called(callId, name, out);
    else this.#started(callId, name, out);
    this.#send(
      {
        type: 'tool.finished',
        callId,
        name,
        outcome,
        result: reason ?? result,
        ...(raw_result != null && { full: raw_result }),
        ...(message_id != null && { messageId: message_id }),
      },
      call_id,
      out,
    );
  }

  approve({ call_id, name, arguments: said, input_id }: EventOf<'tool_approval'>, out: DraftSink): void {
    const inputId = input_id ?? call_id ?? out.nextId('i');
    if (out.ledger.inputs.has(inputId)) return;
    const args = isJsonObject(said) ? { args: said } : {};
    const callId = call_id ?? inputId;
    this.#send({ type: 'input.requested', inputId, kind: 'approval', callId, name, ...args }, call_id, out);
    // Our own server says when it waits; others stand still without a word.
    const isIdle = out.ledger.messages.size === 0 && !phases(out).includes('started');
    if (input_id == null && isIdle) out.add(implied({ type: 'run.status', status: 'awaiting_input' }));
  }

  close(out: DraftSink): void {
    for (const [callId, { name, phase }] of [...out.ledger.calls]) {
      if (phase === 'arguments') out.add(implied({ type: 'tool.call', callId, name, args: null }));
      out.add(implied({ type: 'tool.finished', callId, name, outcome: 'unknown', result: null }));
    }
  }

  #idOf(callId: string | null | undefined, name: string | undefined, among: readonly Phase[], out: DraftSink): string {
    if (callId != null) return callId;
    const known = this.#unnamed.find((call) => {
      const phase = out.ledger.calls.get(call.callId)?.phase;
      return phase !== undefined && among.includes(phase) && (name === undefined || name === (call.name ?? name));
    });
    if (known) return known.callId;
    const made = { callId: out.nextId('c'), name };
    this.#unnamed.push(made);
    return made.callId;
  }

  /** What a call does tells how its approval was answered. */
  #decide(callId: string, outcome: 'approved' | 'denied', out: DraftSink): void {
    const asked = [...out.ledger.inputs.values()].filter((input) => input.callId === callId);
    for (const { inputId } of asked) out.add(implied({ type: 'input.resolved', inputId, outcome }));
    if (asked.length > 0 && out.ledger.inputs.size === 0 && out.ledger.run?.status === 'awaiting_input') {
      out.add(implied({ type: 'run.status', status: 'active' }));
    }
  }

  #called(callId: string, name: string, out: DraftSink): void {
    const phase = out.ledger.calls.get(callId)?.phase;
    if (phase === undefined || phase === 'arguments') {
      this.#add(implied({ type: 'tool.call', callId, name, args: null }), out);
    }
  }

  #started(callId: string, name: string, out: DraftSink): void {
    this.#called(callId, name, out);
    if (out.ledger.calls.get(callId)?.phase !== 'started') {
      this.#add(implied({ type: 'tool.started', callId, name }), out);
    }
  }

  #send(draft: Draft, wireId: string | null | undefined, out: DraftSink): void {
    this.#add(wireId == null ? marked(draft, { call_id: null }) : draft, out);
  }
}

function phases(out: DraftSink): Phase[] {
  return [...out.ledger.calls.values()].map(({ phase }) => phase);
}

function argsOf(value: Json | undefined): { args: Extract<Draft, { type: 'tool.call' }>['args']; argsText?: string } {
  if (isJsonObject(value)) return { args: value };
  if (value == null || value === '') return { args: null };
  return { args: null, argsText: typeof value === 'string' ? value : JSON.stringify(value) };
}
