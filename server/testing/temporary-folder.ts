import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** Containers often mount 64 MB there, which is too little. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** The folder for data of tests: in memory where there is room, because creating a database there takes a fifth of the time. */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
