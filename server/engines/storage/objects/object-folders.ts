import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertObjectKey } from '../object-store.ts';
import { SharedSyncs } from './shared-syncs.ts';

const KEY_BYTES = 32;
/** The part of a key that names its folders. */
const FOLDER_BYTES = 2;
/** How many new objects follow each other into a folder: those that arrive together share its sync, and most find it made. */
const NEIGHBORS = 256;

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The two levels of folders (`ab/cd/abcd…`) in which objects lie, each made with its first object. */
export class ObjectFolders {
  readonly #directory: string;
  /** By the numbers that two and four digits are: 1 once the name of that folder is durable. */
  readonly #durableOuter = new Uint8Array(2 ** 8);
  readonly #durableInner = new Uint8Array(2 ** 16);

  readonly #syncs = new SharedSyncs();
  #chosen = randomBytes(FOLDER_BYTES);
  #free = NEIGHBORS;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns a key that nobody can guess: 240 of its bits are random for each object, the others for each folder. */
  newKey(): string {
    if (this.#free === 0) [this.#chosen, this.#free] = [randomBytes(FOLDER_BYTES), NEIGHBORS];
    this.#free -= 1;
    return Buffer.concat([this.#chosen, randomBytes(KEY_BYTES - FOLDER_BYTES)]).toString('hex');
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
    await Promise.all(changed.map((path) => this.#syncs.sync(path)));
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
