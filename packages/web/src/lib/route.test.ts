import { expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from './route.ts';

const routes: Route[] = [{}, { session: 'a/b c' }, { session: 's', run: 'run_1' }, { session: 's', seq: 12 }];

it.each(routes)('reads back what it wrote: %j', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

it('takes what it does not know as the start', () => {
  for (const hash of ['', '#', '#/x/y', '#/s/', '#/s/%E0%A4%A']) expect(parseRoute(hash)).toEqual({});
  expect(parseRoute('#/s/a/m/x')).toEqual({ session: 'a' });
});
