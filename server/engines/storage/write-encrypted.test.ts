import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createBlobStore } from './blob-store.ts';
import { DiskStore } from './disk-store.ts';
import { createKeyRing } from './key-ring.ts';
import { PIECE_BYTES } from './pieces.ts';
import { writeEncrypted } from './write-encrypted.ts';
import { writeInThread } from './writer-thread.ts';

const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
let directory: string;
const objects = () => new DiskStore(join(directory, 'objects'));
const blobs = () => createBlobStore(objects(), createKeyRing({ masterKey: Buffer.alloc(32) }));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'muniment-writer-'));
  await blobs().sweep();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns chunks of a size, each with memory of its own. */
function inChunks(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, nth) => {
    const chunk = Buffer.allocUnsafeSlow(Math.min(size, bytes.length - nth * size));
    bytes.copy(chunk, 0, nth * size);
    return chunk;
  });
}

/** Objects and unfinished files. */
const listFiles = () =>
  readdirSync(join(directory, 'objects'), { recursive: true }).filter((name) => String(name).length > 60);

/** Opens a file that is closed after the test. */
function openFile(name: string, flags: string): number {
  const path = join(directory, name);
  writeFileSync(path, '');
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

test('blobs on both sides of the edges of pieces are read as stored, also several at once', async () => {
  const sizes = [1, 2, 5].flatMap((pieces) => [-1, 0, 1].map((more) => pieces * PIECE_BYTES + more));
  await Promise.all(
    sizes.map(async (size, nth) => {
      const bytes = randomBytes(size);
      const chunks = inChunks(bytes, [65_536, 50_001, 1_000_000][nth % 3] ?? 1);
      const blob = await blobs().put(Readable.from(chunks), { ...NO_LIMIT, freesChunks: nth % 2 === 0 });
      expect(blob).toMatchObject({ size, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect((await buffer(await blobs().open(blob))).equals(bytes)).toBe(true);
    }),
  );
});

test('only large chunks are freed, only if asked, and not what they share memory with', async () => {
  const [large, small, shared] = [
    Buffer.allocUnsafeSlow(40_000),
    Buffer.allocUnsafeSlow(30_000),
    Buffer.alloc(90_000),
  ];
  const chunks = [large, small, shared.subarray(0, 80_000)];
  await blobs().put(Readable.from(chunks), NO_LIMIT);
  expect(chunks.map(({ length }) => length)).toEqual([40_000, 30_000, 80_000]);
  await blobs().put(Readable.from(chunks), { ...NO_LIMIT, freesChunks: true });
  expect(chunks.map(({ length }) => length)).toEqual([0, 30_000, 80_000]);
});

test('a large blob above the limit, or whose source fails, leaves nothing and closes the source', async () => {
  const before = listFiles();
  const tooLarge = Readable.from(inChunks(randomBytes(3 * PIECE_BYTES), 65_536));
  await expect(blobs().put(tooLarge, { maxBytes: 3 * PIECE_BYTES - 1 })).rejects.toMatchObject({
    failure: 'too-large',
  });
  const failing = Readable.from(
    (async function* () {
      yield* inChunks(randomBytes(2 * PIECE_BYTES), 65_536);
      throw new Error('The connection was lost');
    })(),
  );
  await expect(blobs().put(failing, NO_LIMIT)).rejects.toThrow('The connection was lost');
  expect([tooLarge.destroyed, failing.destroyed]).toEqual([true, true]);
  expect(listFiles()).toEqual(before);
});

test('a source that fails before its bytes are wanted rejects and does not end the process', async () => {
  const source = new Readable({ read() {} });
  const putting = blobs().put(source, NO_LIMIT);
  source.destroy(new Error('The connection was lost'));
  await expect(putting).rejects.toThrow('The connection was lost');
});

test('an error of a write reaches the caller with its code while the source still has bytes', async () => {
  const fd = openFile('read-only', 'r');
  let taken = 0;
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        taken += 1;
        yield Buffer.alloc(65_536);
      }
    })(),
  );
  const encryption = { key: createSecretKey(randomBytes(32)), assertSize: () => {} };
  await expect(writeEncrypted(fd, endless, encryption)).rejects.toMatchObject({ code: 'EBADF' });
  expect(taken).toBeGreaterThan(8);
  // The next object is written by the same thread.
  const blob = await blobs().put(Readable.from(inChunks(randomBytes(2 * PIECE_BYTES), 65_536)), NO_LIMIT);
  expect(blob.size).toBe(2 * PIECE_BYTES);
});

test('the thread takes at most three pieces before it returns the memory of one', async () => {
  const writer = writeInThread(openFile('waits', 'w'), createSecretKey(randomBytes(32)));
  const buffers = [Buffer.allocUnsafeSlow(PIECE_BYTES), await writer.takeBuffer(), await writer.takeBuffer()];
  const fourth = writer.takeBuffer();
  const first = await Promise.race([
    fourth.then(() => 'buffer'),
    new Promise((resolve) => setImmediate(resolve, 'wait')),
  ]);
  expect(first).toBe('wait');
  for (const bytes of buffers) writer.add({ bytes, isFinal: false });
  expect(buffers.map(({ length }) => length)).toEqual([0, 0, 0]);
  expect((await fourth).length).toBe(PIECE_BYTES);
  await writer.release();
});
