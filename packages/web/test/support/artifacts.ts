import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Pictures of a test run, to be looked at. Not in git. */
export const artifacts = fileURLToPath(new URL('../../artifacts/', import.meta.url));

/** Keeps what is on the screen as `folder/name.png`. */
export async function keepPicture(page: Page, folder: string, name: string): Promise<void> {
  const place = join(artifacts, folder);
  await mkdir(place, { recursive: true });
  await page.screenshot({ path: join(place, `${fileName(name)}.png`) });
}

/** undefined outside of tests: scripts use what tests use. */
export async function currentTest(): Promise<string | undefined> {
  if (process.env.VITEST === undefined) return undefined;
  const { expect } = await import('vitest');
  return expect.getState().currentTestName;
}

function fileName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 90);
}
