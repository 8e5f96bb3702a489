import { expect, test } from 'vitest';
import { flattenFolders, getAncestorNames } from './folder-hierarchy.ts';

const node = (id: number, name: string, parentId: number | null = null) => ({ id, name, parentId });
const lines = (...input: Parameters<typeof flattenFolders>) =>
  flattenFolders(...input).map(({ folder, depth }) => '-'.repeat(depth) + folder.name);

test('folders are listed below their parent in natural name order', () => {
  const nodes = [node(1, 'annex 10'), node(2, 'Annex 2'), node(3, 'b', 1), node(4, 'A', 1)];
  expect(lines(nodes)).toEqual(['Annex 2', 'annex 10', '-A', '-b']);
});

test('a folder with an inaccessible parent is listed at the top level', () => {
  expect(lines([node(5, 'Shared', 99), node(6, 'Inside', 5)])).toEqual(['Shared', '-Inside']);
});

test('an excluded folder excludes its descendants', () => {
  const nodes = [node(1, 'A'), node(2, 'B', 1), node(3, 'C', 2), node(4, 'D')];
  expect(lines(nodes, [1])).toEqual(['D']);
});

test('each entry has the names of its ancestors', () => {
  const nodes = [node(1, 'A'), node(2, 'B', 1), node(3, 'C', 2)];
  expect(flattenFolders(nodes).map(getAncestorNames)).toEqual([[], ['A'], ['A', 'B']]);
});

test('folders in a cycle do not cause an endless loop', () => {
  expect(lines([node(1, 'A', 2), node(2, 'B', 1), node(3, 'C')])).toEqual(['C']);
});
