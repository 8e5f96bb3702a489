import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { createBlobStore } from './blob-store.ts';
import { DiskStore } from './disk-store.ts';
import { createKeyRing } from './key-ring.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

interface Place {
  store: ObjectStore;
  /** Names of everything unfinished that the place holds, whether or not the store would list it. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

async function onDisk(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-objects-'));
  return {
    store: new DiskStore(directory),
    unfinished: () => readdir(join(directory, 'incoming')),
    close: () => rm(directory, { recursive: true }),
  };
}

async function inS3(): Promise<Place> {
  const server = await startS3Server();
  return {
    store: await openS3Store(server.settings),
    unfinished: () => readdir(server.uploadsFolder).catch(() => []),
    close: server.stop,
  };
}

const newKey = () => randomBytes(32).toString('hex');

describe.each([
  ['disk', onDisk],
  ['s3', inS3],
])('objects on %s', (_name, open) => {
  let place: Place;
  let store: ObjectStore;

  beforeAll(async () => {
    place = await open();
    store = place.store;
    await store.sweep();
  });
  afterAll(() => place.close());

  async function allKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    return keys;
  }
  async function put(bytes: Buffer): Promise<string> {
    const key = newKey();
    await store.put(key, Readable.from([Buffer.from(bytes)]));
    return key;
  }

  /** 12 MiB, so that S3 is in the middle of a multipart upload when the source ends in some other way. */
  async function* breakingAfter(bytes: number, error: Error): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < bytes; sent += 65_536) yield randomBytes(65_536);
    throw error;
  }

  test.each([0, 1, 65_552, 6 * 1024 ** 2, 11 * 1024 ** 2 + 7])(
    '%i bytes are read as written',
    async (size) => {
      const bytes = randomBytes(size);
      const key = await put(bytes);
      expect((await buffer(await store.get(key))).equals(bytes)).toBe(true);
    },
  );

  test('a range includes both of its ends', async () => {
    const bytes = randomBytes(1000);
    const key = await put(bytes);
    // The range is not 0-0, which the test server takes for no range at all.
    for (const [start, end] of [
      [0, 1],
      [0, 999],
      [1, 998],
      [999, 999],
    ] as const) {
      const part = await buffer(await store.get(key, { start, end }));
      expect(part.toString('hex')).toBe(bytes.toString('hex', start, end + 1));
    }
  });

  test('a range past the end is empty, and one across it is cut', async () => {
    const key = await put(randomBytes(10));
    expect(await buffer(await store.get(key, { start: 20, end: 30 }))).toHaveLength(0);
    expect(await buffer(await store.get(key, { start: 8, end: 30 }))).toHaveLength(2);
  });

  test('a missing object is reported as missing', async () => {
    await expect(store.get(newKey())).rejects.toMatchObject({ name: 'StorageError', failure: 'missing' });
    await expect(store.read(newKey(), 1)).rejects.toMatchObject({ name: 'StorageError', failure: 'missing' });
  });

  test('a removed object is gone, and may be removed again', async () => {
    const key = await put(randomBytes(10));
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toMatchObject({ name: 'StorageError', failure: 'missing' });
    expect(await allKeys()).not.toContain(key);
  });

  test('every key is listed once', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => put(randomBytes(5))));
    const listed = await allKeys();
    expect(listed).toEqual(expect.arrayContaining(keys));
    const dated = await Array.fromAsync(store.list());
    expect(dated.map(({ key }) => key).sort()).toEqual(listed.sort());
    for (const { storedAt } of dated) expect(Math.abs(Date.now() - storedAt)).toBeLessThan(60_000);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test.each(['', '..', '../../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'the key %j is refused by every call',
    async (key) => {
      await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
      await expect(store.remove(key)).rejects.toThrow(TypeError);
    },
  );

  test.each([0, 1024 ** 2, 12 * 1024 ** 2])(
    'a source that fails after %i bytes leaves nothing',
    async (bytes) => {
      const before = await allKeys();
      const failure = new Error('the client went away');
      await expect(store.put(newKey(), Readable.from(breakingAfter(bytes, failure)))).rejects.toBe(failure);
      expect(await allKeys()).toEqual(before);
      expect(await place.unfinished()).toEqual([]);
    },
  );

  test('a source destroyed without an error leaves nothing', async () => {
    const before = await allKeys();
    const source = new Readable({ read() {} });
    const writing = store.put(newKey(), source);
    source.push(randomBytes(6 * 1024 ** 2));
    setImmediate(() => source.destroy());
    await expect(writing).rejects.toThrow('Premature close');
    expect(await allKeys()).toEqual(before);
    expect(await place.unfinished()).toEqual([]);
  });

  test('a source destroyed beforehand leaves nothing', async () => {
    const before = await allKeys();
    await expect(store.put(newKey(), new Readable({ read() {} }).destroy())).rejects.toThrow();
    expect(await allKeys()).toEqual(before);
    expect(await place.unfinished()).toEqual([]);
  });

  test('a blob above the limit leaves nothing', async () => {
    const before = await allKeys();
    const blobs = createBlobStore(store, createKeyRing({ masterKey: randomBytes(32) }));
    const source = Readable.from(breakingAfter(64 * 1024 ** 2, new Error('read on after the limit')));
    await expect(blobs.put(source, { maxBytes: 12 * 1024 ** 2 })).rejects.toMatchObject({
      failure: 'too-large',
    });
    expect(source.destroyed).toBe(true);
    expect(await allKeys()).toEqual(before);
    expect(await place.unfinished()).toEqual([]);
  });

  test('a blob and its ranges are read as stored', async () => {
    const blobs = createBlobStore(store, createKeyRing({ masterKey: randomBytes(32) }));
    const bytes = randomBytes(6 * 1024 ** 2 + 11);
    const blob = await blobs.put(Readable.from([bytes]), { maxBytes: bytes.length });
    expect((await buffer(await blobs.open(blob))).equals(bytes)).toBe(true);
    const range = { start: 3 * 1024 ** 2 - 5, end: bytes.length - 1 };
    expect((await buffer(await blobs.open(blob, range))).equals(bytes.subarray(range.start))).toBe(true);
  });

  test('a usable store passes its check', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});
