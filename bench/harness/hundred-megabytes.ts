import { randomBytes } from 'node:crypto';

export const MEGABYTES = 100;
/** Size of a chunk from a socket. */
const CHUNK_BYTES = 64 * 1024;
/** Incompressible. */
const RANDOM_CHUNK = randomBytes(CHUNK_BYTES);

export function* hundredMegabytes(): Generator<Buffer> {
  for (let left = MEGABYTES * 1024 ** 2; left > 0; left -= CHUNK_BYTES) yield RANDOM_CHUNK;
}
