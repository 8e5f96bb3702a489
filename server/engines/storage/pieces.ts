import { collectGarbage } from '#server/engines/event-loop/collect-garbage.ts';
import { FRAME_BYTES } from './encrypted-frames.ts';
import { releaseMemory } from './release-memory.ts';

/** Bytes that are encrypted and written at once: whole frames. */
export const PIECE_BYTES = 4 * FRAME_BYTES;
/** Most objects are smaller than a piece, and many are smaller than this. */
const FIRST_BYTES = FRAME_BYTES;
/** Chunks of a socket have as many bytes, buffers of parsers fewer. */
const MIN_FREED_BYTES = 32 * 1024;

export interface Piece {
  /** PIECE_BYTES long, apart from the final piece. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly isFinal: boolean;
}

/**
 * V8 starts a collection by the memory of chunks, which is freed here, and would let small objects grow by tens of MB instead.
 * After so many pieces, 16 MB, a collection of new objects takes about 2 ms.
 */
const COLLECTED_PIECES = 64;

interface GatherOptions {
  /** Returns a buffer of PIECE_BYTES, which may be one whose piece is done with. */
  takeBuffer(): Promise<Buffer<ArrayBuffer>>;
  /** Frees the memory of large chunks once they are copied: nobody else may use it. */
  freesChunks?: boolean | undefined;
}

/** Copies chunks of any size into pieces. The final one is empty if there are no bytes at all. */
export async function* gatherPieces(
  chunks: AsyncIterable<Buffer>,
  { takeBuffer, freesChunks = false }: GatherOptions,
): AsyncGenerator<Piece> {
  let buffer: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let filled = 0;
  let count = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      if (filled === buffer.length) {
        if (filled === PIECE_BYTES) {
          count += 1;
          if (count % COLLECTED_PIECES === 0) collectGarbage({ type: 'minor', execution: 'sync' });
          // A full piece waits until a byte follows it, because only then is it known not to be the final one.
          yield { bytes: buffer, isFinal: false };
          buffer = await takeBuffer();
          filled = 0;
        } else {
          const larger = Buffer.allocUnsafeSlow(PIECE_BYTES);
          buffer.copy(larger);
          buffer = larger;
        }
      }
      const copied = chunk.copy(buffer, filled, taken);
      filled += copied;
      taken += copied;
    }
    if (freesChunks && chunk.length >= MIN_FREED_BYTES) releaseMemory(chunk);
  }
  yield { bytes: buffer.subarray(0, filled), isFinal: true };
}
