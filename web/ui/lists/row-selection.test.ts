import { expect, test } from 'vitest';
import { selectRange, toggleRow } from './row-selection.ts';

const order = [50, 40, 30, 20, 10];

test('a row is selected, and let go again', () => {
  const { keys } = toggleRow(new Set([10]), 30);
  expect([...keys]).toEqual([10, 30]);
  expect([...toggleRow(keys, 30).keys]).toEqual([10]);
});

test('a range takes all rows in between, in either direction', () => {
  const { anchor } = toggleRow(new Set(), 30);
  expect([...selectRange(order, anchor, 10).keys]).toEqual([30, 20, 10]);
  expect([...selectRange(order, anchor, 50).keys].toSorted()).toEqual([30, 40, 50]);
});

test('a range that grew too long gets shorter again, and keeps what was selected before', () => {
  const { anchor } = toggleRow(new Set([50]), 40);
  const long = selectRange(order, anchor, 10);
  const short = selectRange(order, long.anchor, 30);
  expect([...short.keys].toSorted()).toEqual([30, 40, 50]);
});

test('a range without a beginning, or whose beginning is gone, is one row', () => {
  expect([...selectRange(order, null, 20).keys]).toEqual([20]);
  expect([...selectRange(order, { key: 99, baseKeys: new Set() }, 20).keys]).toEqual([20]);
});
