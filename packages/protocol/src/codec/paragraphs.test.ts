import { expect, it } from 'vitest';
import { Paragraphs } from './paragraphs.ts';

it('puts a break before the first piece of a message that would touch another', () => {
  const paragraphs = new Paragraphs();
  expect(paragraphs.add('a', 'one')).toBe(false);
  expect(paragraphs.add('a', ' two.')).toBe(false);
  expect(paragraphs.add('b', '')).toBe(false);
  expect(paragraphs.add('b', 'Three')).toBe(true);
  expect(paragraphs.add('b', '.')).toBe(false);
});

it('puts none where a line has ended, or where words of our own stood between', () => {
  const paragraphs = new Paragraphs();
  paragraphs.add('a', 'one\n');
  expect(paragraphs.add('b', 'two')).toBe(false);
  paragraphs.alone();
  expect(paragraphs.add('c', 'three')).toBe(false);
});

it('puts none where a message goes on after another one', () => {
  const paragraphs = new Paragraphs();
  paragraphs.add('a', 'one');
  expect(paragraphs.add('b', 'two')).toBe(true);
  expect(paragraphs.add('a', ' and more')).toBe(false);
});

it('knows nothing of the turn before', () => {
  const paragraphs = new Paragraphs();
  paragraphs.add('a', 'one');
  paragraphs.clear();
  expect(paragraphs.add('b', 'two')).toBe(false);
});
