import { createContext, runInContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { bundle, bundleText, GLOBAL } from '../test/bundle.ts';
import { type RoundTrip, TEXT } from '../test/round-trip.ts';
import { dialects } from './dialects/registry.ts';

let script: string;
beforeAll(async () => {
  script = await bundle(new URL('../test/round-trip.ts', import.meta.url));
});

test.each(['node:fs', 'fs', 'node:crypto', 'buffer'])('a bundle with %s would fail', async (name) => {
  await expect(bundleText(`import * as it from '${name}'; console.log(it);`)).rejects.toThrow(name);
});

test('every dialect works where there are only the language and the text codecs of the web', () => {
  const context = createContext({ TextDecoder, TextEncoder });
  expect(runInContext('[typeof process, typeof Buffer, typeof require, typeof setTimeout].join()', context)).toBe(
    'undefined,undefined,undefined,undefined',
  );
  runInContext(script, context);
  const results = JSON.parse(runInContext(`JSON.stringify(${GLOBAL}.roundTrips())`, context)) as RoundTrip[];
  expect(results.map(({ dialect }) => dialect)).toEqual(dialects.map(({ name }) => name));
  for (const { dialect, text, end, problems } of results) {
    expect({ dialect, text, end, problems }).toEqual({ dialect, text: TEXT, end: 'complete', problems: [] });
  }
});
