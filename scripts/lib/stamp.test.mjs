import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf, isStamped, writeStamp } from './stamp.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polywire-stamp-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const hash = () => hashOf({ paths: [folder] });

test('a changed, renamed or added source changes the hash', () => {
  const seen = new Set([hash()]);
  writeFileSync(join(folder, 'src', 'a.ts'), 'two');
  seen.add(hash());
  writeFileSync(join(folder, 'src', 'b.ts'), '');
  seen.add(hash());
  rmSync(join(folder, 'src', 'b.ts'));
  writeFileSync(join(folder, 'src', 'c.ts'), '');
  seen.add(hash());
  expect(seen.size).toBe(4);
});

test('what is built from the sources does not change the hash', () => {
  const before = hash();
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'a.js'), 'built');
  expect(hash()).toBe(before);
});

test('a stamp holds for its own hash only', () => {
  const file = join(folder, 'dist', '.stamp');
  expect(isStamped(file, 'x')).toBe(false);
  writeStamp(file, 'x');
  expect(isStamped(file, 'x')).toBe(true);
  expect(isStamped(file, 'y')).toBe(false);
});
