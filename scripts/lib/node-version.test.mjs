import { expect, test } from 'vitest';
import { checkNode } from './node-version.mjs';

test.each(['18.20.4', '20.18.3'])('Node %s is refused in one sentence', (version) => {
  expect(() => checkNode(version)).toThrow(version);
});

test.each(['20.19.0', '22.1.0', '24.0.0'])('Node %s is welcome', (version) => {
  expect(() => checkNode(version)).not.toThrow();
});
