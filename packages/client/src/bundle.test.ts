import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What a page loads for these lines, zod and React not counted; fails on anything that only Node has. */
async function gzipped(contents: string): Promise<number> {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    external: ['zod', 'react'],
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}

/** 30 KiB. */
const MOST_BYTES = 30 * 1_024;

const connect = "export { connect } from '@polywire/client';";

it('is small, and brings only the dialect it is given', { timeout: 30_000 }, async () => {
  const alone = await gzipped(connect);
  const withOne = await gzipped(`${connect} export { native } from '@polywire/protocol/dialects/native';`);
  const withAll = await gzipped(`${connect} export { dialects } from '@polywire/protocol/dialects';`);
  expect(alone).toBeLessThan(MOST_BYTES);
  expect(withOne).toBeLessThan(MOST_BYTES);
  expect(withAll).toBeGreaterThan(withOne * 1.5);
});

it('has hooks that are small too', { timeout: 30_000 }, async () => {
  expect(await gzipped("export * from '@polywire/client/react';")).toBeLessThan(MOST_BYTES);
});
