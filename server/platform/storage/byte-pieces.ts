import { Transform } from 'node:stream';

export interface Piece {
  /** Only valid during the call: the next piece overwrites it. */
  bytes: Buffer;
  index: number;
  /** Whether the stream ends after it. */
  final: boolean;
}

/**
 * Cuts a stream into pieces of `size` bytes (the first may differ, the final one may be shorter or empty)
 * and emits what `convert` makes of each. One buffer serves all pieces, so memory stays flat.
 */
export function inPieces(size: number, convert: (piece: Piece) => Buffer[], firstSize = size): Transform {
  const buffer = Buffer.allocUnsafe(Math.max(size, firstSize));
  let filled = 0;
  let index = 0;

  function emit(stream: Transform, final: boolean): void {
    for (const bytes of convert({ bytes: buffer.subarray(0, filled), index, final })) stream.push(bytes);
    filled = 0;
    index += 1;
  }

  function take(stream: Transform, chunk: Buffer): void {
    for (let taken = 0; taken < chunk.length; ) {
      // A full piece waits until a byte follows it, because only then is it known not to be the final one.
      if (filled === (index === 0 ? firstSize : size)) emit(stream, false);
      const room = (index === 0 ? firstSize : size) - filled;
      const copied = chunk.copy(buffer, filled, taken, taken + room);
      filled += copied;
      taken += copied;
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(errorOf(() => take(this, chunk)));
    },
    flush(done) {
      done(errorOf(() => emit(this, true)));
    },
  });
}

/** Node does not catch what a transform throws: uncaught, one damaged blob would end the process. */
function errorOf(step: () => void): Error | null {
  try {
    step();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('A piece could not be converted.', { cause: error });
  }
}
