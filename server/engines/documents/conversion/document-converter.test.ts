import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import { withoutExif } from '../rendering/open-image.ts';
import { readImage } from '../testing/read-image.ts';
import { createDocumentConverter } from './document-converter.ts';

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'muniment-office-test-'));
  vi.stubEnv('TMPDIR', place);
  await Promise.all([mkdir(join(place, 'data')), mkdir(join(place, 'bin'))]);
  await writeFile(join(place, 'data', 'master.key'), 'secret');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

/**
 * An office program that does as the script says; `$out` is where its PDF belongs, `$in` the document, `$key` what it may not
 * see.
 */
async function converterWith(script: string, timeoutMs = 5_000, { signal } = new AbortController()) {
  const program = join(place, 'bin', 'soffice');
  const head = `#!/bin/sh\nfor in; do :; done\nout=document.pdf\nkey=${place}/data/master.key\n`;
  await writeFile(program, `${head}${script}\n`);
  await chmod(program, 0o755);
  const path = [join(place, 'bin'), process.env['PATH']].join(delimiter);
  return createDocumentConverter({ timeoutMs, hidden: [join(place, 'data')], path, signal });
}

const { signal } = new AbortController();
const bytes = async () => Readable.from([Buffer.from('a document')]);
const leftovers = async () => (await readdir(place)).filter((name) => name.startsWith('muniment-sandbox-'));

describe.runIf(canSandbox)('an installed office program (requires Linux with sandboxing)', () => {
  test('a document is converted to a PDF, and no temporary file is left', async () => {
    const converter = await converterWith('echo "PDF of $(cat "$in")" > "$out"');
    const pdf = await converter.convert('docx', bytes);
    expect(pdf && (await text(await pdf.bytes()))).toBe('PDF of a document\n');
    await pdf?.remove();
    expect(await leftovers()).toEqual([]);
  });

  test.each([
    ['fails', 'exit 1'],
    ['makes nothing', 'exit 0'],
    ['never ends', 'sleep 7341'],
    ['leaves a link to the key of the room', 'ln -s "$key" "$out"'],
  ])('a program that %s leaves the document to another renderer', async (_what, script) => {
    const converter = await converterWith(script, 1_500);
    expect(await converter.convert('xls', bytes)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  test('a program ends when the server stops, and none starts afterwards', async () => {
    const stopping = new AbortController();
    const converter = await converterWith('sleep 7342', 60_000, stopping);
    await converter.targetFormatOf('docx');
    const conversion = converter.convert('docx', bytes);
    setTimeout(() => stopping.abort(), 200);
    expect(await conversion).toBeUndefined();
    await expect(converter.convert('docx', bytes)).rejects.toThrow('abort');
    expect(await leftovers()).toEqual([]);
  });

  test('a program is not called for unsupported types', async () => {
    const converter = await converterWith('echo PDF > "$out"');
    expect(await converter.convert('pdf', bytes)).toBeUndefined();
  });
});

test('without an office program nothing is converted', async () => {
  const converter = createDocumentConverter({ timeoutMs: 1_000, hidden: [], path: place, signal });
  expect(await converter.convert('docx', bytes)).toBeUndefined();
});

const isInstalled = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const installed = () =>
  createDocumentConverter({ timeoutMs: 60_000, hidden: [], path: process.env['PATH'], signal });

test.runIf(canSandbox && isInstalled('soffice'))(
  'LibreOffice converts a document (skipped where it is not installed)',
  async () => {
    const pdf = await installed().convert('rtf', async () => Readable.from(['{\\rtf1 Hello}']));
    expect(pdf && (await text(await pdf.bytes())).slice(0, 5)).toBe('%PDF-');
    await pdf?.remove();
  },
);

test.runIf(canSandbox && isInstalled('heif-convert'))(
  'libheif itself converts and rotates an image that a phone took sideways (skipped where it is not installed)',
  async () => {
    const heic = await readFile(new URL('../testing/rotated.heic', import.meta.url));
    const made = await installed().convert('heic', async () => Readable.from([heic]));
    const image = await readImage(withoutExif(await buffer(await (made?.bytes() ?? Readable.from([])))));
    expect([image.width, image.height]).toEqual([200, 400]);
    await made?.remove();
    expect(
      await installed().convert('heic', async () => Readable.from([heic.subarray(0, 700)])),
    ).toBeUndefined();
  },
);
