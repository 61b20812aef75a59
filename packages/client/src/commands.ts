import type { Command, CommandOf, DraftOf, Json, openQuestion, PlanStep, TodoStatus } from '@polywire/protocol';
import { isJsonObject } from '@polywire/protocol';
import type {
  AnswerGiven,
  CommandOptions,
  Conversation,
  ConversationView,
  EventReader,
  SendOptions,
  Sent,
} from './contract.ts';
import { ClientError } from './errors.ts';
import { newId } from './new-id.ts';
import type { Plan } from './plan.ts';
import type { Store } from './store.ts';

/** What people do, as commands; what the wire cannot say is refused or stays here, as its table tells. */
export abstract class Commands implements Conversation {
  readonly #plan: Plan;
  readonly #store: Store;

  constructor(plan: Plan, store: Store) {
    this.#plan = plan;
    this.#store = store;
  }

  abstract readonly ready: Promise<void>;
  abstract getState(): ConversationView;
  abstract subscribe(listener: () => void): () => void;
  abstract [Symbol.asyncIterator](): EventReader;
  abstract setVisible(visible: boolean): void;
  abstract close(): void;
  protected abstract perform(command: Command, signal: AbortSignal | undefined): Promise<Json>;
  protected abstract addLocal(draft: DraftOf<'todo.item'>): void;
  protected abstract serverSeq(seq: number): number;

  async send(text: string, options: SendOptions = {}): Promise<Sent> {
    const { signal, files, ref = newId(), ...rest } = options;
    const seen = this.#seen;
    const command: CommandOf<'message.send'> = {
      type: 'message.send',
      text,
      ref,
      ...rest,
      ...(files && { files: [...files] }),
      ...(seen !== undefined && { seen }),
    };
    const value = await this.perform(command, signal);
    const told = isJsonObject(value) ? value : {};
    const runId = typeof told.runId === 'string' ? told.runId : typeof told.id === 'string' ? told.id : undefined;
    return { ref, ...(runId !== undefined && { runId }), ...(told.queued === true && { queued: true }) };
  }

  async answer(inputId: string, { outcome, text, args, steps, signal }: AnswerGiven): Promise<void> {
    const { question } = this.#store.view;
    const edited = question?.inputId === inputId && question.editedPlan.length > 0 ? question.editedPlan : undefined;
    const plan = steps ?? edited;
    if (this.#isAnsweredByMessage(inputId)) {
      if (args) throw this.#cannotSay('args');
      if (plan) await this.#editBefore(inputId, plan, signal);
      await this.#untilItWaits();
      await this.send(text ?? plainWords[outcome ?? 'reject'], signal ? { signal } : {});
      return;
    }
    const decision = outcome ?? (text === undefined && (args || plan) ? 'approve' : 'reply');
    await this.perform(
      {
        type: 'input.answer',
        inputId,
        decision,
        ...this.#aboutQuestion(inputId),
        ...(text !== undefined && { text }),
        ...(args && { args }),
        ...(plan && { steps: [...plan] }),
      },
      signal,
    );
  }

  async pause({ signal }: CommandOptions = {}): Promise<void> {
    await this.perform({ type: 'run.pause', ...this.#aboutRun() }, signal);
  }

  async resume({ signal }: CommandOptions = {}): Promise<void> {
    await this.perform({ type: 'run.resume', ...this.#aboutRun() }, signal);
  }

  async stop({ signal, reason }: CommandOptions & { reason?: string } = {}): Promise<void> {
    const why = reason === undefined ? {} : { reason };
    await this.perform({ type: 'run.stop', ...this.#aboutRun(), ...why }, signal);
  }

  async toggleTodo(listId: string, itemId: string, status: TodoStatus, { signal }: CommandOptions = {}): Promise<void> {
    if (this.#plan.dialect.traits.accepts['todo.set'].how !== 'dropped') {
      await this.perform({ type: 'todo.set', listId, itemId, status }, signal);
      return;
    }
    const found = this.#todo(listId, itemId);
    if (!found) {
      throw new ClientError(
        'INVALID',
        `There is no item ${itemId} in a list ${listId}. / 清单 ${listId} 中没有条目 ${itemId}。`,
      );
    }
    this.addLocal({ type: 'todo.item', listId, itemId, ...found, status, by: LOCAL });
    const others = this.#store.view.localOnly.filter((one) => one.listId !== listId || one.itemId !== itemId);
    const all = [...others, { type: 'todo.set' as const, listId, itemId, status }];
    this.#store.set({ localOnly: all.slice(-MAX_LOCAL) });
  }

  async editPlan(planId: string, steps: readonly PlanStep[], { signal }: CommandOptions = {}): Promise<void> {
    const { accepts } = this.#plan.dialect.traits;
    const goesWithAnswer = accepts['input.answer'].how === 'native' && this.#store.view.question !== undefined;
    if (accepts['plan.edit'].how === 'dropped' && goesWithAnswer) return this.#store.editPlan(steps);
    await this.perform({ type: 'plan.edit', planId, steps: [...steps] }, signal);
  }

  async rewind(toSeq: number, { signal }: CommandOptions = {}): Promise<void> {
    await this.perform({ type: 'history.rewind', toSeq: this.serverSeq(toSeq) }, signal);
  }

  /** The last place of the server's that was shown here: tells which questions the user has seen. */
  get #seen(): number | undefined {
    const [seq] = this.#store.view.cursor?.split('.') ?? [];
    return seq === undefined ? undefined : Number(seq);
  }

  #aboutRun(): { runId?: string } {
    const runId = this.#store.view.conversation.turns.last?.runId;
    // A name that was made up here means nothing to the server.
    return runId === undefined || runId.startsWith('~') ? {} : { runId };
  }

  /** Where a wire has no answers, the next message is one. */
  #isAnsweredByMessage(inputId: string): boolean {
    const { question } = this.#store.view;
    const kind = question?.inputId === inputId ? question.kind : undefined;
    return kind !== undefined && this.#plan.dialect.traits.answers[kind] === 'next-message';
  }

  /** A plain yes would accept the plan as it was: where the wire cannot say the other one, nothing is said. */
  async #editBefore(inputId: string, steps: readonly PlanStep[], signal: AbortSignal | undefined): Promise<void> {
    const planId = this.#questionPart(inputId)?.planId;
    if (planId === undefined || this.#plan.dialect.traits.accepts['plan.edit'].how === 'dropped')
      throw this.#cannotSay('steps');
    await this.perform({ type: 'plan.edit', planId, steps: [...steps] }, signal);
  }

  #cannotSay(what: string): ClientError {
    const { title } = this.#plan.dialect;
    return new ClientError(
      'UNSUPPORTED',
      `${title} has no word for ${what} with an answer. / ${title} 无法在回答中携带 ${what}。`,
    );
  }

  /** A message is an answer only once the server has said that it waits for one. */
  #untilItWaits(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#store.view.status !== 'awaiting_input' && Date.now() < latest) return;
        clearInterval(timer);
        resolve();
      };
      const latest = Date.now() + WAIT_MS;
      const timer = setInterval(look, 5);
      look();
    });
  }

  #aboutQuestion(inputId: string): { runId?: string; callId?: string } {
    const part = this.#questionPart(inputId);
    return part ? { ...this.#aboutRun(), ...(part.callId !== undefined && { callId: part.callId }) } : {};
  }

  #questionPart(inputId: string): QuestionPart | undefined {
    for (const part of this.#store.view.conversation.turns.last?.parts ?? []) {
      if (part.kind === 'question' && part.inputId === inputId) return part;
    }
    return undefined;
  }

  #todo(listId: string, itemId: string): { index: number; text: string } | undefined {
    for (const turn of this.#store.view.conversation.turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'todo' || part.listId !== listId) continue;
        const index = part.items.findIndex(({ id }) => id === itemId);
        const item = part.items[index];
        if (item) return { index, text: item.text };
      }
    }
    return undefined;
  }
}

type QuestionPart = NonNullable<ReturnType<typeof openQuestion>>;

/** What every server understands as a decision. */
const plainWords = { approve: 'yes', reject: 'no' } as const;
/** The word follows its question at once, if it comes at all. */
const WAIT_MS = 2_000;
/** Who changed what no server knows of. */
const LOCAL = 'local';
const MAX_LOCAL = 1_000;
