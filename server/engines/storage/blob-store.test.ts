import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlobStore, createBlobStore, type StoredBlob } from './blob-store.ts';
import { DiskStore } from './disk-store.ts';
import { FRAME_BYTES } from './encrypted-frames.ts';
import { createKeyRing } from './key-ring.ts';
import type { ByteRange, ObjectStore } from './object-store.ts';

const HEADER_BYTES = 8;
const ENCRYPTED_FRAME_BYTES = FRAME_BYTES + 16;
const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const masterKey = randomBytes(32);

let directory: string;
let objects: ObjectStore;
let blobs: BlobStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muniment-blobs-'));
  objects = new DiskStore(directory);
  blobs = createBlobStore(objects, createKeyRing({ masterKey }));
  await blobs.sweep();
});
afterAll(() => rm(directory, { recursive: true }));

/** Returns a store on the same folder that reads objects with `get`. */
const storeReadingWith = (get: ObjectStore['get']): ObjectStore =>
  Object.assign(new DiskStore(directory), { get });

const pathOf = ({ key }: StoredBlob) => join(directory, key.slice(0, 2), key.slice(2, 4), key);

function inChunks(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
}
const put = (bytes: Buffer, chunkSize = 50_000) => blobs.put(inChunks(bytes, chunkSize), NO_LIMIT);

/** Everything that a reader gets to see before the stream ends, and how it ends. */
async function readOf(blob: StoredBlob, range?: ByteRange): Promise<{ bytes: Buffer; error: unknown }> {
  const chunks: Buffer[] = [];
  let error: unknown;
  try {
    for await (const chunk of await blobs.open(blob, range)) chunks.push(chunk);
  } catch (caught) {
    error = caught;
  }
  return { bytes: Buffer.concat(chunks), error };
}

async function expectDamaged(blob: StoredBlob, original: Buffer): Promise<void> {
  const { bytes, error } = await readOf(blob);
  expect(error).toMatchObject({ name: 'StorageError', failure: 'damaged' });
  expect(bytes.equals(original.subarray(0, bytes.length))).toBe(true);
  await expect(blobs.read(blob)).rejects.toMatchObject({ name: 'StorageError', failure: 'damaged' });
}

/** Sizes on and beside the edges of frames, where mistakes live. */
const sizes = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -2, max: 2 }))
  .map(([frames, beside]) => Math.max(0, frames * FRAME_BYTES + beside));

test('a blob of any size is read as it was stored, with its size and hash', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1000, max: 200_000 }), async (size, chunkSize) => {
      const bytes = randomBytes(size);
      const blob = await put(bytes, chunkSize);
      expect(blob).toMatchObject({ size, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect((await buffer(await blobs.open(blob))).equals(bytes)).toBe(true);
      expect((await blobs.read(blob)).equals(bytes)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('every range is the slice of the blob', async () => {
  const bytes = randomBytes(4 * FRAME_BYTES + 100);
  const blob = await put(bytes);
  const offsets = fc
    .oneof(sizes, fc.nat(bytes.length - 1))
    .map((offset) => Math.min(offset, bytes.length - 1));
  await fc.assert(
    fc.asyncProperty(offsets, offsets, async (one, other) => {
      const range = { start: Math.min(one, other), end: Math.max(one, other) };
      const { bytes: read, error } = await readOf(blob, range);
      expect(error).toBeUndefined();
      expect(read.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('a range reads only the frames that contain it', async () => {
  const blob = await put(randomBytes(4 * FRAME_BYTES));
  const asked: (ByteRange | undefined)[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    asked.push(range);
    return objects.get(key, range);
  };
  const spied = createBlobStore(storeReadingWith(get), createKeyRing({ masterKey }));
  await buffer(await spied.open(blob, { start: 2 * FRAME_BYTES + 5, end: 2 * FRAME_BYTES + 6 }));
  const start = HEADER_BYTES + 2 * ENCRYPTED_FRAME_BYTES;
  expect(asked).toEqual([{ start, end: start + ENCRYPTED_FRAME_BYTES - 1 }]);
});

test.each([
  { start: 0, end: 10 },
  { start: -1, end: 3 },
  { start: 5, end: 4 },
  { start: 10, end: 12 },
  { start: Number.NaN, end: 3 },
])('the range %o is outside a blob of ten bytes', async (range) => {
  const blob = await put(randomBytes(10));
  await expect(blobs.open(blob, range)).rejects.toThrow(RangeError);
});

test('the stored bytes do not contain the plaintext', async () => {
  const bytes = Buffer.alloc(100_000, 'confidential');
  const stored = await readFile(pathOf(await put(bytes)));
  expect(stored.includes('confidential')).toBe(false);
});

test('a blob of exactly the maximum size is stored', async () => {
  const bytes = randomBytes(1000);
  await expect(blobs.put(inChunks(bytes, 300), { maxBytes: 1000 })).resolves.toMatchObject({ size: 1000 });
});

test('a blob above the maximum size is refused', async () => {
  const putting = blobs.put(inChunks(randomBytes(1024 ** 2 + 1), 1000), { maxBytes: 1024 ** 2 });
  await expect(putting).rejects.toMatchObject({
    failure: 'too-large',
  });
});

test('a failing store closes the source', async () => {
  const unready = createBlobStore(new DiskStore(join(directory, 'absent')), createKeyRing({ masterKey }));
  const source = new Readable({ read() {} });
  const closed = once(source, 'close');
  await expect(unready.put(source, NO_LIMIT)).rejects.toMatchObject({ code: 'ENOENT' });
  await closed;
});

test('a change of any bit is detected', async () => {
  const original = randomBytes(2 * FRAME_BYTES + 50);
  const blob = await put(original);
  const stored = await readFile(pathOf(blob));
  const anyOffset = fc.oneof(fc.nat(HEADER_BYTES), fc.nat(stored.length - 1));
  await fc.assert(
    fc.asyncProperty(anyOffset, fc.nat(7), async (offset, bit) => {
      const tampered = Buffer.from(stored);
      tampered.writeUInt8(tampered.readUInt8(offset) ^ (1 << bit), offset);
      await writeFile(pathOf(blob), tampered);
      await expectDamaged(blob, original);
    }),
    { numRuns: 150 },
  );
});

test('a truncation anywhere, or an additional byte, is detected', async () => {
  const original = randomBytes(2 * FRAME_BYTES + 50);
  const blob = await put(original);
  const stored = await readFile(pathOf(blob));
  const edges = [0, 1, 2].map((frames) => HEADER_BYTES + frames * ENCRYPTED_FRAME_BYTES);
  for (const length of [0, 3, ...edges, ...edges.map((edge) => edge + 5), stored.length - 1]) {
    await writeFile(pathOf(blob), stored.subarray(0, length));
    await expectDamaged(blob, original);
  }
  for (const more of [1, ENCRYPTED_FRAME_BYTES]) {
    await writeFile(pathOf(blob), Buffer.concat([stored, randomBytes(more)]));
    await expectDamaged(blob, original);
  }
});

test('exchanged frames are detected, also by a range', async () => {
  const original = randomBytes(3 * FRAME_BYTES);
  const blob = await put(original);
  const stored = await readFile(pathOf(blob));
  const frame = (index: number) =>
    stored.subarray(
      HEADER_BYTES + index * ENCRYPTED_FRAME_BYTES,
      HEADER_BYTES + (index + 1) * ENCRYPTED_FRAME_BYTES,
    );
  await writeFile(
    pathOf(blob),
    Buffer.concat([stored.subarray(0, HEADER_BYTES), frame(1), frame(0), frame(2)]),
  );
  await expectDamaged(blob, original);
  const { bytes, error } = await readOf(blob, { start: FRAME_BYTES, end: FRAME_BYTES + 9 });
  expect(error).toMatchObject({ name: 'StorageError', failure: 'damaged' });
  expect(bytes).toHaveLength(0);
});

test('a blob with fewer or more frames than its row says is detected', async () => {
  const original = randomBytes(2 * FRAME_BYTES);
  const blob = await put(original);
  for (const size of [0, FRAME_BYTES, 2 * FRAME_BYTES - 1, 2 * FRAME_BYTES + 1, 3 * FRAME_BYTES]) {
    await expectDamaged({ ...blob, size }, original);
  }
});

test('a blob truncated at a frame together with its row is detected, because its last frame has no end mark', async () => {
  const original = randomBytes(2 * FRAME_BYTES);
  const blob = await put(original);
  const stored = await readFile(pathOf(blob));
  await writeFile(pathOf(blob), stored.subarray(0, HEADER_BYTES + ENCRYPTED_FRAME_BYTES));
  const { bytes, error } = await readOf({ ...blob, size: FRAME_BYTES });
  expect(error).toMatchObject({ name: 'StorageError', failure: 'damaged' });
  expect(bytes).toHaveLength(0);
});

test('an object in the place of another is detected', async () => {
  const [one, other] = await Promise.all([put(randomBytes(500)), put(randomBytes(500))]);
  await copyFile(pathOf(other), pathOf(one));
  await expectDamaged(one, Buffer.alloc(0));
  await expect(blobs.open({ ...one, wrappedKey: other.wrappedKey })).rejects.toMatchObject({
    name: 'StorageError',
    failure: 'damaged',
  });
});

test('a truncated or changed wrapped key does not decrypt', async () => {
  const blob = await put(randomBytes(5));
  for (const wrappedKey of [Buffer.alloc(0), blob.wrappedKey.subarray(1), Buffer.alloc(60)]) {
    await expect(blobs.open({ ...blob, wrappedKey })).rejects.toMatchObject({
      name: 'StorageError',
      failure: 'damaged',
    });
  }
});

test('another master key decrypts nothing', async () => {
  const blob = await put(randomBytes(5));
  await expect(
    createBlobStore(objects, createKeyRing({ masterKey: randomBytes(32) })).open(blob),
  ).rejects.toMatchObject({
    name: 'StorageError',
    failure: 'damaged',
  });
});

test('equal files are stored as different bytes', async () => {
  const bytes = randomBytes(100);
  const [one, other] = await Promise.all([put(bytes), put(bytes)]);
  expect((await readFile(pathOf(one))).equals(await readFile(pathOf(other)))).toBe(false);
});

test('a reader that disconnects closes the object', async () => {
  const blob = await put(randomBytes(8 * FRAME_BYTES));
  let source: Readable | undefined;
  const get: ObjectStore['get'] = async (key) => {
    source = await objects.get(key);
    return source;
  };
  const reading = await createBlobStore(storeReadingWith(get), createKeyRing({ masterKey })).open(blob);
  const closed = new Promise((resolve) => source?.once('close', resolve));
  reading.once('data', () => reading.destroy());
  await closed;
  expect(source?.destroyed).toBe(true);
});

test('a reader that disconnects closes a stalled object', async () => {
  const blob = await put(randomBytes(5));
  const silent = new Readable({ read() {} });
  const closed = once(silent, 'close');
  const reading = await createBlobStore(
    storeReadingWith(async () => silent),
    createKeyRing({ masterKey }),
  ).open(blob);
  reading.resume().destroy();
  await closed;
  expect(silent.destroyed).toBe(true);
});
