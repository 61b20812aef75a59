import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { Json } from '@polywire/protocol';
import type { Model } from '../models/contract.ts';
import { historyMessages, userMessage } from '../models/prompt.ts';
import { think } from '../models/think.ts';
import { type PastTurn, type RunContext, SUMMARY_STEP, type Summary } from './contract.ts';
import type { Kit } from './kit.ts';
import { clipped, tokensIn } from './tokens.ts';

/** What a model is shown of a run: what was said before, as far as there is room, and what the user says now. */
export interface Setting {
  /** Of the turns that there is no room for; nothing where there are none. */
  readonly summary: string;
  readonly messages: readonly LanguageModelV3Message[];
}

/** The session's line up to the user's message. Turns beyond the budget are summarised, once for all later runs. */
export async function recall(context: RunContext, kit: Kit, model: Model): Promise<Setting> {
  const turns = (await context.history()).map(short);
  const budget = Math.min(kit.settings.historyTokens, Math.floor(model.contextTokens / 2));
  const known = turns.flatMap(({ summary }) => summary ?? []).at(-1) ?? NOTHING;
  const summary = await withinBudget(context, model, turns, known, budget);
  const sight = kit.sight(context, model);
  const messages = await historyMessages(turns.slice(summary.covers), sight);
  return { summary: summary.text, messages: [...messages, await userMessage(context.input, context.files, sight)] };
}

const NOTHING: Summary = { covers: 0, text: '' };

async function withinBudget(
  context: RunContext,
  model: Model,
  turns: readonly PastTurn[],
  known: Summary,
  budget: number,
): Promise<Summary> {
  let size = tokensOf(turns.slice(known.covers));
  if (size + tokensIn(known.text) <= budget) return known;
  // Half of the budget is left free, so that not every run has to summarise again.
  let covers = known.covers;
  for (; covers < turns.length && size > budget / 2; covers += 1) size -= tokensOf(turns.slice(covers, covers + 1));
  const { text } = await think(context, model, {
    key: 'history.summarise',
    task: 'summarise',
    system: SUMMARISE,
    messages: [
      { role: 'user', content: [{ type: 'text', text: told(known, turns.slice(known.covers, covers), budget) }] },
    ],
    voice: 'silent',
  });
  const summary = { covers, text: clipped(text, Math.floor(budget / 4)) };
  return context.step(SUMMARY_STEP, async () => summary);
}

const SUMMARISE =
  'Summarise this conversation in a few sentences for somebody who will go on with it. Keep names, numbers, decisions ' +
  'and open questions. Write in the language of the conversation.';

function told({ text }: Summary, turns: readonly PastTurn[], budget: number): string {
  const each = Math.max(50, Math.floor((budget * 2) / Math.max(1, turns.length)));
  const lines = turns.map(({ input, answer }) => `User: ${clipped(input, each)}\nAssistant: ${clipped(answer, each)}`);
  return [...(text === '' ? [] : [`Earlier: ${text}`]), ...lines].join('\n\n');
}

function tokensOf(turns: readonly PastTurn[]): number {
  const all = turns.map(({ input, answer, calls }) => input + answer + (calls.length > 0 ? JSON.stringify(calls) : ''));
  return all.reduce((sum, text) => sum + tokensIn(text), 0);
}

/** Results of tools are remembered by their beginnings: whoever needs more calls again. */
function short(turn: PastTurn): PastTurn {
  return { ...turn, calls: turn.calls.map((call) => ({ ...call, result: shortResult(call.result) })) };
}

function shortResult(result: Json): Json {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return tokensIn(text) <= RESULT_TOKENS ? result : clipped(text, RESULT_TOKENS);
}

const RESULT_TOKENS = 400;
