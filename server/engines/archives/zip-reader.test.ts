import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../event-loop/collect-garbage.ts';
import { openZip } from './zip-reader.ts';
import type { ByteSource } from './zip-source-reader.ts';

const MB = 1024 * 1024;
const LIMITS = { maxEntries: 100_000, maxDirectoryBytes: 64 * MB };

/** A source that records what is read of it. */
function sourceOf(bytes: Uint8Array): ByteSource & { readonly ranges: { start: number; end: number }[] } {
  const ranges: { start: number; end: number }[] = [];
  return {
    size: bytes.length,
    ranges,
    open(range) {
      ranges.push(range);
      return Promise.resolve(Readable.from([Buffer.from(bytes.subarray(range.start, range.end + 1))]));
    },
  };
}

const filesOf = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Folder/${at}.txt`, strToU8(`Text ${at}`)]));

/** An archive with the fields of its end set. */
function withEnd(archive: Uint8Array, change: (end: Buffer) => void): Buffer {
  const bytes = Buffer.from(archive);
  change(bytes.subarray(bytes.lastIndexOf('PK\x05\x06')));
  return bytes;
}

describe('the directory of an archive', () => {
  it('the directory of an archive is read in ranges of 1 MB, and the files in any order', async () => {
    const archive = zipSync(filesOf(40_000), { level: 0 });
    const source = sourceOf(archive);
    const { entries, directoryBytes } = await openZip(source, LIMITS);
    expect(entries).toHaveLength(40_000);
    expect(directoryBytes).toBeGreaterThan(2 * MB);
    expect(source.ranges.length).toBeLessThanOrEqual(1 + Math.ceil(directoryBytes / MB));
    const read = async (at: number) => String(await buffer((await entries[at]?.open()) ?? Readable.from([])));
    expect([entries[39_999]?.path, await read(39_999), await read(7)]).toEqual([
      'Folder/39999.txt',
      'Text 39999',
      'Text 7',
    ]);
    for (const { start, end } of source.ranges.slice(-4)) expect(end - start).toBeLessThan(100);
  });

  it('the directory of an archive takes no more memory than the paths of its entries', async () => {
    const extra = { 39321: new Uint8Array(60_000) };
    const archive = zipSync(
      Object.fromEntries(Object.entries(filesOf(800)).map(([path, bytes]) => [path, [bytes, { extra }]])),
      { level: 0 },
    );
    collectGarbage({ type: 'major', execution: 'sync' });
    const before = process.memoryUsage().arrayBuffers;
    const { entries } = await openZip(sourceOf(archive), LIMITS);
    const retained = () => {
      collectGarbage({ type: 'major', execution: 'sync' });
      return process.memoryUsage().arrayBuffers - before;
    };
    // The memory of buffers is given back in the background.
    await expect.poll(retained, { timeout: 10_000, interval: 100 }).toBeLessThan(8 * MB);
    expect(entries).toHaveLength(800);
  });

  it('the directory of an archive is refused before it is read when it is larger than the limit', async () => {
    const archive = zipSync(filesOf(40_000), { level: 0 });
    const source = sourceOf(archive);
    await expect(openZip(source, { ...LIMITS, maxDirectoryBytes: 2 * MB })).rejects.toMatchObject({
      problem: 'directory-too-large',
    });
    await expect(openZip(source, { ...LIMITS, maxEntries: 39_999 })).rejects.toMatchObject({
      problem: 'too-many-entries',
    });
    expect(source.ranges).toHaveLength(2);
  });

  it('that is said to be behind the end of the archive is incomplete', async () => {
    const archive = zipSync(filesOf(3));
    const behind = withEnd(archive, (end) => end.writeUInt32LE(archive.length + 1_000, 16));
    const longer = withEnd(archive, (end) => end.writeUInt16LE(500, 10));
    for (const bytes of [behind, longer])
      await expect(openZip(sourceOf(bytes), LIMITS)).rejects.toMatchObject({ problem: 'incomplete' });
  });
});
