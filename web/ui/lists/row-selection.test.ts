import { expect, test } from 'vitest';
import { selectRange, toggleRow } from './row-selection.ts';

const order = [50, 40, 30, 20, 10];

test('toggling a row selects it, and toggling it again deselects it', () => {
  const { keys } = toggleRow(new Set([10]), 30);
  expect([...keys]).toEqual([10, 30]);
  expect([...toggleRow(keys, 30).keys]).toEqual([10]);
});

test('a range selects all rows in between in either direction', () => {
  const { anchor } = toggleRow(new Set(), 30);
  expect([...selectRange(order, anchor, 10).keys]).toEqual([30, 20, 10]);
  expect([...selectRange(order, anchor, 50).keys].toSorted()).toEqual([30, 40, 50]);
});

test('a range can shrink again and keeps the rows selected before it', () => {
  const { anchor } = toggleRow(new Set([50]), 40);
  const extended = selectRange(order, anchor, 10);
  const shortened = selectRange(order, extended.anchor, 30);
  expect([...shortened.keys].toSorted()).toEqual([30, 40, 50]);
});

test('a range without an anchor, or with a removed anchor, is one row', () => {
  expect([...selectRange(order, null, 20).keys]).toEqual([20]);
  expect([...selectRange(order, { key: 99, baseKeys: new Set() }, 20).keys]).toEqual([20]);
});
