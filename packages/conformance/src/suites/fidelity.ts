import {
  type Carry,
  type Dialect,
  type EventType,
  eventTypes,
  framesFor,
  type Json,
  type RunEvent,
  type ToolOutcome,
} from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { callThatIs, canonicalRun, parallelCalls, twoMessages } from '../canonical.ts';
import { type Evidence, evidence } from '../evidence.ts';
import { nastyTexts } from '../generate/texts.ts';
import type { NaiveReader, Screen } from '../reader.ts';
import { travels } from '../travels.ts';
import { type Moment, visible, watch } from '../watch.ts';
import { encodeAll, plain, streamsOf } from '../wire.ts';

const seen: ReadonlySet<Carry['how']> = new Set<Carry['how']>(['native', 'degraded']);

/** The fidelity table is true: what it calls native or degraded is on the screen of the dialect's own front end. */
export function fidelitySuite(dialect: Dialect, reader: () => NaiveReader): void {
  const { carries } = dialect.traits;

  describe('fidelity', () => {
    for (const type of eventTypes.filter((type) => seen.has(carries[type].how))) {
      it(`${type} is ${carries[type].how} and can be seen`, () => {
        const events = canonicalRun(type);
        for (const stream of streamsOf(dialect)) {
          for (const previews of [true, false]) {
            const moments = watch(dialect, reader(), stream, events, { previews });
            const expected = evidenceOf(type, carries[type].how, moments);
            // A preview has shown before what the exact frame shows.
            const wanted = previews ? { ...expected, changes: false } : expected;
            expect(isFound(wanted, type, moments), described(wanted, moments)).toBe(true);
          }
        }
      });

      it(`${type} cannot be seen without its frames`, () => {
        const events = canonicalRun(type);
        for (const stream of streamsOf(dialect)) {
          const shown = watch(dialect, reader(), stream, events, { previews: false });
          const withheld = [type, ...carriersOf(type, shown)];
          const moments = watch(dialect, reader(), stream, events, { previews: false, withheld });
          const expected = evidenceOf(type, carries[type].how, moments);
          expect(isFound(expected, type, moments), described(expected, moments)).toBe(false);
        }
      });
    }

    for (const type of eventTypes.filter((type) => carries[type].how === 'dropped')) {
      it(`${type} is dropped and sends nothing`, () => {
        const events = canonicalRun(type);
        const ofType = new Set(events.filter((event) => event.type === type).map(({ seq }) => seq));
        for (const stream of streamsOf(dialect)) {
          const frames = framesFor(encodeAll(dialect, stream, events), plain);
          expect(frames.filter(({ seq }) => ofType.has(seq))).toEqual([]);
        }
      });
    }

    if (seen.has(carries['tool.finished'].how)) {
      it('keeps two calls of one tool apart that run at once', () => {
        for (const stream of streamsOf(dialect)) {
          const moments = watch(dialect, reader(), stream, parallelCalls, { previews: true });
          const results = moments.at(-1)?.screen.tools.map(({ result }) => result ?? '') ?? [];
          for (const n of [1, 2]) expect(results.filter((result) => result.includes(`result-${n}`))).toHaveLength(1);
        }
      });

      it.each(['error', 'denied', 'unknown'] as const)(
        'shows a call that is %s otherwise than one that is ok',
        (outcome) => {
          for (const stream of streamsOf(dialect)) {
            const cardOf = (how: ToolOutcome, result: Json) => {
              const screen = watch(dialect, reader(), stream, callThatIs(how, result), { previews: true }).at(
                -1,
              )?.screen;
              expect(screen?.tools.map(({ name }) => name)).toEqual(['tool_name_1']);
              expect(screen?.tools[0]?.state).not.toBe('running');
              return screen?.tools[0];
            };
            for (const result of ['result-of-tool', null, { field: 'value' }]) {
              expect(cardOf(outcome, result), JSON.stringify(result)).not.toEqual(cardOf('ok', result));
            }
          }
        },
      );
    }

    it.each(nastyTexts)('shows %j as it is, and goes on after it', (text) => {
      const events = canonicalRun('text.delta').map((event) =>
        event.type === 'text.delta' ? { ...event, delta: text } : event,
      );
      for (const stream of streamsOf(dialect)) {
        for (const previews of [true, false]) {
          const moments = watch(dialect, reader(), stream, events, { previews });
          const busy = moments.map(({ screen }) => screen.busy);
          const said = moments.findIndex(({ event }) => event.type === 'text.delta');
          expect(busy[said], 'busy after the text').toBe(busy[said - 1]);
          expect(moments.at(-1)?.screen.text).toContain(text);
        }
      }
    });

    it.each([true, false])(
      'lets two messages of a run not touch each other (with a call between them: %s)',
      (withCall) => {
        for (const stream of streamsOf(dialect)) {
          for (const previews of [true, false]) {
            const moments = watch(dialect, reader(), stream, twoMessages({ withCall }), { previews });
            const { text } = (moments.at(-1) as Moment).screen;
            expect(text).toMatch(/text-1\..*text-2\./s);
            expect(text).not.toMatch(/\.(?:text|thought)-/);
          }
        }
      },
    );

    it('says as what wherever it is neither dropped nor the event itself', () => {
      const unexplained = eventTypes.filter(
        (type) => carries[type].how !== 'dropped' && carries[type].as === undefined,
      );
      expect(unexplained).toEqual([]);
    });
  });
}

type Wanted = Omit<Evidence, 'changes'> & { readonly changes?: boolean };

function evidenceOf(type: EventType, how: Carry['how'], moments: readonly Moment[]): Evidence {
  const event = moments.find((moment) => moment.event.type === type)?.event as RunEvent;
  return (evidence[type] as (event: RunEvent, how: Carry['how']) => Evidence)(event, how);
}

function isFound(wanted: Wanted, type: EventType, moments: readonly Moment[]): boolean {
  return placesOf(wanted, type, moments).some((at) => {
    const { screen } = moments[at] as Moment;
    return isEvident(wanted, screen) && (!wanted.changes || differs(screen, moments[at - 1]?.screen));
  });
}

/** Where to look: a change right after the event or what it travels with, the rest at the end or anywhere after it. */
function placesOf({ stays, changes }: Wanted, type: EventType, moments: readonly Moment[]): readonly number[] {
  const first = moments.findIndex(({ event }) => event.type === type);
  if (stays) return [moments.length - 1];
  if (!changes) return [...moments.keys()].slice(first);
  const later = carriersOf(type, moments).map((carrier) =>
    moments.findIndex(({ event }, at) => at > first && event.type === carrier),
  );
  return [first, ...later.filter((at) => at >= 0)];
}

function carriersOf(type: EventType, moments: readonly Moment[]): readonly EventType[] {
  const { with: carriers = [], onlyWhenSilent = false } = travels[type] ?? {};
  const hasOwn = moments.some(({ event, frames }) => event.type === type && frames.length > 0);
  return onlyWhenSilent && hasOwn ? [] : carriers;
}

function differs(screen: Screen, before: Screen | undefined): boolean {
  return JSON.stringify(screen) !== JSON.stringify(before);
}

function described(wanted: Wanted, moments: readonly Moment[]): string {
  const screens = moments.map(({ event, screen }) => ({ after: event.type, ...screen }));
  return `${JSON.stringify(wanted)} on ${JSON.stringify(screens, null, 2)}`;
}

function isEvident({ shows, busy, tool, asksNoMore, oneOf }: Wanted, screen: Screen): boolean {
  const all = visible(screen);
  return (
    (shows ?? []).every((text) => all.includes(text)) &&
    (busy === undefined || screen.busy === busy) &&
    (tool === undefined || screen.tools.some((card) => isCard(card, tool))) &&
    (!asksNoMore || screen.asks === undefined) &&
    (oneOf === undefined || oneOf.some((way) => isEvident(way, screen)))
  );
}

function isCard(card: Screen['tools'][number], wanted: NonNullable<Evidence['tool']>): boolean {
  return (
    card.name === wanted.name &&
    (wanted.state === undefined || card.state === wanted.state) &&
    (wanted.result === undefined || (card.result ?? '').includes(wanted.result))
  );
}
