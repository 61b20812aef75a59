import {
  emptyConversation,
  fold,
  openQuestion,
  type PlanStep,
  type RunEvent,
  type RunStatus,
} from '@polywire/protocol';
import type { ConversationView, ReadPlace } from './contract.ts';
import type { ClientError } from './errors.ts';
import { EventQueue } from './event-queue.ts';
import { Notifier } from './notifier.ts';

/** Before anything happened. */
export const emptyView: ConversationView = {
  connection: 'connecting',
  session: undefined,
  conversation: emptyConversation,
  status: undefined,
  question: undefined,
  sending: [],
  gap: undefined,
  error: undefined,
  cursor: undefined,
  localOnly: [],
};

/** What is shown, and who is told when it changes. */
export class Store {
  readonly #notifier = new Notifier();
  readonly #queues = new Set<EventQueue>();
  readonly #inputTimeoutMs: number | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #view = emptyView;

  constructor(inputTimeoutMs: number | undefined) {
    this.#inputTimeoutMs = inputTimeoutMs;
  }

  get view(): ConversationView {
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    return this.#notifier.subscribe(listener);
  }

  read(): EventQueue {
    const queue = new EventQueue((left) => this.#queues.delete(left));
    if (this.#isOver) queue.close();
    else this.#queues.add(queue);
    return queue;
  }

  set(change: Partial<ConversationView>): void {
    this.#view = { ...this.#view, ...change };
    this.#notifier.changed();
  }

  apply(event: RunEvent, place: ReadPlace | undefined): void {
    const conversation = fold(this.#view.conversation, event);
    this.#view = { ...this.#view, conversation, status: statusAfter(event) ?? this.#view.status };
    if (changesQuestion.has(event.type)) this.#question(event);
    for (const queue of this.#queues) queue.push(event, place);
    this.#notifier.changed();
  }

  editPlan(steps: readonly PlanStep[]): void {
    const { question } = this.#view;
    if (question) this.set({ question: { ...question, editedPlan: steps } });
  }

  /** The server has no more use for an answer. */
  clearInputTimer(): void {
    clearTimeout(this.#overdue);
    this.#overdue = undefined;
  }

  mute(isMuted: boolean): void {
    this.#notifier.mute(isMuted);
    if (!isMuted) this.#notifier.changed();
  }

  /** Nothing more comes, unless something is done about it: whoever reads is told why. */
  interrupt(error: ClientError): void {
    for (const queue of [...this.#queues]) queue.close(error);
  }

  close(): void {
    this.#isOver = true;
    this.clearInputTimer();
    for (const queue of [...this.#queues]) queue.close();
  }

  #question(event: RunEvent): void {
    const open = openQuestion(this.#view.conversation);
    // A request for input begins anew even where it names the same question: what was edited for the last is gone.
    const isNew = event.type === 'input.requested' || open?.inputId !== this.#view.question?.inputId;
    if (!isNew) return;
    this.clearInputTimer();
    if (!open) return this.set({ question: undefined });
    const { inputId, asks: kind } = open;
    this.set({ question: { inputId, kind, since: event.at, isOverdue: false, editedPlan: [] } });
    if (this.#inputTimeoutMs === undefined) return;
    this.#overdue = setTimeout(() => {
      const { question } = this.#view;
      if (question) this.set({ question: { ...question, isOverdue: true } });
    }, this.#inputTimeoutMs);
  }
}

const changesQuestion: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'input.requested',
  'input.resolved',
  'run.started',
  'run.finished',
  'history.rewound',
]);

function statusAfter(event: RunEvent): RunStatus | undefined {
  if (event.type === 'run.started') return 'active';
  return event.type === 'run.status' || event.type === 'run.finished' ? event.status : undefined;
}
