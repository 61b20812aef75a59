import type { JsonObject } from '@polywire/protocol';
import { defineAgent } from '../../../../packages/server/src/agents/define-agent.ts';
import { wordsOf } from '../../wire/stage/agent.ts';

/** Makes the calls that its input lists; `words:20` counts aloud, for the client beside. */
export const agent = defineAgent({
  name: 'sandboxed',
  async run({ input }, { use, say }) {
    const [, count] = /^words:(\d+)$/.exec(input) ?? [];
    if (count !== undefined) {
      await say('words', wordsOf(Number(count)).join(''));
      return undefined;
    }
    const calls = JSON.parse(input) as [string, JsonObject][];
    for (const [i, [name, args]] of calls.entries()) await use(`c${i}`, name, args);
    return undefined;
  },
});
