import { expect, it } from 'vitest';
import type { SessionInfo } from '../../lib/api.ts';
import { chosenOf } from './chosen.ts';

const told = (fields: Partial<SessionInfo>): SessionInfo => ({
  id: 's',
  title: '',
  created: 0,
  updated: 0,
  settings: {},
  ...fields,
});

it('shows what was chosen here until the server tells something newer', () => {
  const before = told({ agent: 'one', policy: 'never' });
  const nothing = { agent: '', model: '', policy: 'destructive' };
  expect(chosenOf(undefined, undefined)).toEqual(nothing);
  expect(chosenOf(before, { change: { agent: 'two' } })).toEqual({ agent: 'two', model: '', policy: 'never' });
  // It is saved, and what is known of the session is still what was told before.
  const saved = { change: { agent: 'two' }, told: { info: before } };
  expect(chosenOf(before, saved).agent).toBe('two');
  expect(chosenOf(told({ agent: 'three' }), saved).agent).toBe('three');
});
