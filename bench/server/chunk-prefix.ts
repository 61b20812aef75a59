import { type Dialect, type Draft, stampDraft } from '@polywire/protocol';
import { streamOf } from './product.ts';

/** With what every text frame of a dialect begins, whatever the run, the message and the text. */
export function chunkPrefixOf(dialect: Dialect): string {
  const [first, second] = [textFrame(dialect, 'a', 1_000), textFrame(dialect, 'b', 2_000)];
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return first.slice(0, length);
}

function textFrame(dialect: Dialect, id: string, seq: number): string {
  const encoder = dialect.server.encoder(streamOf(dialect));
  const about = { runId: id, messageId: id };
  const drafts: Draft[] = [
    { type: 'run.started', runId: id, input: id },
    { type: 'message.started', ...about, role: 'assistant' },
    { type: 'text.delta', ...about, delta: id },
  ];
  const frames = drafts.map((draft, i) => encoder.push(stampDraft(draft, seq + i, seq)));
  return frames.at(-1)?.[0]?.data ?? '';
}
