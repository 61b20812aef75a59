import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!\.test)\.tsx?$/.test(path),
);

/** Strings of three words or more: names and fields have fewer. */
function textsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'));
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return found.filter((text) => /[A-Za-z]+,? [A-Za-z]+,? [A-Za-z]+/.test(text));
}

const isInBoth = (text: string) => /^[^\p{Script=Han}]+\. \/ .*\p{Script=Han}.*。$/su.test(text);

it('finds the texts of a file, and which of them lack a language', () => {
  const source = `// it isn't one
    throw new ClientError('LOST', 'It is lost.');
    say('run.started', \`\${n} are here now. / 现有 \${n} 个。\`);`;
  const texts = textsIn('made-up.ts', source);
  expect(texts).toHaveLength(2);
  expect(texts.filter((text) => !isInBoth(text))).toEqual(['It is lost.']);
});

it('says everything in English and Chinese', () => {
  const texts = files.flatMap((path) => textsIn(path, readFileSync(`${folder}${path}`, 'utf8')));
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter((text) => !isInBoth(text))).toEqual([]);
});
