import type { JsonObject } from '../../json.ts';
import { type Block, type BlockOf, isBlock, knownBlocks, type Message, TEXT_TOOL } from './wire.ts';

/** A message's blocks by what they mean. */
export interface Parts {
  readonly said: readonly string[];
  readonly thought: readonly string[];
  readonly calls: readonly BlockOf<'tool_use'>[];
  readonly results: readonly BlockOf<'tool_result'>[];
  readonly images: readonly BlockOf<'image'>[];
  readonly others: readonly JsonObject[];
}

/** `spoken` gathers the ids of calls that are the model's words: their results mean nothing. */
export function partsOf({ content }: Message, spoken: Set<string>): Parts {
  const uses = content.filter((block) => isBlock(block, 'tool_use'));
  for (const { id, name } of uses) if (name === TEXT_TOOL) spoken.add(id);
  const means = ({ id, name }: BlockOf<'tool_result'>) => (name === undefined ? !spoken.has(id) : name !== TEXT_TOOL);
  return {
    said: content.flatMap(wordsOf),
    thought: content.filter((block) => isBlock(block, 'thinking')).map(({ thinking }) => thinking),
    calls: uses.filter(({ name }) => name !== TEXT_TOOL),
    results: content.filter((block) => isBlock(block, 'tool_result')).filter(means),
    images: content.filter((block) => isBlock(block, 'image')),
    others: content.filter(({ type }) => !knownBlocks.has(type)) as JsonObject[],
  };
}

function wordsOf(block: Block): string[] {
  if (isBlock(block, 'text')) return [block.text];
  if (!isBlock(block, 'tool_use') || block.name !== TEXT_TOOL) return [];
  return typeof block.input?.response === 'string' ? [block.input.response] : [];
}
