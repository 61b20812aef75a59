import fc from 'fast-check';
import { anyJson, anyObject, someText, text } from './texts.ts';
import { count, flag, optional, set, type Thread } from './thread.ts';

/** Things that are one event each. */
export const single: fc.Arbitrary<Thread> = fc.oneof(
  fc
    .record({ url: fc.constantFrom('https://example.org/a.png', 'data:image/png;base64,AAAA'), alt: optional(text) })
    .map(
      ({ url, alt }): Thread =>
        (id) => [{ type: 'image', imageId: `img_${id}`, url, ...set({ alt, mediaType: alt && 'image/png' }) }],
    ),
  fc
    .record({ number: flag, title: optional(someText), options: fc.array(anyObject, { maxLength: 2 }), ofCall: flag })
    .map(
      ({ number, title, options, ofCall }): Thread =>
        (id) => [
          {
            type: 'chart',
            analysisId: number ? 7 : `analysis_${id}`,
            options,
            ...set({ title, callId: ofCall ? `call_${id}` : undefined }),
          },
        ],
    ),
  fc.tuple(count, count).map(
    ([input, output]): Thread =>
      () => [{ type: 'usage', input, output, total: input + output }],
  ),
  anyJson.map(
    (state): Thread =>
      () => [{ type: 'state.snapshot', state }],
  ),
  fc.tuple(anyJson, optional(fc.constant('planner'))).map(
    ([state, node]): Thread =>
      () => [{ type: 'state.update', state, ...set({ node }) }],
  ),
  fc.record({ step: optional(count), state: optional(anyObject), more: flag }).map(
    ({ step, state, more }): Thread =>
      (id) => [
        {
          type: 'checkpoint',
          checkpointId: `cp_${id}`,
          ...set({ step, state }),
          ...(more && { threadId: 'thread-1', ns: 'main', timestamp: '2026-01-01T00:00:00Z' }),
        },
      ],
  ),
  fc.array(someText, { maxLength: 3 }).map(
    (candidates): Thread =>
      () => [
        { type: 'tot.expand', candidates },
        { type: 'tot.evaluate', chosen: 0, scores: candidates.map((_, i) => i / 4) },
      ],
  ),
  fc.tuple(someText, count).map(
    ([reason, toDepth]): Thread =>
      () => [{ type: 'tot.backtrack', reason, toDepth }],
  ),
  fc.tuple(flag, optional(someText), fc.constantFrom('complete', 'failed')).map(
    ([edges, thought, phase]): Thread =>
      () => [
        { type: 'got.plan', nodeCount: 2, edgeCount: 1, nodeIds: ['a', 'b'], ...(edges && { edges: [['a', 'b']] }) },
        { type: 'got.node', id: 'a', phase: 'start' },
        { type: 'got.node', id: 'a', phase, ...set({ text: thought }) },
        { type: 'got.expand', id: 'a', nodesAdded: 1, edgesAdded: 2 },
      ],
  ),
  fc.tuple(anyJson, optional(fc.constant('progress'))).map(
    ([value, name]): Thread =>
      () => [{ type: 'custom', value, ...set({ name }) }],
  ),
);
