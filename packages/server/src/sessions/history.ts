import {
  type EventOf,
  type FileRef,
  isOnLine,
  type Rewind,
  type RunEvent,
  STEP_NS,
  stretchesOf,
} from '@polywire/protocol';
import { type PastTurn, SUMMARY_STEP, type Summary } from '../agents/contract.ts';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';

/** The turns of a session before an event, oldest first, without what rewinds took back. Read from the log alone. */
export async function readHistory(log: EventLog, session: string, before: number): Promise<readonly PastTurn[]> {
  const noted: Noted[] = [];
  const rewinds: Rewind[] = [];
  for await (const { first, lines } of portionsOf(log, session, { to: before - 1 })) {
    for (const [i, text] of lines.entries()) {
      if (!MAY_MATTER.test(text)) continue;
      const seq = first + i;
      const rewind = rewindIn(text);
      if (rewind) rewinds.push(rewind);
      else noted.push({ seq, text });
    }
  }
  const line = stretchesOf(rewinds, before - 1);
  return turnsOf(noted.filter(({ seq }) => isOnLine(line, seq)));
}

interface Noted {
  readonly seq: number;
  readonly text: string;
}

/** Lines that may matter: the others are not even parsed. */
const MAY_MATTER =
  /"(message\.accepted|message\.started|run\.started|run\.finished|text\.delta|text\.replaced|tool\.call|tool\.finished|history\.rewound|history\.summary)"/;

function rewindIn(text: string): Rewind | undefined {
  if (!text.includes('"history.rewound"')) return undefined;
  const event = JSON.parse(text) as RunEvent;
  // The words may also stand in what somebody said.
  return event.type === 'history.rewound' ? event : undefined;
}

function turnsOf(line: readonly Noted[]): PastTurn[] {
  const files = new Map<string, readonly FileRef[]>();
  const turns: PastTurn[] = [];
  let turn: Turn | undefined;
  for (const { text } of line) {
    const event = JSON.parse(text) as RunEvent;
    if (event.type === 'message.accepted') {
      if (event.ref !== undefined && event.files) files.set(event.ref, event.files);
    } else if (event.type === 'run.started') {
      if (turn) turns.push(turn.past());
      turn = new Turn(event, files.get(event.ref ?? '') ?? []);
    } else {
      turn?.note(event);
    }
  }
  if (turn) turns.push(turn.past());
  return turns;
}

/** One run as it is remembered. */
class Turn {
  readonly #input: string;
  readonly #files: readonly FileRef[];
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, PastTurn['calls'][number]>();
  readonly #ofUsers = new Set<string>();
  #answer: string | undefined;
  #summary: Summary | undefined;

  constructor({ input = '' }: EventOf<'run.started'>, files: readonly FileRef[]) {
    this.#input = input;
    this.#files = files;
  }

  note(event: RunEvent): void {
    switch (event.type) {
      case 'message.started':
        if (event.role !== 'assistant') this.#ofUsers.add(event.messageId);
        break;
      case 'text.delta':
        this.#texts.set(event.messageId, (this.#texts.get(event.messageId) ?? '') + event.delta);
        break;
      case 'text.replaced':
        this.#texts.set(event.messageId, event.text);
        break;
      case 'tool.call':
        this.#calls.set(event.callId, { name: event.name, args: event.args, result: null });
        break;
      case 'tool.finished': {
        const { args = null } = this.#calls.get(event.callId) ?? {};
        this.#calls.set(event.callId, { name: event.name, args, result: event.result });
        break;
      }
      case 'checkpoint':
        if (event.ns === STEP_NS && event.checkpointId === SUMMARY_STEP) this.#summary = event.state as never;
        break;
      case 'run.finished':
        this.#answer = event.text;
        break;
    }
  }

  past(): PastTurn {
    const said = [...this.#texts].filter(([id, text]) => !this.#ofUsers.has(id) && text.trim() !== '');
    const answer = this.#answer ?? said.at(-1)?.[1] ?? '';
    const calls = [...this.#calls.values()];
    const summary = this.#summary && { summary: this.#summary };
    return { input: this.#input, files: this.#files, answer, calls, ...summary };
  }
}
