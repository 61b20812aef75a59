import {
  type Dialect,
  EXTENSION_KEY,
  type Frame,
  type Json,
  type JsonObject,
  type RunEvent,
  readJsonObject,
  stampDraft,
  verify,
} from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJson, anyObject } from '../generate/texts.ts';
import { session } from '../generate.ts';
import { changeAt } from '../paths.ts';
import { EPOCH, NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { encodeAll, plain, restoring, sentFor, streamsOf } from '../wire.ts';

interface Damage {
  readonly frame: number;
  readonly how: 'drop' | 'double' | 'swap' | 'cut' | 'garbage' | 'field';
  readonly at: number;
  readonly value: Json;
}

const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  anyJson.map((it) => JSON.stringify(it)),
);

/** Names that no dialect has for its frames, and some that every object has. */
const unheardOf = fc.oneof(
  fc.constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty'),
  fc.string().map((it) => `unheard-of ${it}`),
);

/** Frames that tell nothing by the rules of their own dialect. */
const silent: readonly { has: JsonObject; lacks: string; reason: string }[] = [
  {
    has: { type: 'chunk' },
    lacks: 'content',
    reason: 'front ends ignore a chunk without text, so it may carry what waits for a frame',
  },
];

/** Whatever a peer sends, decoding neither throws nor makes an illegal sequence. */
export function robustnessSuite(dialect: Dialect): void {
  const anyStream = fc.constantFrom(...streamsOf(dialect));
  const naming = namingField(dialect);
  const damages = fc.array(
    fc.record<Damage>({
      frame: fc.nat(),
      how: fc.constantFrom('drop', 'double', 'swap', 'cut', 'garbage', 'field', 'field', 'field'),
      at: fc.nat(),
      value: anyJson,
    }),
    { minLength: 1, maxLength: 6 },
  );

  describe('robustness', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('reads damaged streams as legal ones', () => {
      fc.assert(
        fc.property(session(), anyStream, damages, fc.boolean(), (events, stream, list, restores) => {
          const whole = sentFor(dialect, stream, events, restores ? restoring : plain);
          const decoder = dialect.client.decoder(stream, { restores });
          const drafts = [
            ...list.reduce(damaged, whole).flatMap((frame) => decoder.push(frame).values),
            ...decoder.end().values,
          ];
          expect(verify(drafts.map((draft, i) => stampDraft(draft, i + 1, EPOCH)))).toBeUndefined();
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('takes any text as a frame of a client', () => {
      fc.assert(
        fc.property(anyText, (data) => {
          const { values, issue } = dialect.server.commands().push({ data });
          expect(values.length > 0, JSON.stringify(issue)).toBe(issue === undefined);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('says something about any text as a frame of a server', () => {
      const known = fc.constantFrom(...Object.keys(dialect.wire.server));
      const bare = fc.tuple(anyObject, known).map(([fields, name]) => JSON.stringify({ ...fields, [naming]: name }));
      fc.assert(
        fc.property(fc.oneof(anyText, bare), anyStream, (data, stream) => {
          const { values, signals = [], issue } = dialect.client.decoder(stream).push({ data });
          expect(values.length + signals.length > 0 || issue !== undefined || isSilent(data)).toBe(true);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('keeps whole what it has no word for, and reports it', () => {
      fc.assert(
        fc.property(anyObject, unheardOf, anyStream, ({ [EXTENSION_KEY]: _, ...fields }, name, stream) => {
          const data = { ...fields, [naming]: name };
          const { values, issue } = dialect.client.decoder(stream).push({ data: JSON.stringify(data) });
          expect(values).toEqual([{ type: 'foreign', dialect: dialect.name, data }]);
          expect(issue).toMatchObject({ reason: 'unknown' });
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}

function isSilent(data: string): boolean {
  const read = readJsonObject(data);
  if (!read.ok) return false;
  const { object } = read;
  return silent.some(
    ({ has, lacks }) => !Object.hasOwn(object, lacks) && Object.entries(has).every(([key, it]) => object[key] === it),
  );
}

/** The field that says what a frame is. */
function namingField(dialect: Dialect): string {
  const start: RunEvent = { type: 'run.started', runId: 'r', seq: 1, at: EPOCH };
  const end: RunEvent = { type: 'run.finished', runId: 'r', status: 'complete', seq: 2, at: EPOCH };
  const frames = streamsOf(dialect).flatMap((stream) => encodeAll(dialect, stream, [start, end]));
  const fields = frames.flatMap(({ data }) => Object.entries(JSON.parse(data) as JsonObject));
  const found = fields.find(([, value]) => typeof value === 'string' && Object.hasOwn(dialect.wire.server, value));
  if (!found) throw new Error(`No frame of ${dialect.name} says which one of its schemas it follows.`);
  return found[0];
}

function damaged(frames: readonly Frame[], { frame, how, at, value }: Damage): Frame[] {
  if (frames.length === 0) return [{ data: JSON.stringify(value) }];
  const i = frame % frames.length;
  const hit = frames[i] as Frame;
  const replacements: Record<Damage['how'], () => readonly Frame[]> = {
    drop: () => [],
    double: () => [hit, hit],
    swap: () => [frames[i + 1] ?? hit, hit],
    cut: () => [{ data: hit.data.slice(0, at % (hit.data.length + 1)) }],
    garbage: () => [{ data: JSON.stringify(value) }, hit],
    field: () => [{ data: withField(hit.data, at, value) }],
  };
  return [...frames.slice(0, i), ...replacements[how](), ...frames.slice(i + 1)];
}

/** The frame with one of its values, at any depth, replaced. */
function withField(data: string, at: number, value: Json): string {
  let object: Json;
  try {
    object = JSON.parse(data) as Json;
  } catch {
    return data;
  }
  const paths = pathsIn(object, '');
  const path = paths[at % Math.max(paths.length, 1)];
  if (path !== undefined) changeAt(object, path, () => (at % 5 === 0 ? undefined : value));
  return JSON.stringify(object);
}

function pathsIn(value: Json, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${prefix}${key}`, ...pathsIn(inner, `${prefix}${key}.`)]);
}
