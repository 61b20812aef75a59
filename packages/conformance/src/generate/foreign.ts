import { type Draft, dialects, type Json, type JsonObject } from '@polywire/protocol';
import fc from 'fast-check';

/** Names that wires keep their own ids under, with values that none of them ever wrote. */
const hostile: JsonObject = {
  ...Object.fromEntries(
    ['implied', 'node_id', 'namespace', 'id', 'call_id', 'conversation_id', 'message_type'].map((key) => [key, 7]),
  ),
  ...{ type: 'x', via: 'x', form: 'json', agent_name: 'x', active_forms: 'x', reply: 'yes' },
};

/** What foreign wires called things: of one that nobody here knows, and broken ones of those that we know. */
const ext: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({}, { elsewhere: { id: 'id-1', nested: [null, { 名: '"' }] } }),
  fc.constantFrom<Json>(null, 7, 'x', [], hostile).map((value) => {
    return Object.fromEntries(dialects.map(({ name }) => [name, value]));
  }),
);

/** Some of the events as if they came from another wire. */
export const foreignNames: fc.Arbitrary<(drafts: readonly Draft[]) => Draft[]> = fc
  .array(fc.tuple(fc.nat(7), ext), { maxLength: 3 })
  .map((names) => (drafts) => {
    const named = [...drafts];
    let at = -1;
    for (const [step, ext] of names) {
      at += step + 1;
      const draft = named[at];
      if (draft) named[at] = { ...draft, ext };
    }
    return named;
  });
