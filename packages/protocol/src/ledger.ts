import type { Draft, RunStatus } from './events.ts';

type Input = Extract<Draft, { type: 'input.requested' }>;
type CallPhase = 'arguments' | 'called' | 'started';

/** What is open at a point of a session's events. Shared by `verify`, `Legaliser` and the encoders. */
export class Ledger {
  run: { id: string | undefined; status: RunStatus } | undefined;
  /** Open messages; true while their reasoning is open. */
  readonly messages = new Map<string, { reasoning: boolean }>();
  readonly calls = new Map<string, { name: string; phase: CallPhase; messageId: string | undefined }>();
  readonly nodes = new Map<string, { name: string; nodeRun: string | undefined }>();
  /** Open questions, oldest first. */
  readonly inputs = new Map<string, Input>();

  get oldestInput(): Input | undefined {
    return this.inputs.values().next().value;
  }

  note(draft: Draft): void {
    switch (draft.type) {
      case 'run.started':
        this.#reset();
        this.run = { id: draft.runId, status: 'active' };
        break;
      case 'run.status':
        if (this.run) this.run.status = draft.status;
        break;
      case 'run.finished':
        this.#reset();
        this.run = undefined;
        break;
      case 'message.started':
        this.messages.set(draft.messageId, { reasoning: false });
        break;
      case 'message.completed':
        this.messages.delete(draft.messageId);
        break;
      case 'reasoning.delta':
      case 'reasoning.done': {
        const message = this.messages.get(draft.messageId);
        if (message) message.reasoning = draft.type === 'reasoning.delta';
        break;
      }
      case 'tool.args': {
        if (!this.calls.has(draft.callId)) {
          this.calls.set(draft.callId, { name: draft.name ?? '', phase: 'arguments', messageId: undefined });
        }
        break;
      }
      case 'tool.call':
        this.calls.set(draft.callId, { name: draft.name, phase: 'called', messageId: draft.messageId });
        break;
      case 'tool.started': {
        const call = this.calls.get(draft.callId);
        if (call) call.phase = 'started';
        break;
      }
      case 'tool.finished':
        this.calls.delete(draft.callId);
        break;
      case 'input.requested':
        this.inputs.set(draft.inputId, draft);
        break;
      case 'input.resolved':
        this.inputs.delete(draft.inputId);
        break;
      case 'node.entered':
        this.nodes.set(nodeKey(draft), { name: draft.name, nodeRun: draft.nodeRun });
        break;
      case 'node.exited':
        this.nodes.delete(nodeKey(draft));
        break;
    }
  }

  #reset(): void {
    this.messages.clear();
    this.calls.clear();
    this.nodes.clear();
    this.inputs.clear();
  }
}

export function nodeKey(draft: { name: string; nodeRun?: string | undefined }): string {
  return draft.nodeRun ?? draft.name;
}
