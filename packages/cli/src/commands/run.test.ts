import { dialects, ownDialect } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { sameServer } from './run.ts';

it('names the folder and the dialect again, whatever they are called', () => {
  const { name } = ownDialect;
  expect(sameServer({ dialect: name, data: name })).toEqual([`--data ${name}`]);
  const other = dialects.find((each) => each !== ownDialect)?.name;
  expect(sameServer({ dialect: other, server: 'http://a' })).toEqual(['--server http://a', `--dialect ${other}`]);
});
