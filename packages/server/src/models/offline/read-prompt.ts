import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { type Task, tasks } from '../../agents/tasks.ts';
import type { Done, Request, Turn } from './contract.ts';
import { readSaid } from './text/said.ts';

/** Reads a prompt as any provider gets it. */
export function readPrompt({ prompt, tools = [], providerOptions }: LanguageModelV3CallOptions): Request {
  const { task, ...hints } = (providerOptions?.polywire ?? {}) as JsonObject;
  const turns = turnsOf(prompt);
  const now = turns.at(-1) ?? EMPTY;
  return {
    task: tasks.includes(task as Task) ? (task as Task) : 'chat',
    system: prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n'),
    said: now.said,
    done: now.calls,
    past: turns.slice(0, -1),
    tools: new Set(tools.map(({ name }) => name)),
    hints,
  };
}

const EMPTY: Turn = { said: readSaid(''), answer: '', calls: [] };

/** Each message of the user begins a turn. */
function turnsOf(prompt: readonly LanguageModelV3Message[]): Turn[] {
  const turns: { said: Turn['said']; answer: string; calls: Done[] }[] = [];
  const open = new Map<string, { name: string; args: JsonObject }>();
  for (const message of prompt) {
    const turn = turns.at(-1);
    if (message.role === 'user') {
      turns.push({ said: readSaid(firstText(message)), answer: '', calls: [] });
    } else if (message.role === 'assistant' && turn) {
      for (const part of message.content) {
        if (part.type === 'text') turn.answer = part.text;
        if (part.type === 'tool-call') {
          open.set(part.toolCallId, { name: part.toolName, args: isJsonObject(part.input) ? part.input : {} });
        }
      }
    } else if (message.role === 'tool' && turn) {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const call = open.get(part.toolCallId) ?? { name: part.toolName, args: {} };
        turn.calls.push({ ...call, ...resultOf(part) });
      }
    }
  }
  return turns;
}

/** Agents put what they found below the user's words, in parts of their own. */
function firstText({ content }: Extract<LanguageModelV3Message, { role: 'user' }>): string {
  const part = content.find((each) => each.type === 'text');
  return part?.type === 'text' ? part.text : '';
}

function resultOf({ output }: LanguageModelV3ToolResultPart): Pick<Done, 'result' | 'outcome'> {
  switch (output.type) {
    case 'text':
      return { result: output.value, outcome: 'ok' };
    case 'json':
      return { result: output.value as Json, outcome: 'ok' };
    case 'execution-denied':
      return { result: output.reason ?? '', outcome: 'denied' };
    case 'error-text':
      return { result: output.value, outcome: 'error' };
    case 'error-json':
      return { result: output.value as Json, outcome: 'error' };
    default:
      return { result: '', outcome: 'ok' };
  }
}
