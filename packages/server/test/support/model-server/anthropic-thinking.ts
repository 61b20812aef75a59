import { createHmac } from 'node:crypto';
import type { JsonObject } from '@polywire/protocol';
import type { Block, MessagesRequest } from './anthropic.ts';

/** Nobody else can make one, and it fits no other thinking. */
export function signatureOf(thinking: string): string {
  return createHmac('sha256', 'only the service knows').update(thinking).digest('base64');
}

/**
 * As the service does it: with thinking switched on, the results of tools are taken only behind the thinking that led
 * to the calls, unchanged and in its place.
 */
export function refusedThinking(body: JsonObject): string | undefined {
  const { thinking, messages } = body as unknown as MessagesRequest;
  const said = messages.map(({ role, content }) => ({ role, blocks: typeof content === 'string' ? [] : content }));
  const forged = said.some(({ blocks }) => blocks.some((block) => block.type === 'thinking' && !isOurs(block)));
  if (forged) return 'messages: Invalid `signature` in `thinking` block';
  if (thinking?.type !== 'enabled') return undefined;
  const turn = said.slice(said.map(isAsked).lastIndexOf(true) + 1);
  const unled = turn.some(({ blocks }) => has(blocks, 'tool_use') && blocks[0]?.type !== 'thinking');
  return unled ? 'messages: Expected `thinking`, but found `tool_use`' : undefined;
}

function isOurs({ thinking = '', signature }: Block): boolean {
  return signature === signatureOf(thinking);
}

/** By a person: results of tools come under the same name. */
function isAsked({ role, blocks }: { readonly role: string; readonly blocks: readonly Block[] }): boolean {
  return role === 'user' && !has(blocks, 'tool_result');
}

function has(blocks: readonly Block[], type: string): boolean {
  return blocks.some((block) => block.type === type);
}
