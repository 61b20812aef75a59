import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it('knows the hosts that lead to this machine alone, however they are written', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]']) expect(isLoopback(host), host).toBe(true);
});

it.each([
  '0.0.0.0',
  '::',
  '[::]',
  '',
  '[]',
  '[127.0.0.1]',
  '[localhost]',
  '[::1',
  '::1]',
  '[[::1]]',
  '::1%eth0',
  '127.0.0.1.evil.example',
  '127.0.0.1:80',
  'localhost.evil.example',
  '128.0.0.1',
  '127.0.0',
])('takes %j for none', (host) => expect(isLoopback(host)).toBe(false));
