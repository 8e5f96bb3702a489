import { expect, test } from 'vitest';
import { readPosition, storePosition } from './reading-positions.ts';

function createStorage(initial: string | null = null) {
  let value = initial;
  return {
    getItem: () => value,
    setItem: (_key: string, next: string) => {
      value = next;
    },
  };
}

test('the last position of each file is remembered', () => {
  const storage = createStorage();
  storePosition(1, { page: 3, zoom: '1.5' }, storage);
  storePosition(2, { page: 9, zoom: 'page-width' }, storage);
  storePosition(1, { page: 4, zoom: '2' }, storage);
  expect(readPosition(1, storage)).toEqual({ page: 4, zoom: '2' });
  expect(readPosition(2, storage)).toEqual({ page: 9, zoom: 'page-width' });
  expect(readPosition(3, storage)).toBeUndefined();
});

test('only the newest 200 files are remembered', () => {
  const storage = createStorage();
  for (let id = 1; id <= 201; id += 1) storePosition(id, { page: 1, zoom: '1' }, storage);
  expect(readPosition(1, storage)).toBeUndefined();
  expect(readPosition(2, storage)).toBeDefined();
});

test.each([
  '{',
  'null',
  '{"1":2}',
  '[[1]]',
  '[[1,{"page":0,"zoom":"1"}]]',
  '[[1,{"page":2,"zoom":3}]]',
  '[[1,null]]',
])('a stored value that is not a list of positions is ignored: %s', (value) => {
  expect(readPosition(1, createStorage(value))).toBeUndefined();
});

test('a full storage does not fail the viewer', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota exceeded');
    },
  };
  expect(() => storePosition(1, { page: 1, zoom: '1' }, storage)).not.toThrow();
});
