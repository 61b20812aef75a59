import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { en } from './en.ts';

/** Words that come from elsewhere, as states and codes do, stand in the sources of these packages. */
const PACKAGES = ['web', 'protocol', 'client', 'server'];
const packages = fileURLToPath(new URL('../../..', import.meta.url));
const sources = PACKAGES.map((name) => sourcesOf(`${packages}/${name}/src`));
const [page = ''] = sources;
const all = sources.join('\n');

it('every word of the page is used', () => {
  const templates = [...page.matchAll(/`((?:[a-z]+\.)+[^`\s]*\$\{[^`]*)`/gi)].map(([, template = '']) =>
    patternOf(template),
  );
  const isUsed = (key: string) =>
    page.includes(`'${key}'`) || templates.some((template) => template.exec(key)?.slice(1).every(isSaid));
  expect(keysOf(en).filter((key) => !isUsed(key))).toEqual([]);
});

function sourcesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|i18n\/(en|zh)\.ts$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');
}

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? `${prefix}${name}`.replace(/_(one|other)$/, '') : keysOf(value, `${prefix}${name}.`),
  );
}

/** What stands in for an expression is a word by itself. */
function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '(\\w+)')}$`);
}

function isSaid(word: string): boolean {
  return new RegExp(`'${word}'|\\b${word}\\??:`).test(all);
}
