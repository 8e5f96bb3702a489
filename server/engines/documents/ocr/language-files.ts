import { open, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unpack = promisify(gunzip);

const INCLUDED_LANGUAGE = 'eng';
/** The small model, whose weights are integers. */
const INCLUDED_FILE = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
const FILE_NAME = /^([a-z]{3,4}(?:_[a-z]{2,8}){0,2})\.traineddata(\.gz)?$/i;
/** Orientation of scripts and formulas, which are no languages. */
const NOT_LANGUAGES: ReadonlySet<string> = new Set(['osd', 'equ', 'snum']);
/** The largest model of all has 50 MB. */
const MAX_BYTES = 96 * 1024 * 1024;
/** A file begins with the number of its parts and the offset of each; the network is one of them. */
const [MAX_PARTS, NETWORK_PART, OFFSET_BYTES] = [24, 17, 8];

interface CheckedFile {
  readonly code: string;
  readonly path: string;
  readonly isValid: boolean;
}

interface InstalledLanguages {
  /** Sorted, with English. */
  readonly languages: readonly string[];
  /** Names of files that are not valid language data. */
  readonly damaged: readonly string[];
}

/** The language data in a folder, and the included one for English. */
export class LanguageFiles {
  readonly #folder: string;
  readonly #accepts: (data: Buffer) => Promise<boolean>;
  /** By name, size and time of change. */
  readonly #checked = new Map<string, Promise<CheckedFile>>();

  /** `accepts` asks the engine whether it can load data whose structure is valid. */
  constructor(folder: string, accepts: (data: Buffer) => Promise<boolean>) {
    this.#folder = folder;
    this.#accepts = accepts;
  }

  /** Looks at the folder each time, so that a new file counts at once; checks each file once. */
  async list(): Promise<InstalledLanguages> {
    const files = await this.#check();
    const valid = files.filter(({ isValid }) => isValid).map(({ code }) => code);
    const damaged = files.filter(({ isValid }) => !isValid).map(({ path }) => path);
    return {
      languages: [...new Set([...valid, INCLUDED_LANGUAGE])].toSorted(),
      damaged: damaged.map((path) => path.slice(this.#folder.length + 1)).toSorted(),
    };
  }

  /** Reads the data of an installed language, unpacked. */
  async read(code: string): Promise<Buffer> {
    const files = await this.#check();
    const found = files.find((file) => file.code === code && file.isValid);
    if (found) return readLanguageData(found.path);
    if (code !== INCLUDED_LANGUAGE) throw new Error(`The language ${code} is not installed for OCR`);
    return readLanguageData(createRequire(import.meta.url).resolve(INCLUDED_FILE));
  }

  async #check(): Promise<CheckedFile[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) =>
      name.includes('.traineddata'),
    );
    return Promise.all(names.toSorted().map((name) => this.#checkOnce(name)));
  }

  async #checkOnce(name: string): Promise<CheckedFile> {
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => undefined);
    const key = `${name} ${found?.size} ${found?.mtimeMs}`;
    const known = this.#checked.get(key);
    if (known) return known;
    const code = FILE_NAME.exec(name)?.[1] ?? '';
    const checking = this.#isValid(code, path).then((isValid) => ({ code, path, isValid }));
    this.#checked.set(key, checking);
    // Only a failure that is not the file's fault rejects: the next call tries again.
    checking.catch(() => this.#checked.delete(key));
    return checking;
  }

  async #isValid(code: string, path: string): Promise<boolean> {
    if (code === '' || NOT_LANGUAGES.has(code)) return false;
    const data = await readLanguageData(path).catch(() => undefined);
    return data !== undefined && isLanguageData(data) && this.#accepts(data);
  }
}

/** Reads a file of at most 96 MB, unpacked if it is gzipped. */
async function readLanguageData(path: string): Promise<Buffer> {
  await using file = await open(path);
  if ((await file.stat()).size > MAX_BYTES) throw new Error(`${path} is too large`);
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? await unpack(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
}

/** Returns whether the data has the structure of a language with a neural network. */
export function isLanguageData(data: Buffer): boolean {
  if (data.length < 4) return false;
  const parts = data.readInt32LE(0);
  const header = 4 + parts * OFFSET_BYTES;
  if (parts <= NETWORK_PART || parts > MAX_PARTS || data.length < header) return false;
  const offsets = Array.from({ length: parts }, (_, part) =>
    Number(data.readBigInt64LE(4 + part * OFFSET_BYTES)),
  );
  const isWithin = (offset: number) => offset === -1 || (offset >= header && offset < data.length);
  return offsets.every(isWithin) && offsets[NETWORK_PART] !== -1;
}
