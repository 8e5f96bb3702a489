import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installLanguages } from './install-languages.ts';

const ENGLISH = readFileSync(
  createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
);

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-ocr-languages-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function packageOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const tar = packTar();
  for (const [name, content] of Object.entries(files)) tar.entry({ name: `package/${name}` }, content);
  tar.finalize();
  return buffer(tar.pipe(createGzip()));
}

const installed = () => readdir(join(dataDir, 'ocr'));
const lines: string[] = [];
const install = (codes: string[], files: Readonly<Record<string, Buffer>>) =>
  installLanguages(dataDir, codes, { pack: () => packageOf(files), print: (line) => lines.push(line) });

test('a language is installed from its package, and replaces an unpacked file', async () => {
  await install(['deu'], {
    'package.json': Buffer.from('{}'),
    '4.0.0/deu.traineddata.gz': Buffer.from('the large one'),
    '4.0.0_best_int/deu.traineddata.gz': ENGLISH,
  });
  await writeFile(join(dataDir, 'ocr', 'deu.traineddata'), 'old');
  await install(['deu', 'deu'], { '4.0.0/deu.traineddata.gz': ENGLISH });
  expect(await installed()).toEqual(['deu.traineddata.gz']);
  expect(lines[0]).toBe('German (deu) is installed.');
});

test.for([
  ['without language data', {}],
  ['with damaged data', { '4.0.0_best_int/deu.traineddata.gz': ENGLISH.subarray(0, 100_000) }],
  ['with something else', { '4.0.0_best_int/deu.traineddata.gz': Buffer.from('<html>') }],
  ['with data outside its folder', { '../../deu.traineddata.gz': ENGLISH }],
] as const)('a package %s installs nothing', async ([, files]) => {
  await expect(install(['deu'], files)).rejects.toThrow('no valid OCR data');
  expect(await installed()).toEqual([]);
});

test.for(['../deu', 'de', 'DEU', '--registry=https://example.com'])('%s is no language', async (code) => {
  await expect(install([code], {})).rejects.toThrow('is not the code of a language');
});
