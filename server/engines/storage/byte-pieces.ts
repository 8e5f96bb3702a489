export interface Piece {
  /** Only valid until the next piece is asked for, which overwrites it. */
  bytes: Buffer;
  index: number;
  /** Whether the stream ends after it. */
  final: boolean;
}

/**
 * Cuts a stream into pieces of `size` bytes: the first may differ, the final one may be shorter, and empty when
 * there are no bytes at all. One buffer serves all pieces, so memory stays flat.
 */
export async function* splitIntoPieces(
  chunks: AsyncIterable<Buffer>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece> {
  const buffer = Buffer.allocUnsafe(Math.max(size, firstSize));
  let limit = firstSize;
  let filled = 0;
  let index = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      // A full piece waits until a byte follows it, because only then is it known not to be the final one.
      if (filled === limit) {
        yield { bytes: buffer.subarray(0, filled), index, final: false };
        limit = size;
        filled = 0;
        index += 1;
      }
      const copied = chunk.copy(buffer, filled, taken, taken + limit - filled);
      filled += copied;
      taken += copied;
    }
  }
  yield { bytes: buffer.subarray(0, filled), index, final: true };
}
