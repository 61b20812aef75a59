import { expect, it } from 'vitest';
import { tableOf } from './table-of.ts';

it('reads a dataset, as rows and as objects', () => {
  const head = ['month', 'sales'];
  const rows = [
    ['Jan', '3'],
    ['Feb', '8'],
  ];
  expect(tableOf({ dataset: { source: [head, ['Jan', 3], ['Feb', 8]] } })).toEqual({ head, rows });
  const objects = [
    { month: 'Jan', sales: 3 },
    { month: 'Feb', sales: 8 },
  ];
  expect(tableOf({ dataset: [{ source: objects }] })).toEqual({ head, rows });
});

it('reads series over categories, on either axis', () => {
  const series = [
    { name: 'A', data: [1, { value: 2 }] },
    { name: 'B', data: [3] },
  ];
  const rows = [
    ['x', '1', '3'],
    ['y', '2', ''],
  ];
  expect(tableOf({ xAxis: { data: ['x', 'y'] }, series })).toEqual({ head: ['', 'A', 'B'], rows });
  expect(tableOf({ xAxis: {}, yAxis: [{ name: 'kind', data: ['x', 'y'] }], series }).head).toEqual(['kind', 'A', 'B']);
});

it('reads the slices of a pie by their names, and survives options that say nothing', () => {
  const pie = { series: { type: 'pie', data: [{ name: 'tea', value: 4 }] } };
  expect(tableOf(pie).rows).toEqual([['tea', '4']]);
  expect(tableOf({}).rows).toEqual([]);
});
