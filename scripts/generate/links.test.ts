import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test.each(pages)('links and pictures of %s lead somewhere', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map((found) => found[1] ?? found[2]);
  const broken = targets.filter((target) => isLocal(target) && !existsSync(pathOf(page, target)));
  expect(broken).toEqual([]);
});

function isLocal(target: string | undefined): target is string {
  return target !== undefined && !/^([a-z]+:|#)/.test(target);
}

function pathOf(page: string, target: string): string {
  return join(root, dirname(page), decodeURI(target.replace(/#.*$/, '')));
}
