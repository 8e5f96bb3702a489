import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OcrEngine, openOcrEngine } from './ocr-engine.ts';
import type { RecognizedPage } from './page-recognition.ts';
import { makeScan } from './testing/make-scan.ts';

const LINES = [
  'The tenant pays the rent on the',
  'first working day of each month',
  'without any deduction at all.',
];
const ENGLISH = readFileSync(
  createRequire(import.meta.url).resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
);

const never = new AbortController().signal;
let languagesFolder = '';
let engine: OcrEngine | undefined;

const open = (options: { timeoutMs?: number; memoryMb?: number } = {}) =>
  openOcrEngine({ program: undefined, hidden: [], path: '', languagesFolder, ...options });

beforeAll(async () => {
  languagesFolder = join(await mkdtemp(join(tmpdir(), 'muniment-ocr-test-')), 'ocr');
  engine = await open();
});
afterAll(async () => {
  await engine?.close();
  await rm(join(languagesFolder, '..'), { recursive: true, force: true });
});

async function recognize(image: Buffer, languages = ['eng']) {
  const { page } = (await engine?.recognizePage({ owner: 'one', image, languages }, never)) ?? {};
  return page;
}
const read = async (image: Buffer): Promise<RecognizedPage> => {
  const page = await recognize(image);
  if (!page || 'problem' in page) throw new Error(`The page was not read: ${page?.problem}`);
  return page;
};

test('without an installed program pages are read in WebAssembly, and English is included', async () => {
  expect(engine?.kind).toBe('wasm');
  expect(await engine?.listLanguages()).toEqual({ languages: ['eng'], damaged: [] });
  const page = await read(makeScan(LINES));
  expect(page.text).toBe(LINES.join('\n'));
  expect(page.confidence).toBeGreaterThan(85);
  expect(page.words).toBe(18);
});

const otherwise = 'a page that is %s is read';
async function expectRead(options: Parameters<typeof makeScan>[1]): Promise<void> {
  const page = await read(makeScan(LINES, options));
  expect(page.text.replace(/\s+/g, ' ')).toBe(LINES.join(' '));
}
test.for([['upside down', { rotation: 180 }]] as const)(otherwise, ([, options]) => expectRead(options));
test.for([
  ['white on black', { isDark: true }],
  ['on its side', { rotation: 90, width: 400, height: 1000 }],
] as const)(otherwise, { tags: ['full'] }, ([, options]) => expectRead(options));

test('an image without text has no words', async () => {
  expect(await read(makeScan([]))).toMatchObject({ text: '', words: 0 });
});

const unread = '%s is damaged or empty, and the page after it is read';
async function expectUnread(image: Buffer): Promise<void> {
  const page = await recognize(image);
  expect(page).toSatisfy((found: object) => 'problem' in found || ('words' in found && found.words === 0));
  expect((await read(makeScan(LINES))).words).toBe(18);
}
test.for([
  ['no image', Buffer.from('not an image at all')],
  ['a header of 40,000 pixels a side', declareSize(makeScan(LINES), 40_000)],
] as const)(unread, ([, image]) => expectUnread(image));
test.for([
  ['nothing', Buffer.alloc(0)],
  ['a truncated image', makeScan(LINES).subarray(0, 300)],
  ['a header of more pixels than follow', declareSize(makeScan(LINES), 9_000)],
] as const)(unread, { tags: ['full'] }, ([, image]) => expectUnread(image));

/** Changes the size in the header of a JPEG. */
function declareSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

test('a page ends at its time limit', async () => {
  const hurried = await open({ timeoutMs: 1_500 });
  const image = makeScan(
    Array.from({ length: 60 }, () => LINES.join(' ')),
    { width: 2400, height: 3400, size: 30 },
  );
  const { page } = (await hurried?.recognizePage({ owner: 'one', image, languages: ['eng'] }, never)) ?? {};
  expect(page).toEqual({ problem: 'too-long' });
  await hurried?.close();
});

test('language data in the folder counts, and damaged files are reported', async () => {
  await mkdir(languagesFolder, { recursive: true });
  const whole = gunzipSync(ENGLISH);
  await writeFile(join(languagesFolder, 'deu.traineddata.gz'), ENGLISH);
  await writeFile(join(languagesFolder, 'fra.traineddata'), whole.subarray(0, 2_000_000));
  await writeFile(join(languagesFolder, 'ita.traineddata.gz'), ENGLISH.subarray(0, 1_000_000));
  await writeFile(join(languagesFolder, 'nld.traineddata'), 'a page of a proxy that refuses');
  await writeFile(join(languagesFolder, 'spa.traineddata'), whole);
  await writeFile(join(languagesFolder, 'notes.txt'), 'ignored');
  const { languages, damaged } = (await engine?.listLanguages()) ?? {};
  expect(languages).toEqual(['deu', 'eng', 'spa']);
  expect(damaged).toEqual(['fra.traineddata', 'ita.traineddata.gz', 'nld.traineddata']);
  expect(await recognize(makeScan(LINES), ['deu', 'spa'])).toMatchObject({ words: 18 });
});

test('OCR can be off', async () => {
  expect(await openOcrEngine({ program: 'off', hidden: [], languagesFolder })).toBeUndefined();
});

test('a configured program that does not exist is an error', async () => {
  const program = join(languagesFolder, 'no-such-program');
  await expect(openOcrEngine({ program, hidden: [], languagesFolder })).rejects.toThrow('not a program');
});
