import { describe, expect, it } from 'vitest';
import { aboutEndpoint, abouts } from './about.ts';
import { dialects } from './registry.ts';

describe.each(dialects)('$name', (dialect) => {
  it('tells what each endpoint is for, in English and Chinese', () => {
    for (const endpoint of dialect.endpoints) {
      const { en, zh } = aboutEndpoint(dialect, endpoint);
      expect(en).toMatch(/^[A-Z][^\p{Script=Han}]+[^.]$/u);
      expect(zh).toMatch(/\p{Script=Han}.*[^。]$/u);
    }
  });

  it('tells nothing of endpoints that are not there', () => {
    const there = dialect.endpoints.map(({ framing, method, path }) => `${framing} ${method} ${path}`);
    expect(Object.keys(abouts[dialect.name] ?? {}).filter((address) => !there.includes(address))).toEqual([]);
  });
});

it('knows a dialect from outside by its title', () => {
  const [{ endpoints, ...dialect }] = dialects as [(typeof dialects)[number]];
  const endpoint = endpoints[0] as (typeof endpoints)[number];
  expect(aboutEndpoint({ ...dialect, endpoints, name: 'made-up', title: 'Made up' }, endpoint)).toEqual({
    en: 'Made up',
    zh: 'Made up',
  });
});
