import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '1.0.0';
const TIMEOUT_MS = 10 * 60_000;

/** Downloads the npm package of a language as an archive, from the registry that npm is configured for. Runs nothing of it. */
export async function packLanguage(code: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-ocr-language-'));
  try {
    const name = `@tesseract.js-data/${code}@${VERSION}`;
    const args = ['pack', name, '--ignore-scripts', '--silent', '--pack-destination', folder];
    await run('npm', args, { cwd: folder, timeout: TIMEOUT_MS }).catch((cause: unknown) => {
      throw new Error(
        `npm could not download ${name}. Is ${code} the code of a language, and is the registry available?`,
        {
          cause,
        },
      );
    });
    const [archive] = await readdir(folder);
    if (archive === undefined) throw new Error(`npm downloaded nothing for ${name}`);
    return await readFile(join(folder, archive));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
