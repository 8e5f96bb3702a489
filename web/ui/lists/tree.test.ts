import { expect, test } from 'vitest';
import { getTreeKeyAction } from './tree-keyboard.ts';
import { findAncestorIds, flattenTree, type TreeNode } from './tree-rows.ts';

function node(id: string, children?: TreeNode[]): TreeNode {
  return { id, label: id, href: `/folder/${id}`, icon: null, ...(children && { children }) };
}

const nodes = [node('deal', [node('contracts', [node('lease')]), node('empty', [])]), node('taxes')];
const open = flattenTree(nodes, new Set());
const folded = flattenTree(nodes, new Set(['contracts']));

function press(key: string, at: string, rows = open) {
  return getTreeKeyAction(
    key,
    rows,
    rows.findIndex((row) => row.node.id === at),
  );
}

test('everything is expanded at first, with levels and places among siblings', () => {
  expect(open.map((row) => [row.node.id, row.level, row.position, row.setSize, row.expanded])).toEqual([
    ['deal', 1, 1, 2, true],
    ['contracts', 2, 1, 2, true],
    ['lease', 3, 1, 1, undefined],
    ['empty', 2, 2, 2, undefined],
    ['taxes', 1, 2, 2, undefined],
  ]);
});

test('what is below a collapsed node is not there', () => {
  expect(folded.map((row) => row.node.id)).toEqual(['deal', 'contracts', 'empty', 'taxes']);
});

test('the ancestors of a node are all above it and no other', () => {
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
])('%s at %s moves the focus to %s', (key, at, to) => {
  expect(press(key, at)).toEqual({ kind: 'focus', id: to });
});

test('left collapses an expanded node and right expands a collapsed one', () => {
  expect(press('ArrowLeft', 'contracts')).toEqual({ kind: 'collapse', id: 'contracts' });
  expect(press('ArrowRight', 'contracts', folded)).toEqual({ kind: 'expand', id: 'contracts' });
});

test.each(['Enter', ' '])('%j opens', (key) => {
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
])('%s at %s does nothing', (key, at) => {
  expect(press(key, at)).toBeNull();
});
