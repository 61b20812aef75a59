import { existsSync } from 'node:fs';
import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';

it.each(dialects.map(({ name }) => name))('%s has a page of its own', (name) => {
  expect(existsSync(new URL(`../../docs/dialects/${name}.md`, import.meta.url))).toBe(true);
});
