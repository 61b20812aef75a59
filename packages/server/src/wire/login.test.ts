import { expect, it } from 'vitest';
import { LOGIN_LINK_MS, LOGIN_PATH, Login } from './login.ts';

const codeOf = (path: string) => path.slice(LOGIN_PATH.length);

it('gives each link to one visitor, in time', () => {
  const login = new Login();
  const [first, late] = [codeOf(login.issue('ann', 0)), codeOf(login.issue('ann', 0))];
  expect(login.redeem(first, LOGIN_LINK_MS - 1)).toBe('ann');
  expect(login.redeem(first, LOGIN_LINK_MS - 1)).toBeUndefined();
  expect(login.redeem(late, LOGIN_LINK_MS)).toBeUndefined();
  expect(login.redeem('', 0)).toBeUndefined();
});

it('keeps so many links at most: the oldest go', () => {
  const login = new Login();
  const codes = Array.from({ length: 101 }, () => codeOf(login.issue('ann', 0)));
  expect(login.redeem(codes[0] as string, 1)).toBeUndefined();
  expect(login.redeem(codes[1] as string, 1)).toBe('ann');
});
