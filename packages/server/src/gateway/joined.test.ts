import { expect, it } from 'vitest';
import { joined } from './joined.ts';

it('keeps the languages apart', () => {
  expect(joined('Out of reach. / 无法连接。', 'It was lost. / 已断开。')).toBe(
    'Out of reach. It was lost. / 无法连接。已断开。',
  );
  expect(joined('Out of reach. / 无法连接。', 'ECONNREFUSED')).toBe(
    'Out of reach. ECONNREFUSED / 无法连接。ECONNREFUSED',
  );
  expect(joined('Out of reach. / 无法连接。')).toBe('Out of reach. / 无法连接。');
});
