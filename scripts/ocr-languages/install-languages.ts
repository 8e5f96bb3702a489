import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { isOcrLanguageData, ocrLanguagesFolder } from '#server/engines/documents/document-engine.ts';
import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';

const CODE = /^[a-z]{3,4}(?:_[a-z]{2,8}){0,2}$/;
/** The small model, then the large one, which some languages have alone. */
const MODELS = ['4.0.0_best_int', '4.0.0'] as const;
const MAX_BYTES = 96 * 1024 * 1024;

interface InstallOptions {
  /** Returns the npm package of a language, a gzipped tar archive. */
  readonly pack: (code: string) => Promise<Buffer>;
  readonly print: (line: string) => void;
}

/** Installs languages one after another; each is complete or absent, also after a crash. */
export async function installLanguages(
  dataDir: string,
  codes: readonly string[],
  { pack, print }: InstallOptions,
): Promise<void> {
  const wrong = codes.find((code) => !CODE.test(code));
  if (wrong !== undefined) throw new Error(`${wrong} is not the code of a language, such as deu`);
  const folder = ocrLanguagesFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const code of new Set(codes)) {
    const data = await findLanguageData(code, await pack(code));
    if (!data || !(await isUsable(data)))
      throw new Error(`The package of ${code} contains no valid OCR data. Nothing was changed.`);
    await writeAtomically(join(folder, `${code}.traineddata.gz`), data);
    // An unpacked file of the same language would be a second one.
    await rm(join(folder, `${code}.traineddata`), { force: true });
    print(`${ocrLanguageName(code)} (${code}) is installed.`);
  }
}

/** Finds the smallest model in a package; returns it gzipped, as it is. */
async function findLanguageData(code: string, archive: Buffer): Promise<Buffer | undefined> {
  const wanted = MODELS.map((model) => `package/${model}/${code}.traineddata.gz`);
  const found = new Map<string, Buffer>();
  const entries = extract();
  entries.on('entry', (header, stream, next) => {
    if (!wanted.includes(header.name) || (header.size ?? 0) > MAX_BYTES) {
      stream.resume();
      stream.on('end', next);
      return;
    }
    buffer(stream).then((content) => {
      found.set(header.name, content);
      next();
    }, next);
  });
  await pipeline(Readable.from([archive]), createGunzip(), entries);
  return wanted.map((name) => found.get(name)).find((content) => content !== undefined);
}

function isUsable(gzipped: Buffer): Promise<boolean> {
  try {
    return isOcrLanguageData(gunzipSync(gzipped, { maxOutputLength: MAX_BYTES }));
  } catch {
    return Promise.resolve(false);
  }
}

/** Writes a file beside its place and renames it, so that the server never reads a part of it. */
async function writeAtomically(path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await using file = await open(temporary, 'w', 0o600);
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
