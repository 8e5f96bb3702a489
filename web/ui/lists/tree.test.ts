import { expect, test } from 'vitest';
import { getTreeKeyAction } from './tree-keyboard.ts';
import { findAncestorIds, flattenTree, type TreeNode } from './tree-rows.ts';

function node(id: string, children?: TreeNode[]): TreeNode {
  return { id, label: id, href: `/folder/${id}`, icon: null, ...(children && { children }) };
}

const nodes = [node('deal', [node('contracts', [node('lease')]), node('empty', [])]), node('taxes')];
const expanded = flattenTree(nodes, new Set());
const collapsed = flattenTree(nodes, new Set(['contracts']));

function press(key: string, id: string, rows = expanded) {
  return getTreeKeyAction(
    key,
    rows,
    rows.findIndex((row) => row.node.id === id),
  );
}

test('a tree is fully expanded at first and has levels and positions', () => {
  expect(expanded.map((row) => [row.node.id, row.level, row.position, row.setSize, row.expanded])).toEqual([
    ['deal', 1, 1, 2, true],
    ['contracts', 2, 1, 2, true],
    ['lease', 3, 1, 1, undefined],
    ['empty', 2, 2, 2, undefined],
    ['taxes', 1, 2, 2, undefined],
  ]);
});

test('a collapsed node hides its descendants', () => {
  expect(collapsed.map((row) => row.node.id)).toEqual(['deal', 'contracts', 'empty', 'taxes']);
});

test('findAncestorIds returns exactly the ancestors of a node', () => {
  expect(findAncestorIds(nodes, 'lease')).toEqual(['deal', 'contracts']);
  expect(findAncestorIds(nodes, 'taxes')).toEqual([]);
  expect(findAncestorIds(nodes, 'nowhere')).toEqual([]);
});

test.each([
  ['ArrowDown', 'deal', 'contracts'],
  ['ArrowUp', 'taxes', 'empty'],
  ['Home', 'lease', 'deal'],
  ['End', 'deal', 'taxes'],
  ['ArrowRight', 'deal', 'contracts'],
  ['ArrowLeft', 'lease', 'contracts'],
  ['ArrowLeft', 'empty', 'deal'],
  ['t', 'deal', 'taxes'],
  ['C', 'taxes', 'contracts'],
])('%s at %s moves the focus to %s', (key, from, to) => {
  expect(press(key, from)).toEqual({ kind: 'focus', id: to });
});

test('ArrowLeft collapses an expanded node and ArrowRight expands a collapsed one', () => {
  expect(press('ArrowLeft', 'contracts')).toEqual({ kind: 'collapse', id: 'contracts' });
  expect(press('ArrowRight', 'contracts', collapsed)).toEqual({ kind: 'expand', id: 'contracts' });
});

test.each(['Enter', ' '])('%j opens a node', (key) => {
  expect(press(key, 'lease')).toEqual({ kind: 'open', id: 'lease' });
});

test.each([
  ['ArrowUp', 'deal'],
  ['ArrowDown', 'taxes'],
  ['ArrowRight', 'lease'],
  ['ArrowLeft', 'taxes'],
  ['x', 'deal'],
  ['Tab', 'deal'],
  ['Enter', 'nowhere'],
])('%s at %s does nothing', (key, from) => {
  expect(press(key, from)).toBeNull();
});
