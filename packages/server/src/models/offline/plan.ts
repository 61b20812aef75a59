import { abilities } from './abilities/index.ts';
import type { Both, Call, Done, Intent, Request, Said } from './contract.ts';
import { type Clause, clauses } from './text/clauses.ts';
import { readSaid } from './text/said.ts';

export interface Moves {
  /** What to call now, side by side. */
  readonly calls: readonly Call[];
  /** What was called, with the intent behind it. */
  readonly finished: readonly { readonly intent: Intent; readonly done: Done }[];
  /** Answers that needed no call. */
  readonly words: readonly string[];
  readonly why: Both;
}

/**
 * What comes next. The model keeps nothing between requests: it works out the whole plan from the user's words each
 * time, and goes on after the calls that were made already.
 */
export function nextMoves(request: Request): Moves {
  const { done, said } = request;
  const intents = present(intentsOf(request));
  const called = intents.filter(({ call }) => call !== undefined);
  const again = anotherTry(done);
  const kept = done.filter(
    (each, i) => each.outcome !== 'error' || !done.slice(i + 1).some(({ name }) => name === each.name),
  );
  const rest = called.slice(kept.length);
  const isStopped = done.some((each) => each.outcome !== 'ok' && kept.includes(each));
  const calls = again ? [again] : isStopped ? [] : nextBatch(rest).flatMap(({ call }) => (call ? [call] : []));
  return {
    calls,
    finished: kept.map((each, i) => ({ done: each, intent: called[i] ?? UNPLANNED })),
    words: [...new Set(intents.flatMap((intent) => (intent.say ? [intent.say(said.language)] : [])))],
    why: reasons(intents, done.length),
  };
}

/** A first request that builds on what came before it, where nothing did, is asked about. */
function present(intents: readonly Intent[]): readonly Intent[] {
  const [first] = intents;
  if (!first?.missing) return intents;
  const { missing, sure, why } = first;
  return [{ sure, why, say: (language) => missing[language] }];
}

function anotherTry(done: readonly Done[]): Call | undefined {
  const last = done.at(-1);
  if (last?.outcome !== 'error') return undefined;
  return abilities.map(({ again }) => again?.(last)).find((call) => call !== undefined);
}

/** What is meant: the parts of a message each, where they are more than one. */
export function intentsOf(request: Request): Intent[] {
  const { said } = request;
  const whole = recognise(said, request);
  const parts = whole.isGreedy && said.pasted !== '' ? [] : clauses(said.words);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [whole];
  const readings = [apart(parts, request, isQuestion), apart(parts, request, () => false)];
  return readings.find(isSound)?.map(({ intent }) => intent) ?? [whole];
}

interface Part {
  readonly intent: Intent;
  /** It stands for itself, also where nobody knows the answer. */
  readonly asks: boolean;
}

/** Clauses that mean something by themselves, each with those after it that do not. */
function apart(parts: readonly Clause[], request: Request, asks: (text: string) => boolean): Part[] {
  const found: Part[] = [];
  const read = (text: string): Part => ({
    intent: recognise(withAll(text, request.said), request),
    asks: asks(text),
  });
  let text = '';
  let follows = false;
  const take = (): void => {
    const { intent, asks } = read(text);
    found.push({ asks, intent: { ...intent, ...(follows && found.length > 0 && { follows }) } });
  };
  for (const clause of parts) {
    if (text === '') {
      text = clause.text;
      continue;
    }
    const [before, next] = [read(text), read(clause.text)];
    const isSwallowed = before.intent.isGreedy && !(clause.isStrong && isSure(next));
    const isOwn = isSure(next) || (clause.isStrong && next.asks);
    if (isOwn && !isSwallowed && (isSure(before) || (clause.isStrong && before.asks))) {
      take();
      text = clause.text;
      follows = clause.isLater;
    } else {
      text += clause.joint + clause.text;
    }
  }
  take();
  return found;
}

/**
 * Several things are meant where each is plain. Beside a question with an answer, others are questions too; beside
 * anything else they say how it is meant.
 */
function isSound(parts: readonly Part[]): boolean {
  if (parts.length < 2) return false;
  const isLikely = ({ intent, asks }: Part): boolean => intent.sure >= (asks ? LIKELY : SURE);
  return parts.every(isLikely) || (parts.some(isLikely) && parts.every((part) => part.asks && !part.intent.isGreedy));
}

function isSure({ intent }: Part): boolean {
  return intent.sure >= SURE;
}

function isQuestion(text: string): boolean {
  return /[?？]$/.test(text);
}

/** Nobody asks for more at once; a text with more joints is a text. */
const MOST_PARTS = 12;
/** How sure a part of a message must be to stand for itself, */
const SURE = 0.7;
/** and where it is a question. */
const LIKELY = 0.5;

/** A part of a message still has the whole one's language, files and table. */
function withAll(text: string, { language, pasted, files }: Said): Said {
  const part = readSaid(text);
  return { ...part, language, files, pasted: part.pasted === '' ? pasted : part.pasted };
}

function recognise(said: Said, request: Request): Intent {
  let best = UNPLANNED;
  for (const ability of abilities) {
    const intent = ability.recognise(said, request);
    if (!intent || intent.sure <= best.sure) continue;
    if (intent.call && !request.tools.has(intent.call.name)) continue;
    best = intent;
  }
  return best;
}

/** Those that do not wait for one before them. */
function nextBatch(rest: readonly Intent[]): readonly Intent[] {
  const waits = rest.findIndex(({ follows }, i) => i > 0 && follows === true);
  return waits < 0 ? rest : rest.slice(0, waits);
}

function reasons(intents: readonly Intent[], from: number): Both {
  const each = intents.filter(({ call }, i) => i >= from || call === undefined);
  return { en: each.map(({ why }) => why.en).join(' '), zh: each.map(({ why }) => why.zh).join('') };
}

const UNPLANNED: Intent = { sure: 0, why: { en: 'I look at what there is.', zh: '我看看现有的信息。' } };
