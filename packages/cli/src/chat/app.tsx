import type { OpenQuestion } from '@polywire/client';
import { nodeWebSocket } from '@polywire/client/node';
import { useConversation } from '@polywire/client/react';
import { canResume, dialectNamed, isBusy, readDecision, type Turn } from '@polywire/protocol';
import { Box, Static, Text, useApp, useInput, useStdout } from 'ink';
import { type ReactNode, useState } from 'react';
import type { Language } from '../contract.ts';
import { sentenceOf } from '../errors.ts';
import type { Colours } from '../terminal/colours.ts';
import { safe } from '../terminal/safe.ts';
import { cut } from '../terminal/width.ts';
import { type Situation, slashCommands, type Whereabouts } from './commands.ts';
import { LineInput } from './line-input.tsx';
import type { Look } from './part-view.tsx';
import { StatusLine } from './status-line.tsx';
import { TurnView } from './turn-view.tsx';
import { words as allWords } from './words.ts';

interface ChatProps {
  readonly start: Whereabouts;
  readonly language: Language;
  readonly colours: Colours;
}

/** The whole chat. Another server, dialect or session is another conversation, on a screen of its own. */
export function Chat({ start, language, colours }: ChatProps): ReactNode {
  const [where, go] = useState(start);
  const [held, hold] = useState<Listed>({ url: start.target.url, ids: [] });
  const { target, dialect, session, begun } = where;
  const { url } = target;
  return (
    <Talk
      key={`${url} ${dialect} ${session} ${begun}`}
      where={where}
      go={go}
      listed={held.url === url ? held.ids : []}
      list={(ids) => hold({ url, ids })}
      language={language}
      colours={colours}
    />
  );
}

/** Sessions are those of one server. */
interface Listed {
  readonly url: string;
  readonly ids: readonly string[];
}

interface TalkProps extends Omit<ChatProps, 'start'>, Pick<Situation, 'where' | 'listed' | 'go' | 'list'> {}

function Talk({ where, listed, go, list, language, colours }: TalkProps): ReactNode {
  const { exit } = useApp();
  const { stdout } = useStdout();
  const [notice, say] = useState('');
  const [showsThoughts, showThoughts] = useState(false);
  const { target, dialect, session, agent, model } = where;
  const { view, conversation } = useConversation({
    url: target.url,
    dialect: dialectNamed(dialect),
    webSocket: nodeWebSocket,
    locale: language,
    ...(target.token !== undefined && { token: target.token }),
    ...(session !== undefined && { session }),
  });
  const words = allWords[language];
  const look: Look = { colours, language, words, showsThoughts, width: stdout.columns ?? 80 };
  const turns = [...view.conversation.turns];
  const isOver = (turn: Turn) => turn.endSeq !== undefined;
  // What has scrolled by is written once; only what still changes is drawn again.
  const settled = turns.slice(0, firstOpen(turns, isOver));
  const { question } = view;

  function attempt(work: Promise<unknown> | undefined): void {
    work?.catch((error: unknown) => say(sentenceOf(error, language)));
  }

  function submit(text: string): void {
    say('');
    const [, name, given = ''] = /^\/(\w+)\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined) {
      if (question) return answer(question, text);
      return attempt(
        conversation.send(text, { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) }),
      );
    }
    const command = slashCommands[name];
    if (!command) return say(words.unknown(`/${name}`));
    const situation: Situation = { where, view, conversation, words, listed, go, list, say, quit: exit };
    attempt((async () => command(situation, given.trim()))());
  }

  /** What is unclear is no yes: a call is asked about again, and a plan is to be made otherwise. */
  function answer({ inputId, kind }: OpenQuestion, text: string): void {
    const decision = kind === 'text' ? 'unclear' : readDecision(text);
    if (decision !== 'unclear') return attempt(conversation.answer(inputId, { outcome: decision }));
    if (kind === 'approval') return say(words.unclear);
    attempt(conversation.answer(inputId, { text }));
  }

  useInput((input, key) => {
    if (key.escape) attempt(isBusy(view.conversation) ? conversation.stop() : undefined);
    if (key.ctrl && input === 'p') attempt(canResume(view.conversation) ? conversation.resume() : conversation.pause());
    if (key.ctrl && input === 't') showThoughts(!showsThoughts);
    if (key.ctrl && (input === 'c' || input === 'd')) exit();
  });

  return (
    <Box flexDirection="column">
      <Static items={settled}>{(turn) => <TurnView key={turn.seq} turn={turn} look={look} />}</Static>
      {turns.slice(settled.length).map((turn) => (
        <TurnView key={turn.seq} turn={turn} look={look} />
      ))}
      {view.sending.map(({ ref, text }) => (
        <Text key={ref} dimColor>{`${words.you}: ${cut(text, look.width - 20)} ${words.sent}`}</Text>
      ))}
      {view.gap && <Text color="yellow">{words.gap}</Text>}
      {notice !== '' && <Text color="yellow">{safe(notice)}</Text>}
      {question && <Text color="yellow">{words.asks[question.kind]}</Text>}
      <StatusLine where={where} view={view} language={language} />
      <LineInput placeholder={words.placeholder} onSubmit={submit} />
    </Box>
  );
}

function firstOpen(turns: readonly Turn[], isOver: (turn: Turn) => boolean): number {
  const open = turns.findIndex((turn) => !isOver(turn));
  return open < 0 ? turns.length : open;
}
