import { type Dialect, type Endpoint, type HttpRequest, refusalCodes } from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJson, anyObject, text } from '../generate/texts.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';

/** Whatever is asked by HTTP is read as a command or as an issue, and a refusal is an answer with a status that says so. */
export function endpointsSuite(dialect: Dialect): void {
  describe('endpoints', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('are told apart by method, path and framing', () => {
      const names = dialect.endpoints.map(({ method, path, framing }) => `${method} ${path} ${framing}`);
      expect(new Set(names).size).toBe(names.length);
    });

    for (const endpoint of dialect.endpoints.filter(({ read }) => read)) {
      it(`${endpoint.method} ${endpoint.path} (${endpoint.framing}) takes anything and refuses in its own words`, () => {
        fc.assert(
          fc.property(requestTo(endpoint), fc.constantFrom(...refusalCodes), (request, code) => {
            const { values = [], issue } = endpoint.read?.(request) ?? {};
            expect(values.length === 0 || issue === undefined).toBe(true);
            const refused = { ok: false, error: { code, message: 'not now' } } as const;
            const answer = endpoint.write?.(values[0] ?? null, refused);
            if (answer) expect(answer.status).toBeGreaterThanOrEqual(400);
          }),
          { numRuns: NUM_RUNS },
        );
      });
    }
  });
}

function requestTo({ path }: Endpoint): fc.Arbitrary<HttpRequest> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const key = fc.constantFrom('q', 'page', 'page_size', 'limit', 'before', 'after', 'user_id', 'is_active', 'id');
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(text, fc.constant('1'))]))),
    query: fc.dictionary(key, fc.oneof(text, fc.constantFrom('0', '1', '-1', '1e9', 'true')), { maxKeys: 4 }),
    body: fc.oneof(anyObject, anyJson, fc.constant(undefined)),
  });
}
