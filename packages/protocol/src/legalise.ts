import type { Draft, DraftOf, FinalStatus } from './events.ts';
import { Ledger } from './ledger.ts';
import { begins, offence, sessionEvents } from './verify.ts';

/**
 * Foreign wires leave out what ours says (a message's start, a tool's start, the closing of what is open). This adds the
 * missing drafts, so that whatever a decoder reads becomes a legal sequence.
 */
export class Legaliser {
  readonly ledger = new Ledger();
  #runs = 0;
  #made = 0;
  /** The last run that got its id here. */
  #unnamed: string | undefined;

  /** `draft`, preceded by what must come first. A draft that cannot be made legal is left out and said in `refused`. */
  push(draft: Draft): { drafts: Draft[]; refused?: string } {
    const drafts: Draft[] = [];
    if (draft.type !== 'run.started' && !this.ledger.run && !sessionEvents.has(draft.type)) {
      this.#note(drafts, { type: 'run.started', runId: draft.runId ?? this.#nextRunId() });
    }
    const inRun = this.#withRun(draft);
    const elsewhere = this.#elsewhere(inRun);
    if (elsewhere) return { drafts, refused: elsewhere };
    for (const missing of this.#preceding(inRun)) this.#addMissing(drafts, missing);
    if (this.#isWaitedFor(inRun)) this.#note(drafts, goesOn(inRun));
    const refused = offence(this.ledger, inRun);
    if (refused) return { drafts, refused };
    this.#note(drafts, inRun);
    return { drafts };
  }

  /** A deterministic id for something the wire does not name: `<run>.m1`. */
  nextId(kind: string): string {
    this.#made += 1;
    return `${this.ledger.run?.id ?? `~r${this.#runs + 1}`}.${kind}${this.#made}`;
  }

  #nextRunId(): string {
    this.#runs += 1;
    this.#unnamed = `~r${this.#runs}`;
    return this.#unnamed;
  }

  #withRun(draft: Draft): Draft {
    if (draft.type === 'run.started') return draft.runId === undefined ? inRun(draft, this.#nextRunId()) : draft;
    const id = this.ledger.run?.id;
    // Who joins in the middle of a run may learn its id only from a later draft: it is the same run.
    const joins = draft.runId === undefined || id === this.#unnamed;
    return joins && id !== undefined ? inRun(draft, id) : draft;
  }

  /** Nothing may be added for the sake of a draft that belongs to another run than the open one. */
  #elsewhere(draft: Draft): string | undefined {
    const open = this.ledger.run?.id;
    return draft.type !== 'run.started' && open !== undefined && draft.runId !== open
      ? offence(this.ledger, draft)
      : undefined;
  }

  #addMissing(drafts: Draft[], missing: Draft): void {
    if (this.#isWaitedFor(missing)) this.#note(drafts, goesOn(missing));
    this.#note(drafts, missing);
  }

  /** Does the run have to go on first? */
  #isWaitedFor(draft: Draft): boolean {
    return this.ledger.run?.status === 'awaiting_input' && begins.has(draft.type);
  }

  #note(drafts: Draft[], draft: Draft): void {
    if (draft.type === 'run.started') this.#made = 0;
    this.ledger.note(draft);
    drafts.push(draft);
  }

  #preceding(draft: Draft): Draft[] {
    const run = { ...(draft.runId === undefined ? {} : { runId: draft.runId }) };
    switch (draft.type) {
      case 'run.started': {
        const open = this.ledger.run;
        if (!open) return [];
        const old = open.id === undefined ? {} : { runId: open.id };
        return [...this.#closeAll(old, { status: 'complete' }), { type: 'run.finished', status: 'complete', ...old }];
      }
      case 'run.finished':
        return this.#closeAll(run, draft);
      case 'run.status':
        return draft.status === 'awaiting_input' ? this.#closeMessages(run) : [];
      case 'text.delta':
      case 'reasoning.delta':
      case 'reasoning.done':
        return this.ledger.messages.has(draft.messageId)
          ? []
          : [{ type: 'message.started', messageId: draft.messageId, role: 'assistant', ...run }];
      case 'message.completed':
        return this.ledger.messages.get(draft.messageId)?.reasoning
          ? [{ type: 'reasoning.done', messageId: draft.messageId, ...run }]
          : [];
      case 'tool.started':
        return this.#beforeStart(draft, run);
      case 'tool.output':
        return this.#started(draft.callId) ? [] : this.#start(draft, run);
      case 'tool.finished':
        if (this.#started(draft.callId)) return [];
        if (draft.outcome === 'denied' || draft.outcome === 'unknown') return this.#call(draft, run);
        return this.#start(draft, run);
      default:
        return [];
    }
  }

  #started(callId: string): boolean {
    return this.ledger.calls.get(callId)?.phase === 'started';
  }

  #call(of: { callId: string; name: string }, run: { runId?: string }): Draft[] {
    const phase = this.ledger.calls.get(of.callId)?.phase;
    if (phase === 'called' || phase === 'started') return [];
    return [{ type: 'tool.call', callId: of.callId, name: of.name, args: null, ...run }];
  }

  #beforeStart(of: { callId: string; name: string }, run: { runId?: string }): Draft[] {
    const messageId = this.ledger.calls.get(of.callId)?.messageId;
    return [...this.#call(of, run), ...(messageId === undefined ? [] : this.#closeMessage(messageId, run))];
  }

  #start(of: { callId: string; name: string }, run: { runId?: string }): Draft[] {
    return [...this.#beforeStart(of, run), { type: 'tool.started', callId: of.callId, name: of.name, ...run }];
  }

  #closeMessage(messageId: string, run: { runId?: string }, interrupted = false): Draft[] {
    const open = this.ledger.messages.get(messageId);
    if (!open) return [];
    const completed: DraftOf<'message.completed'> = {
      type: 'message.completed',
      messageId,
      ...(interrupted && { interrupted }),
      ...run,
    };
    return open.reasoning ? [{ type: 'reasoning.done', messageId, ...run }, completed] : [completed];
  }

  #closeMessages(run: { runId?: string }, interrupted = false): Draft[] {
    return [...this.ledger.messages.keys()].flatMap((messageId) => this.#closeMessage(messageId, run, interrupted));
  }

  #closeAll(run: { runId?: string }, end: Pick<DraftOf<'run.finished'>, 'status' | 'reason'>): Draft[] {
    const drafts = this.#closeMessages(run, end.status !== 'complete');
    for (const [callId, call] of this.ledger.calls) {
      drafts.push(...(call.phase === 'arguments' ? this.#call({ callId, name: call.name }, run) : []));
      drafts.push({ type: 'tool.finished', callId, name: call.name, outcome: 'unknown', result: null, ...run });
    }
    for (const inputId of this.ledger.inputs.keys()) {
      drafts.push({ type: 'input.resolved', inputId, outcome: 'cancelled', ...run });
    }
    const error = failed.has(end.status) ? { error: end.reason ?? end.status } : {};
    for (const { name, nodeRun } of [...this.ledger.nodes.values()].reverse()) {
      drafts.push({ type: 'node.exited', name, ...(nodeRun === undefined ? {} : { nodeRun }), ...error, ...run });
    }
    return drafts;
  }
}

/** What was under way when a run ended like this did not end well either. */
const failed: ReadonlySet<FinalStatus> = new Set<FinalStatus>(['error', 'timed_out']);

function goesOn({ runId }: Draft): Draft {
  return { type: 'run.status', status: 'active', ...(runId === undefined ? {} : { runId }) };
}

/** Assigned rather than spread, for the reason given at `stampDraft`. */
function inRun(draft: Draft, runId: string): Draft {
  return Object.assign({}, draft, { runId });
}
