import { expect, test } from 'vitest';
import type { Link } from '#shared/contracts/links/links.ts';
import { filterLinks, sortLinks } from './sort-links.ts';

// Only these fields are read.
const link = (name: string, people: number, lastVisitAt: string | null = null) =>
  ({ name, people, lastVisitAt, targets: [{ name: `Target of ${name}` }] }) as Link;

const links = [
  link('Fund B', 3, '2026-11-02T00:00:00Z'),
  link('Fund A', 7),
  link('Bank', 5, '2026-11-03T00:00:00Z'),
];
const names = (sorted: readonly Link[]) => sorted.map(({ name }) => name);

test('links are sorted by name, people and last visit, those never opened first', () => {
  expect(names(sortLinks(links, 'name', false))).toEqual(['Bank', 'Fund A', 'Fund B']);
  expect(names(sortLinks(links, 'people', true))).toEqual(['Fund A', 'Bank', 'Fund B']);
  expect(names(sortLinks(links, 'last', false))).toEqual(['Fund A', 'Fund B', 'Bank']);
});

test('links are found by their name and by what they open, in any case', () => {
  expect(names(filterLinks(links, ' fund '))).toEqual(['Fund B', 'Fund A']);
  expect(names(filterLinks(links, 'target of bank'))).toEqual(['Bank']);
  expect(filterLinks(links, '')).toHaveLength(3);
});
