import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createBlobStore } from '../blob-store.ts';
import { DiskStore } from '../disk-store.ts';
import { createKeyRing } from '../key-ring.ts';
import { RecentObjects } from './recent-objects.ts';

const KB = 1024;

test('the objects that were used last are kept, within their limits', () => {
  const recent = new RecentObjects();
  const bytes = randomBytes(128 * KB);
  for (let nth = 0; nth < 64; nth += 1) recent.keep(`${nth}`, bytes);
  expect(recent.get('0')?.equals(bytes)).toBe(true);
  recent.keep('new', bytes);
  expect(['0', '1', '2', 'new'].map((key) => recent.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  recent.keep('large', randomBytes(128 * KB + 1));
  expect(recent.get('large')).toBeUndefined();
  recent.forget('2');
  recent.keep('3', bytes);
  recent.keep('another', bytes);
  expect(['2', '3', '4'].map((key) => recent.get(key) !== undefined)).toEqual([false, true, true]);
});

test('a small blob is read from the store once, decrypted with the key of each call, and forgotten when it is removed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-recent-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const objects = new DiskStore(directory);
  await objects.sweep();
  let reads = 0;
  const read = objects.read.bind(objects);
  objects.read = (key, length) => {
    reads += 1;
    return read(key, length);
  };
  const blobs = createBlobStore(objects, createKeyRing({ masterKey: randomBytes(32) }));
  const put = (text: string) => blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: KB });
  const [blob, other] = [await put('a lease'), await put('a will!')];
  for (let nth = 0; nth < 3; nth += 1) expect(String(await blobs.read(blob))).toBe('a lease');
  expect(reads).toBe(1);
  await expect(blobs.read({ ...blob, wrappedKey: other.wrappedKey })).rejects.toThrow();
  await blobs.remove(blob.key);
  await expect(blobs.read(blob)).rejects.toMatchObject({ failure: 'missing' });
});
