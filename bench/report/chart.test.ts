import { expect, it } from 'vitest';
import type { Experiment } from '../contract.ts';
import { name } from '../lib/text.ts';
import { chart } from './chart.ts';
import type { Result } from './result.ts';

const experiment: Experiment = {
  name: 'T',
  title: { en: 'A <test>', zh: '测试' },
  about: name('T'),
  entries: [],
  rounds: { full: 1, quick: 1 },
  shows: ['cpu'],
  charts: ['cpu'],
  goals: [],
  lap: async () => ({}),
};
const result = (entries: Result['entries']): Result => ({
  date: '2026-01-01',
  machine: 'M',
  rounds: 1,
  isQuick: false,
  entries,
  goals: [],
});

it('draws a row and a dot for each program that has the figure', () => {
  const drawing = chart(
    experiment,
    result([
      { name: 'polywire', title: name('Polywire'), figures: { cpu: 5.17 } },
      { name: 'ws', title: name('ws.send'), figures: { cpu: 310 } },
      { name: 'none', title: name('nothing'), figures: {} },
    ]),
  );
  expect(drawing).toContain('A &lt;test>');
  expect(drawing?.match(/<circle/g)).toHaveLength(2);
  expect(drawing).toContain('>310<');
  expect(drawing).not.toContain('nothing');
  expect(drawing).not.toContain('NaN');
});

it('draws a curve for each program over its sizes', () => {
  const point = (curve: string, x: number, cpu: number) => ({
    name: `${curve} ${x}`,
    title: name(curve),
    point: { curve, x },
    figures: { cpu },
  });
  const drawing = chart(
    experiment,
    result([point('a', 1, 900), point('a', 10, 90), point('b', 1, 7), point('b', 10, 7)]),
  );
  expect(drawing?.match(/<path/g)).toHaveLength(2);
  expect(drawing).not.toContain('NaN');
});

it('draws nothing where no chart is wanted', () => {
  const { charts: _, ...plain } = experiment;
  expect(chart(plain, result([]))).toBeUndefined();
});
