import { randomBytes } from 'node:crypto';

export const MEGABYTES = 100;
/** As a socket hands them over. */
const CHUNK_BYTES = 64 * 1024;
/** Nothing can make fewer of it. */
const RANDOM_CHUNK = randomBytes(CHUNK_BYTES);

export function* hundredMegabytes(): Generator<Buffer> {
  for (let left = MEGABYTES * 1024 ** 2; left > 0; left -= CHUNK_BYTES) yield RANDOM_CHUNK;
}
