import type { JsonObject } from '@polywire/protocol';
import { defineAgent } from '../../src/agents/define-agent.ts';

/** Makes the calls that its input lists as JSON: `[["calculate", {…}], …]`. Those in a list of their own are made at once. */
export const toolAgent = defineAgent({
  name: 'tools',
  async run({ input }, { use, say }) {
    const calls = JSON.parse(input) as [string, JsonObject][];
    for (const [i, [name, args]] of calls.entries()) {
      const result = await use(`c${i}`, name, args);
      await say(`s${i}`, JSON.stringify(result));
    }
    return undefined;
  },
});
