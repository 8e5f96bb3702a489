import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporaryStore } from '#server/engines/storage/object-storage.ts';
import { openPageCache } from './page-cache.ts';

const PAGE = Buffer.alloc(1_000, 'page');
const bytes = () => Readable.from([PAGE]);

async function openCache(maxBytes?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const cache = await openPageCache(folder, openTemporaryStore, maxBytes);
  const countFiles = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };
  return { folder, cache, countFiles };
}

test('a page that several readers stored at once is there once, and counts once', async () => {
  const { cache, countFiles } = await openCache(2_500);
  await cache.store('a', bytes());
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 5 }, () => cache.store('a', bytes())));
  expect(await countFiles()).toBe(1);
  await cache.store('b', bytes());
  expect(await cache.get('a')).toEqual(PAGE);
  await cache.store('c', bytes());
  expect([await cache.get('b'), await cache.get('a')]).toEqual([undefined, PAGE]);
});

test('a page is stored anew after its folder was deleted', async () => {
  const { folder, cache } = await openCache();
  await cache.store('a', bytes());
  const kept = await cache.findStored('a');
  expect(kept && (await buffer(await cache.temporaryStore.open(kept)))).toEqual(PAGE);
  await rm(folder, { recursive: true });
  expect(await cache.findStored('a')).toBeUndefined();
  await cache.store('a', bytes());
  expect(await cache.get('a')).toEqual(PAGE);
});
