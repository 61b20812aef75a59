import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import type { FileRef, Json, JsonObject, ToolOutcome } from '@polywire/protocol';
import type { PastTurn } from '../agents/contract.ts';
import type { Model } from './contract.ts';
import { type SaidPart, sentBack } from './signed.ts';

/** How the files of a message become something for a model to look at. */
export interface Sight {
  readonly model: Model;
  /** The picture of a file; nothing where it is none, or is gone. */
  open(file: FileRef): Promise<Picture | undefined>;
}

export interface Picture {
  /** In Base64, which every provider's code takes; or an address where the provider is to get it itself. */
  readonly data: string | URL;
  readonly mediaType: string;
}

/** What the user said, with its pictures where the model can see; other files are named, for tools to open. */
export async function userMessage(
  text: string,
  files: readonly FileRef[],
  sight: Sight,
): Promise<LanguageModelV3Message> {
  const pictures: LanguageModelV3FilePart[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const isImage = file.mediaType?.startsWith('image/') === true;
    const picture =
      isImage && sight.model.canSee && pictures.length < MOST_PICTURES ? await sight.open(file) : undefined;
    if (picture) pictures.push({ type: 'file', filename: file.name, ...picture });
    notes.push(noteOf(file, isImage && !picture));
  }
  const said: LanguageModelV3TextPart = {
    type: 'text',
    text: [text, ...notes].filter((line) => line !== '').join('\n'),
  };
  return { role: 'user', content: [said, ...pictures] };
}

export interface SaidCall {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject | null;
}

/** `signed`: all of it in order, where the provider wants its thinking back. */
export function assistantMessage(
  text: string,
  calls: readonly SaidCall[] = [],
  signed?: readonly SaidPart[],
): LanguageModelV3Message {
  const made = calls.map(({ callId, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: callId,
    toolName: name,
    input: args ?? {},
  }));
  if (signed) {
    return { role: 'assistant', content: sentBack(signed, new Map(made.map((call) => [call.toolCallId, call]))) };
  }
  const said = text === '' ? [] : [{ type: 'text' as const, text }];
  return { role: 'assistant', content: [...said, ...made] };
}

export interface CallResult {
  readonly callId: string;
  readonly name: string;
  readonly outcome: ToolOutcome;
  readonly result: Json;
}

export function toolMessage(results: readonly CallResult[]): LanguageModelV3Message {
  return {
    role: 'tool',
    content: results.map(({ callId, name, outcome, result }) => ({
      type: 'tool-result',
      toolCallId: callId,
      toolName: name,
      output: outputOf(outcome, result),
    })),
  };
}

/** Earlier turns, as the model would have seen them. */
export async function historyMessages(turns: readonly PastTurn[], sight: Sight): Promise<LanguageModelV3Message[]> {
  const messages: LanguageModelV3Message[] = [];
  for (const [turn, { input, files, answer, calls }] of turns.entries()) {
    messages.push(await userMessage(input, files, sight));
    const made = calls.map((call, n) => ({ ...call, callId: `past.${turn}.${n}`, outcome: 'ok' as const }));
    if (made.length > 0) messages.push(assistantMessage('', made), toolMessage(made));
    if (answer !== '') messages.push(assistantMessage(answer));
  }
  return messages;
}

function outputOf(outcome: ToolOutcome, result: Json): LanguageModelV3ToolResultOutput {
  if (outcome === 'denied') return { type: 'execution-denied', reason: textOf(result) };
  if (outcome !== 'ok') return { type: 'error-text', value: textOf(result) };
  return typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result };
}

function textOf(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

function noteOf({ name, mediaType, size }: FileRef, isUnseen: boolean): string {
  const about = [mediaType, size === undefined ? undefined : `${size} bytes`].filter((each) => each !== undefined);
  const unseen = isUnseen ? '; not shown: this model cannot see it / 此模型无法查看' : '';
  return `[file: ${name}${about.length > 0 ? ` (${about.join(', ')})` : ''}${unseen}]`;
}

/** Providers take only so many. */
const MOST_PICTURES = 8;
