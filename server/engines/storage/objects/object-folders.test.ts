import { expect, test } from 'vitest';
import { isObjectKey } from '../object-store.ts';
import { ObjectFolders } from './object-folders.ts';

test('new keys are distinct and follow each other into folders of 256', () => {
  const folders = new ObjectFolders('/objects');
  const keys = Array.from({ length: 1_024 }, () => folders.newKey());
  expect(keys.every(isObjectKey)).toBe(true);
  // Beyond the part that names the folder too, which nobody could guess otherwise.
  expect(new Set(keys.map((key) => key.slice(4))).size).toBe(keys.length);
  const counts = new Map<string, number>();
  for (const key of keys) {
    const folder = folders.pathOf(key).slice(0, -key.length);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeLessThanOrEqual(4);
  for (const count of counts.values()) expect(count % 256).toBe(0);
});
