import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDocument } from '../testing/index-engines.ts';
import type { IndexChange } from './change-batch.ts';
import { PersistentIndex } from './persistent-index.ts';

test('batches that fail again and again do not fill the memory', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  const index = await PersistentIndex.open(path.join(folder, 'index.db'));
  onTestFinished(() => {
    index.close();
    rmSync(folder, { recursive: true });
  });
  await index.apply([{ method: 'putDocument', args: [createTestDocument(1, ['lease'])] }]);
  const large = createTestDocument(2, Array<string>(11_000).fill('rent'));
  const broken = { ...createTestDocument(3, []), chunks: null as never };
  for (let attempt = 0; attempt < 4; attempt++) {
    const changes = [large, broken].map(
      (document): IndexChange => ({ method: 'putDocument', args: [document] }),
    );
    await expect(index.apply(changes)).rejects.toThrow();
  }
  expect(index.staleChunks).toBeLessThanOrEqual(20_000);
  expect(index.statistics).toEqual({ documents: 1, chunks: 1 });
  await index.apply([{ method: 'putDocument', args: [createTestDocument(2, ['rent'])] }]);
  expect(index.statistics).toEqual({ documents: 2, chunks: 2 });
});
