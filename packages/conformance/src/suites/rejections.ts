import { type Dialect, type Frame, type Issue, MAX_DEPTH } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { describe, expect, it } from 'vitest';
import type { Rejection } from '../fixture.ts';
import { loadRejections } from '../load.ts';
import { rejectionKinds } from '../rejection-kinds.ts';
import { streamOf } from '../wire.ts';

/** Larger than any frame may be, from either side. */
const HUGE_CHARS = 17 * 1024 * 1024;

/** Broken input is a value: one issue, no exception, nothing that would be acted on. */
export function rejectionsSuite(dialect: Dialect, folder: URL): void {
  describe('rejections', () => {
    it('has some of each kind', () => {
      const kinds = loadRejections(folder).rejections.map(({ direction, expect: reason }) => `${direction} ${reason}`);
      expect([...new Set(kinds)].sort()).toEqual([
        'client invalid',
        'client unknown',
        'server invalid',
        'server unknown',
      ]);
    });
    it.each(Object.entries(rejectionKinds))('has a client frame with: %s', (_, isOfKind) => {
      const ofClients = loadRejections(folder).rejections.filter(({ direction }) => direction === 'client');
      expect(ofClients.some(isOfKind)).toBe(true);
    });
    for (const rejection of rejectionsIn(folder)) {
      it(`${rejection.direction} ${rejection.expect}: ${rejection.name}`, () => check(dialect, rejection));
    }
  });
}

function check(dialect: Dialect, rejection: Rejection): void {
  const frame = frameOf(rejection);
  if (rejection.direction === 'client') {
    const { values, issue } = dialect.server.commands().push(frame);
    expectIssue(issue, rejection);
    expect(values).toEqual([]);
    return;
  }
  const { values, issue } = dialect.client.decoder(streamOf(dialect)).push(frame);
  expectIssue(issue, rejection);
  // What a newer server says is kept as it came; what is broken is not.
  const kept = {
    type: 'foreign',
    dialect: dialect.name,
    data: rejection.expect === 'unknown' ? JSON.parse(frame.data) : 0,
  };
  expect(values).toEqual(rejection.expect === 'unknown' ? [kept] : []);
}

/** Said to people, so in both their languages. */
function expectIssue(issue: Issue | undefined, rejection: Rejection): void {
  expect(issue?.reason).toBe(rejection.expect);
  const { en, zh } = halvesOf(issue?.detail ?? '');
  expect(en).toMatch(/\.$/);
  expect(zh).toMatch(/\p{Script=Han}.*。$/su);
}

function frameOf({ data, grow }: Rejection): Frame {
  if (!grow) return { data: data ?? '' };
  const [before = '', after = ''] = grow.template.split('HERE');
  const filling =
    grow.how === 'huge' ? 'x'.repeat(HUGE_CHARS) : `${'['.repeat(MAX_DEPTH + 1)}${']'.repeat(MAX_DEPTH + 1)}`;
  return { data: `${before}${filling}${after}` };
}

function rejectionsIn(folder: URL): readonly Rejection[] {
  try {
    return loadRejections(folder).rejections;
  } catch {
    return [];
  }
}
