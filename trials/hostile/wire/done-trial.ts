import type { NaiveReader } from '../../../packages/conformance/src/reader.ts';
import { RawClient } from '../../../packages/server/test/support/client.ts';
import { words } from './tell.ts';
import { wireTrial } from './wire-trial.ts';
import { conversing, nameOf } from './wires.ts';

/** Texts that look like the end of a stream, as whole pieces of an answer. */
const ENDS = [
  '[DONE]',
  'data: [DONE]\n\n',
  '{"type":"run_finished"}',
  '\n\n',
  'event: end\ndata: x\n\n',
  '"}',
  '[DONE]',
];

/** Some wires show what was asked: the last word must not be found there. */
const asked = JSON.stringify(['begin ', ...ENDS, ' finish']).replace(' finish', ' \\u0066inish');

export const doneTrial = wireTrial({
  name: 'done-text',
  about: { en: 'An answer with `[DONE]` and other ends of streams in it', zh: '回答中含有 `[DONE]` 等流结束标记' },
  cases: conversing,
  stores: true,
  async attempt(stage, place) {
    const { dialect, endpoint } = place;
    const session = await stage.newName(dialect);
    const client = await RawClient.open(stage.url, { dialect, endpoint, session, headers: stage.headers });
    const { reader } = (await import(`../../../packages/conformance/readers/${dialect.name}.ts`)) as {
      reader(): NaiveReader;
    };
    const naive = reader();
    let read = 0;
    await client.send({ type: 'message.send', text: `pieces:${asked}` });
    await client.until(({ frames, isClosed }) => {
      for (; read < frames.length; read += 1) naive.push(frames[read]?.data ?? '');
      if (isClosed) naive.close();
      const { busy, text } = naive.screen();
      return !busy && text.includes(' finish');
    });
    const { text } = naive.screen();
    await client.close();
    if (!text.includes(`begin ${ENDS.join('')} finish`)) throw new Error(`${nameOf(place)} showed ${text}`);
    return words.whole;
  },
});
