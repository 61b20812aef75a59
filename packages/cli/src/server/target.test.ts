import { expect, it } from 'vitest';
import { CliError } from '../errors.ts';
import { movedTo } from './target.ts';

const here = { url: 'http://127.0.0.1:10338', token: 'secret' };

it('takes the address of a socket, and refuses what is no address', () => {
  expect(movedTo(here, 'ws://127.0.0.1:10338/')).toEqual(here);
  expect(() => movedTo(here, 'nowhere')).toThrow(CliError);
});

it('tells a token to the server alone that it was given for', () => {
  expect(movedTo(here, 'http://127.0.0.1:10338/below')).toEqual({ ...here, url: 'http://127.0.0.1:10338/below' });
  for (const url of ['http://127.0.0.1:8080', 'https://127.0.0.1:10338', 'http://example.org'])
    expect(movedTo(here, url)).toEqual({ url });
});
