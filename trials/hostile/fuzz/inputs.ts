import { commandTypes, type Dialect, type RestRequest } from '@polywire/protocol';
import fc from 'fast-check';
import { command, session } from '../../../packages/conformance/src/index.ts';
import { encodeAll, streamsOf } from '../../../packages/conformance/src/wire.ts';
import { conversing, type Place } from '../wire/wires.ts';
import { corpusOf } from './corpus.ts';
import { mutated, mutation } from './mutate.ts';

/** What an attacker sends on one connection, or as requests one after another. */
export interface Input {
  readonly place: Place;
  readonly sends: readonly Send[];
}
/** A message, or the body of a request. */
export interface Send {
  readonly text: string;
  /** An address beside the wire's own. */
  readonly to?: Pick<RestRequest, 'method' | 'path'>;
  readonly asBinary?: boolean;
}

/** By the dialect's own grammar, from its fixtures, and from both with changes. */
export function inputsOf(dialect: Dialect): fc.Arbitrary<Input> {
  const said = fc
    .oneof(...commandTypes.map((type) => command(type)))
    .map((each) => dialect.client.encode(each).map(asSend))
    .filter((sends) => sends.length > 0);
  const kept = fc.constantFrom(...corpusOf(dialect)).map((text): Send[] => [{ text }]);
  const shown = fc
    .tuple(session({ maxRuns: 1 }), fc.constantFrom(...streamsOf(dialect)))
    .map(([events, stream]) => encodeAll(dialect, stream, events).slice(0, 4))
    .map((frames): Send[] => frames.map(({ data }) => ({ text: data })));
  const plain = fc.oneof(
    { weight: 4, arbitrary: said },
    { weight: 4, arbitrary: kept },
    { weight: 1, arbitrary: shown },
  );
  const changed = fc
    .tuple(plain, fc.array(mutation, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([sends, mutations, asBinary]) =>
      sends.map((send) => ({
        ...send,
        text: onWire(mutations.reduce(mutated, send.text)),
        ...(asBinary && { asBinary }),
      })),
    );
  const sends = fc
    .array(fc.oneof({ weight: 1, arbitrary: plain }, { weight: 3, arbitrary: changed }), { minLength: 1, maxLength: 4 })
    .map((lists) => lists.flat().slice(0, MAX_SENDS));
  const places = conversing.filter((place) => place.dialect === dialect);
  return fc.record({ place: fc.constantFrom(...places), sends });
}

const MAX_SENDS = 8;

/** Half a character cannot be written in UTF-8: what is sent is what is judged. */
function onWire(text: string): string {
  return Buffer.from(text).toString();
}

function asSend(said: { data: string } | RestRequest): Send {
  if ('data' in said) return { text: said.data };
  const { method, path, body } = said;
  return { text: JSON.stringify(body ?? {}), to: { method, path } };
}
