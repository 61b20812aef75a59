import { expect, it } from 'vitest';
import { callerAddress } from './caller-address.ts';

const isProxy = (address: string) => ['127.0.0.1', '10.0.0.9'].includes(address);

it.each([
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['::ffff:127.0.0.1', '2001:db8::1', '2001:db8::1'],
  ['127.0.0.1', '203.0.113.5, 198.51.100.7', '198.51.100.7'],
  ['127.0.0.1', '203.0.113.5, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
  ['127.0.0.1', undefined, undefined],
  ['127.0.0.1', '198.51.100.7, unknown', undefined],
  ['127.0.0.1', '10.0.0.9', undefined],
])('from %s, on behalf of %s, comes %s', (remoteAddress, told, caller) => {
  const headers = told === undefined ? {} : { 'x-forwarded-for': told };
  expect(callerAddress({ headers, socket: { remoteAddress } }, isProxy)).toBe(caller);
});
