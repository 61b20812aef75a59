import { Frames } from '../../codec/frames.ts';
import { say, words } from '../../codec/say.ts';
import { wholeUrl } from '../../codec/whole-url.ts';
import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import type { EventOf, EventType, MessageRole, RunEvent } from '../../events.ts';
import type { Json } from '../../json.ts';
import { Ledger } from '../../ledger.ts';
import { ending } from './ending.ts';
import { writePlan, writeStepExecution } from './plan.ts';
import { question } from './question.ts';
import { chunk, chunkPrefix, type Metadata, message, ORCHESTRATOR, type Said, system } from './write.ts';

export function encoder(stream: StreamInfo): Encoder {
  return new MagenticEncoder(stream);
}

interface OpenMessage {
  readonly source: string;
  readonly role: MessageRole;
  /** What comes before the text of every chunk. */
  readonly prefix: string;
  readonly thoughtPrefix: string;
  text: string;
  reasoning: string;
}

/** What the page has no use for: how the server works, and what other frames show. */
const unshown: ReadonlySet<EventType> = new Set<EventType>([
  'message.accepted',
  'history.rewound',
  'input.requested',
  'node.entered',
  'node.exited',
  'state.snapshot',
  'state.update',
  'checkpoint',
  'custom',
  'foreign',
]);

type Handlers = { [T in EventType]?: (event: EventOf<T>, out: Frames) => void };

class MagenticEncoder implements Encoder {
  readonly #stream: StreamInfo;
  readonly #ledger = new Ledger();
  readonly #open = new Map<string, OpenMessage>();
  /** The question that the page shows. */
  #asked: string | undefined;
  /** All questions that it showed in this run. */
  readonly #put = new Set<string>();
  #answer = '';
  /** The page folds away what came after a step when the final answer comes. */
  #isFolded = false;
  #hasSteps = false;
  #failure: string | undefined;
  #tokens = 0;

  constructor(stream: StreamInfo) {
    this.#stream = stream;
  }

  push(event: RunEvent): readonly EncodedFrame[] {
    if (event.type === 'text.delta') return this.#text(event);
    const out = new Frames(event);
    const handler = this.#handlers[event.type] as ((event: RunEvent, out: Frames) => void) | undefined;
    if (handler) handler(event, out);
    else if (unshown.has(event.type)) this.#silence(out);
    else this.#words(event, out);
    this.#ledger.note(event);
    this.#ask(event, out);
    return out.list;
  }

  preview(): readonly [] {
    return [];
  }

  #text({ seq, messageId, delta }: EventOf<'text.delta'>): readonly EncodedFrame[] {
    const open = this.#message(messageId);
    open.text += delta;
    return [{ data: `${open.prefix}${JSON.stringify(delta)}}}`, seq, sub: 0 }];
  }

  readonly #handlers: Handlers = {
    'run.started': (event, out) => {
      this.#reset();
      const { runId, input, ref, agentKind, model, at } = event;
      const start = { turn: runId, echo: input !== undefined, ref, agent_kind: agentKind, model };
      out.own(system('active', at, { start }));
      if (input !== undefined) out.own(message(event, { source: 'user', content: input, metadata: { type: 'task' } }));
    },
    'run.status': (event, out) => {
      const { status, reason, at } = event;
      this.#asked = undefined;
      if (status === 'awaiting_input') this.#prompt(event, out);
      out.own(system(status, at, { reason }));
    },
    'run.finished': (event, out) => {
      const { before, last } = ending(event, {
        answer: this.#answer,
        isAnswerFolded: this.#isFolded,
        failure: this.#failure,
        tokens: this.#tokens,
        locale: this.#stream.locale,
      });
      if (before !== undefined) out.own(before);
      out.own(last, { endsTurn: true });
      this.#reset();
    },

    'message.started': ({ messageId, role, name, agent }, out) => {
      const { source } = this.#begin(messageId, role, sourceOf(role, agent, name));
      out.own(chunk(source, { type: 'start', message_id: messageId, role, name }, ''));
    },
    'message.completed': (event, out) => {
      const { messageId, interrupted } = event;
      const { source, role, text } = this.#message(messageId);
      this.#open.delete(messageId);
      const metadata = { message_id: messageId, interrupted: interrupted === undefined ? undefined : `${interrupted}` };
      if (text === '') {
        out.own(chunk(source, { type: 'end', ...metadata }, ''));
        return;
      }
      if (role === 'assistant') {
        this.#answer = text;
        this.#isFolded = this.#hasSteps;
      }
      out.own(message(event, { source, content: text, metadata }));
    },
    'text.replaced': (event, out) => {
      const open = this.#open.get(event.messageId);
      if (!open) return this.#words(event, out);
      open.text = event.text;
      out.own(chunk(open.source, { type: 'replace', message_id: event.messageId }, event.text));
    },
    'reasoning.delta': ({ messageId, delta }, out) => {
      const open = this.#message(messageId);
      open.reasoning += delta;
      out.own(`${open.thoughtPrefix}${JSON.stringify(delta)}}}`);
    },
    'reasoning.done': (event, out) => {
      const open = this.#message(event.messageId);
      const content = open.reasoning;
      open.reasoning = '';
      const { source } = open;
      if (content === '') out.own(chunk(source, { type: 'reasoning_end', message_id: event.messageId }, ''));
      else out.own(message(event, { source, content, metadata: { type: 'reasoning', message_id: event.messageId } }));
    },

    'tool.args': ({ callId, name, delta, agent }, out) => {
      out.own(chunk(sourceOf('assistant', agent), { type: 'tool_args', call_id: callId, name }, delta));
    },
    'tool.call': (event, out) => {
      const { callId, name, args, argsText, messageId, agent } = event;
      // The page breaks on arguments that are no JSON: what the model wrote instead goes as a JSON text.
      const written = JSON.stringify(args ?? argsText ?? null);
      const metadata = { message_id: messageId, args_text: args === null ? undefined : argsText };
      const content = [{ id: callId, name, arguments: written }];
      out.own(
        message(event, { source: sourceOf('assistant', agent), type: 'ToolCallRequestEvent', content, metadata }),
      );
    },
    'tool.started': ({ callId, name, agent }, out) => {
      out.own(chunk(sourceOf('assistant', agent), { type: 'tool_start', call_id: callId, name }, ''));
    },
    'tool.output': ({ callId, name, text, agent }, out) => {
      out.own(chunk(sourceOf('assistant', agent), { type: 'tool_output', call_id: callId, name }, text));
    },
    'tool.finished': (event, out) => {
      const { callId, name, outcome, result, messageId, agent } = event;
      const content = [{ call_id: callId, name, content: this.#resultText(event), is_error: outcome !== 'ok' }];
      const metadata = { message_id: messageId, outcome, result: formOf(result) };
      out.own(
        message(event, { source: sourceOf('assistant', agent), type: 'ToolCallExecutionEvent', content, metadata }),
      );
    },

    'input.resolved': (event, out) => {
      const { inputId, outcome, text, args, by, ref } = event;
      const metadata: Metadata = {
        type: 'answer',
        input_id: inputId,
        outcome,
        args: args && JSON.stringify(args),
        by,
        ref,
      };
      // Who never saw the question is not shown its answer either.
      if (text === undefined || !this.#put.has(inputId)) {
        out.own(chunk('user_proxy', { ...metadata, text: text === undefined ? undefined : 'true' }, text ?? ''));
        return;
      }
      if (this.#ledger.run?.status === 'awaiting_input') out.own(system('active', event.at, { implied: true }));
      out.own(message(event, { source: 'user_proxy', content: text, metadata }));
    },

    'plan.proposed': (event, out) => {
      out.own(message(event, orchestrated(event, 'plan_message', writePlan(event), { plan_id: event.planId })));
    },
    'plan.edited': (event, out) => {
      const metadata = { plan_id: event.planId, edited: 'true', by: event.by };
      out.own(message(event, orchestrated(event, 'plan_message', writePlan(event), metadata)));
    },
    'plan.step': (event, out) => {
      this.#hasSteps = true;
      const said = orchestrated(event, 'step_execution', writeStepExecution(event), { plan_id: event.planId });
      out.own(message(event, said));
    },
    image: (event, out) => {
      const { imageId, alt, mediaType, agent } = event;
      const url = wholeUrl(event.url, this.#stream);
      const content: Json[] = [alt ?? '', alt === undefined ? { url } : { url, alt }];
      const metadata = { image_id: imageId, media_type: mediaType };
      const source = sourceOf('assistant', agent);
      const said = message(event, { source, type: 'MultiModalMessage', content, metadata });
      if (url === event.url) out.own(said);
      else out.standIn(said);
    },
    notice: (event, out) => {
      const type = event.of === 'replanning' ? 'replanning' : 'notice';
      out.own(message(event, orchestrated(event, type, event.text, { of: event.of })));
    },
    error: (event, out) => {
      if (event.fatal) this.#failure = event.message;
      this.#words(event, out);
    },

    usage: ({ total }, out) => {
      this.#tokens += total;
      this.#silence(out);
    },
  };

  #reset(): void {
    this.#open.clear();
    this.#put.clear();
    this.#asked = undefined;
    this.#answer = '';
    this.#isFolded = false;
    this.#hasSteps = false;
    this.#failure = undefined;
    this.#tokens = 0;
  }

  #begin(messageId: string, role: MessageRole, source: string): OpenMessage {
    const prefix = chunkPrefix(source, { type: 'text', message_id: messageId });
    const thoughtPrefix = chunkPrefix(source, { type: 'reasoning', message_id: messageId });
    const open = { source, role, prefix, thoughtPrefix, text: '', reasoning: '' };
    this.#open.set(messageId, open);
    return open;
  }

  #message(messageId: string): OpenMessage {
    return this.#open.get(messageId) ?? this.#begin(messageId, 'assistant', sourceOf('assistant'));
  }

  /** The page asks one question at a time: the oldest, whenever the run begins to wait and after each answer. */
  #ask(event: RunEvent, out: Frames): void {
    const oldest = this.#ledger.oldestInput;
    if (this.#ledger.run?.status !== 'awaiting_input' || !oldest || oldest.inputId === this.#asked) return;
    if (event.type !== 'run.status') this.#prompt(event, out);
    this.#asked = oldest.inputId;
    this.#put.add(oldest.inputId);
    out.own(question(oldest, event.at, this.#stream));
  }

  /** The page shows what an approval is for, but of a question only that there is one: its words go before it, once. */
  #prompt(event: RunEvent, out: Frames): void {
    const { kind, inputId, prompt = '' } = this.#ledger.oldestInput ?? {};
    if (kind !== 'text' || inputId === undefined || this.#put.has(inputId)) return;
    if (prompt === '' || prompt === this.#answer) return;
    out.standIn(message(event, orchestrated(event, 'question', prompt, {})), null);
  }

  /** What the wire has no form for, as words of the orchestrator. */
  #words(event: RunEvent, out: Frames): void {
    const text = say(event, this.#stream);
    if (!text) return this.#silence(out);
    out.standIn(message(event, orchestrated(event, event.type, text, { of: event.type })));
  }

  /** Nothing for the page to show: a frame it ignores brings the event to those who can read it. */
  #silence(out: Frames): void {
    out.standIn(chunk('system', { type: 'event' }, ''));
  }

  #resultText({ result, outcome }: EventOf<'tool.finished'>): string {
    if (typeof result === 'string') return result;
    if (result !== null) return JSON.stringify(result);
    const { toolFailed, toolDenied, toolUnknown } = words[this.#stream.locale];
    return { ok: 'null', error: toolFailed, denied: toolDenied, unknown: toolUnknown }[outcome];
  }
}

function orchestrated({ agent }: RunEvent, type: string, content: string, metadata: Metadata): Said {
  return { source: ORCHESTRATOR, content, metadata: { type, agent_name: agent ?? ORCHESTRATOR, ...metadata } };
}

/** The page tells its user's messages by their source. */
function sourceOf(role: MessageRole, agent?: string, name?: string): string {
  if (role === 'user') return agent === 'user_proxy' ? agent : 'user';
  return role === 'system' ? 'system' : (agent ?? name ?? 'assistant');
}

/** A result that is no text is told apart from the text it is shown as. */
function formOf(result: Json): string | undefined {
  if (typeof result === 'string') return undefined;
  return result === null ? 'null' : 'json';
}
