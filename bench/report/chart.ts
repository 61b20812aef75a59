import type { Experiment, Measure } from '../contract.ts';
import { both } from '../lib/text.ts';
import { measures } from '../measures.ts';
import type { Result } from './result.ts';
import { dot, line, logScale, path, shown, svg, text } from './svg.ts';

const WIDTH = 720;
const COLOURS = ['#2563eb', '#d97706', '#6b7280', '#059669'];
const OURS = COLOURS[0] as string;
const OTHERS = '#6b7280';

/** The chart of an experiment; undefined where it has none. */
export function chart(experiment: Experiment, result: Result): string | undefined {
  if (!experiment.charts) return undefined;
  return result.entries.some(({ point }) => point) ? curves(experiment, result) : rows(experiment, result);
}

/** A row for each program, a dot for each figure. */
function rows({ name, title, charts = [] }: Experiment, { entries }: Result): string {
  const left = 320;
  const top = 52;
  const drawn = entries.filter(({ figures }) => charts.some((measure) => figures[measure] !== undefined));
  const values = drawn.flatMap(({ figures }) => charts.flatMap((measure) => figures[measure] ?? []));
  const bottom = top + drawn.length * 26;
  const { at, ticks } = logScale(values, left + 10, WIDTH - 70);
  const grid = ticks.flatMap((tick) => [
    line(at(tick), top - 12, at(tick), bottom),
    text(at(tick), bottom + 16, shown(tick), 'text-anchor="middle" font-size="11"'),
  ]);
  const lines = drawn.flatMap((entry, i) => {
    const y = top + i * 26;
    const isOurs = both(entry.title).startsWith('Polywire');
    const dots = charts.flatMap((measure, n) => {
      const value = entry.figures[measure];
      return value === undefined ? [] : [dot(at(value), y, isOurs ? OURS : OTHERS, n > 0)];
    });
    const last = Math.max(...charts.map((measure) => entry.figures[measure] ?? 0));
    const weight = isOurs ? ' font-weight="600"' : '';
    return [
      text(left, y + 4, both(entry.title), `text-anchor="end"${weight}`),
      ...dots,
      text(at(last) + 10, y + 4, shown(last), weight),
    ];
  });
  const head = `${name}: ${both(title)}`;
  return svg(WIDTH, bottom + 28, head, [text(16, 24, `${head} — ${legend(charts)}`), ...grid, ...lines]);
}

/** A curve for each program, over the sizes it was given. */
function curves(experiment: Experiment, { entries }: Result): string {
  const { title, charts = [], x: along } = experiment;
  const [left, top, right, bottom] = [60, 52, WIDTH - 24, 300];
  const drawn = entries.flatMap(({ point, figures }) =>
    charts.flatMap((measure) => {
      const value = figures[measure];
      if (!point || value === undefined) return [];
      const curve = charts.length > 1 ? both(measures[measure]) : point.curve;
      return [{ curve, x: point.x, value }];
    }),
  );
  const horizontal = logScale(
    drawn.map(({ x }) => x),
    left,
    right,
  );
  const vertical = logScale(
    drawn.map(({ value }) => value),
    bottom,
    top,
  );
  const names = [...new Set(drawn.map(({ curve }) => curve))];
  const xs = [...new Set(drawn.map(({ x }) => x))];
  const head = `${both(title)} — ${charts.length > 1 ? 'µs' : legend(charts)}`;
  return svg(WIDTH, bottom + 48 + 18 * names.length, head, [
    text(16, 24, head),
    ...vertical.ticks.flatMap((tick) => [
      line(left, vertical.at(tick), right, vertical.at(tick)),
      text(left - 8, vertical.at(tick) + 4, shown(tick), 'text-anchor="end" font-size="11"'),
    ]),
    ...xs.map((x) => text(horizontal.at(x), bottom + 18, shown(x), 'text-anchor="middle" font-size="11"')),
    text(right, bottom + 36, along ? both(along) : '', 'text-anchor="end" font-size="11"'),
    ...names.flatMap((curve, i) => {
      const colour = COLOURS[i % COLOURS.length] as string;
      const points = drawn
        .filter((each) => each.curve === curve)
        .map(({ x, value }) => [horizontal.at(x), vertical.at(value)] as const);
      return [
        path(points, colour),
        ...points.map(([x, y]) => dot(x, y, colour)),
        dot(left + 6, bottom + 38 + 18 * i, colour),
        text(left + 18, bottom + 42 + 18 * i, curve),
      ];
    }),
  ]);
}

function legend(charts: readonly Measure[]): string {
  const names = charts.map((measure) => both(measures[measure]));
  return names.map((each, n) => (names.length > 1 ? `${n === 0 ? '●' : '○'} ${each}` : each)).join('  ');
}
