import type { Conversation, ConversationView } from '@polywire/client';
import type { PartOf } from '@polywire/protocol';
import { dialects } from '@polywire/protocol';
import { requestJson } from '../server/http.ts';
import { movedTo, type Target } from '../server/target.ts';
import { cut } from '../terminal/width.ts';
import type { Words } from './words.ts';

/** Where the chat is: any change begins another conversation. */
export interface Whereabouts {
  readonly target: Target;
  readonly dialect: string;
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly model: string | undefined;
  /** How often a new session was begun: what has no name yet is told apart by it. */
  readonly begun: number;
}

export interface Situation {
  readonly where: Whereabouts;
  readonly view: ConversationView;
  readonly conversation: Conversation;
  readonly words: Words;
  /** The sessions that were listed last, for /open 1. */
  readonly listed: readonly string[];
  go(where: Whereabouts): void;
  list(ids: readonly string[]): void;
  say(text: string): void;
  quit(): void;
}

type SlashCommand = (situation: Situation, given: string) => Promise<void> | void;

/** What can be typed with a slash in front. */
export const slashCommands: Readonly<Record<string, SlashCommand>> = {
  help: ({ say, words }) => say(words.help.join('\n')),
  new: ({ go, where }) => go({ ...where, session: undefined, begun: where.begun + 1 }),
  open: ({ go, where, listed, say, words }, given) => {
    // Where nothing was listed a number may be an id: some dialects have such.
    const isPlace = listed.length > 0 && /^\d+$/.test(given);
    const session = isPlace ? listed[Number(given) - 1] : given;
    if (session === undefined) say(words.unknown(given));
    else go({ ...where, session });
  },
  agent: ({ go, where }, given) => go({ ...where, agent: given === '' ? undefined : given }),
  model: ({ go, where }, given) => go({ ...where, model: given === '' ? undefined : given }),
  server: ({ go, where }, given) => go({ ...where, target: movedTo(where.target, given), session: undefined }),
  dialect: ({ go, where, say, words }, given) => {
    if (dialects.some(({ name }) => name === given)) go({ ...where, dialect: given, session: undefined });
    else say(`${words.unknown(given)}\n${dialects.map(({ name }) => name).join(', ')}`);
  },
  pause: ({ conversation }) => conversation.pause(),
  resume: ({ conversation }) => conversation.resume(),
  stop: ({ conversation }) => conversation.stop(),
  quit: ({ quit }) => quit(),
  async sessions({ where, say, list, words }) {
    const { sessions } = await requestJson<{ sessions: { id: string; title: string }[] }>(
      where.target,
      'GET /v1/sessions?limit=20',
    );
    list(sessions.map(({ id }) => id));
    const lines = sessions.map(({ id, title }, i) => `${String(i + 1).padStart(2)}  ${id}  ${cut(title, 50)}`);
    say(lines.length === 0 ? words.noSessions : lines.join('\n'));
  },
  async todo({ view, conversation, say, words }, given) {
    const list = lastTodo(view);
    const item = list?.items[Number(given) - 1];
    if (!list || !item) return say(words.unknown(given));
    await conversation.toggleTodo(list.listId, item.id, item.status === 'completed' ? 'pending' : 'completed');
  },
};

function lastTodo({ conversation }: ConversationView): PartOf<'todo'> | undefined {
  const parts = [...conversation.turns].flatMap((turn) => [...turn.parts]);
  return parts.filter((part) => part.kind === 'todo').at(-1);
}
