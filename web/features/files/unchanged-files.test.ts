import { expect, test } from 'vitest';
import { keepUnchangedFiles } from './unchanged-files.ts';

const file = (id: number, name = `${id}.txt`) => ({ id, name, size: 1, ocr: { state: 'done' } });

test('files that did not change stay the same objects, also at another place', () => {
  const known = [file(1), file(2), file(3)];
  const next = keepUnchangedFiles(known, [file(2), file(3, 'c.txt'), file(4)]) as object[];
  expect(next[0]).toBe(known[1]);
  expect(next[1]).toEqual(file(3, 'c.txt'));
  expect(next[2]).toEqual(file(4));
});

test('a change of a part, or another part, makes a file a new one', () => {
  const known = [file(1)];
  const changed = { ...file(1), ocr: { state: 'waiting' } };
  expect(keepUnchangedFiles(known, [changed])).toEqual([changed]);
  const { size: _, ...less } = file(1);
  expect(keepUnchangedFiles(known, [less])).toEqual([less]);
  expect(keepUnchangedFiles([less], known)).toEqual(known);
});

test('an equal list is the known list, and one in another order is not', () => {
  const known = [file(1), file(2)];
  expect(keepUnchangedFiles(known, [file(1), file(2)])).toBe(known);
  expect(keepUnchangedFiles(known, [file(2), file(1)])).toEqual([file(2), file(1)]);
  expect(keepUnchangedFiles(undefined, known)).toBe(known);
});
