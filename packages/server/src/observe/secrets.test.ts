import { expect, it } from 'vitest';
import { confidentialIn } from './confidential.ts';
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

it('knows what of a configuration is secret, and what tools may talk about', () => {
  const env = {
    ...{ GITHUB_TOKEN: 'plain words', authorization: 'Bearer abcdef', API_KEY: 'k', PLAIN: 'a1b2c3d4e5f6a7b8' },
    ...{
      DATABASE_URL: 'postgres://me:hunter22@db/x',
      LANG: 'en_US.UTF-8',
      HOME_FOLDER: '/home/me/documents-2024',
      MODE: 'production',
    },
  };
  const found = confidentialIn(env);
  for (const secret of ['plain words', 'Bearer abcdef', 'abcdef', 'a1b2c3d4e5f6a7b8', 'hunter22'])
    expect(found).toContain(secret);
  for (const plain of [env.LANG, env.HOME_FOLDER, env.MODE, env.DATABASE_URL]) expect(found).not.toContain(plain);
});
