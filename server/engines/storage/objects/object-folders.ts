import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertObjectKey } from '../object-store.ts';
import { syncDirectory } from '../sync-directory.ts';

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The two levels of folders (`ab/cd/abcd…`) in which objects lie, each made with its first object. */
export class ObjectFolders {
  readonly #directory: string;
  /** By the numbers that two and four digits are: 1 once the name of that folder is durable. */
  readonly #durableOuter = new Uint8Array(2 ** 8);
  readonly #durableInner = new Uint8Array(2 ** 16);

  constructor(directory: string) {
    this.#directory = directory;
  }

  pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.#directory, key.slice(0, 2), key.slice(2, 4), key);
  }

  /** Moves a finished object to its place. */
  async moveInto(key: string, from: string): Promise<void> {
    const path = this.pathOf(key);
    const inner = dirname(path);
    if (this.#durableInner[innerNumber(key)] === 1 && (await renameInto(from, path))) return;
    const made = await mkdir(inner, { recursive: true, mode: 0o700 });
    if (made !== undefined) this.#durableInner[innerNumber(key)] = 0;
    if (made !== undefined && made !== inner) this.#durableOuter[outerNumber(key)] = 0;
    await rename(from, path);
  }

  /**
   * Makes the name of an object durable. Those of its folders too, until they are: another upload may have made them and not have
   * synced them yet.
   */
  async sync(key: string): Promise<void> {
    const inner = dirname(this.pathOf(key));
    const changed = [inner];
    if (this.#durableInner[innerNumber(key)] !== 1) changed.push(dirname(inner));
    if (this.#durableOuter[outerNumber(key)] !== 1) changed.push(this.#directory);
    await Promise.all(changed.map(syncDirectory));
    this.#durableInner[innerNumber(key)] = 1;
    this.#durableOuter[outerNumber(key)] = 1;
  }
}

const outerNumber = (key: string): number => Number.parseInt(key.slice(0, 2), 16);
const innerNumber = (key: string): number => Number.parseInt(key.slice(0, 4), 16);

/** Returns false when the folder is not there. */
async function renameInto(from: string, path: string): Promise<boolean> {
  try {
    await rename(from, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
