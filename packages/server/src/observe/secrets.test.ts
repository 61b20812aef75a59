import { expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

it('hides what it was told, in texts, keys and whatever is in what', () => {
  const secrets = new Secrets(['abc$def(', 'abc$def(longer', undefined, 'short']);
  expect(secrets.hide('x abc$def(longer abc$def( short')).toBe('x [redacted] [redacted] short');
  expect(secrets.hideIn({ 'abc$def(': [1, null, { a: 'Bearer abc$def(' }] })).toEqual({
    '[redacted]': [1, null, { a: 'Bearer [redacted]' }],
  });
});

it('leaves everything as it is where there is nothing to hide', () => {
  const value = { a: 'b' };
  expect(new Secrets([undefined, 'tiny']).hideIn(value)).toBe(value);
});
