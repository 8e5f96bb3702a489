import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, readFrames } from './frames.ts';

async function readAll(chunks: Uint8Array[]): Promise<string[]> {
  const read: string[] = [];
  for await (const payload of readFrames(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) {
    read.push(payload.toString());
  }
  return read;
}

describe('frames', () => {
  it('frames are decoded unchanged, however the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 40 })),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const bytes = Buffer.concat(texts.map(encodeFrame));
          const count = Math.ceil(bytes.length / size);
          const chunks = Array.from({ length: count }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          expect(await readAll(chunks)).toEqual(texts);
        },
      ),
    );
  });

  it('frames that claim an absurd length are refused at once', async () => {
    await expect(readAll([Buffer.from([0xff, 0xff, 0xff, 0xff])])).rejects.toThrow('too long');
  });

  it('truncated frames are refused', async () => {
    await expect(readAll([encodeFrame('whole'), encodeFrame('cut').subarray(0, 5)])).rejects.toThrow(
      'within a frame',
    );
  });
});
