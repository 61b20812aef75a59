import type { Json } from '../../json.ts';
import type { BlockOf } from './wire.ts';

/** What a tool gave back: a text wherever it is one, the blocks themselves where they hold more. */
export function readResult({ output, result }: BlockOf<'tool_result'>): Json {
  if (result !== undefined) return result;
  if (output === undefined || output === null) return null;
  if (typeof output === 'string') return output;
  const texts = output.flatMap((block) => (block.type === 'text' && block.text !== undefined ? [block.text] : []));
  return texts.length === output.length ? texts.join('\n') : (output as Json);
}
