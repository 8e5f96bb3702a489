import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test as base, describe, expect, onTestFinished } from 'vitest';
import { type DocumentEngine, type DocumentSource, openDocumentEngine } from '../document-engine.ts';
import { makeDocx, makePdf, paragraph } from '../testing/make-documents.ts';
import {
  makeDecompressionBomb,
  makeImage,
  makeRotatedJpeg,
  makeRotatedTiff,
} from '../testing/make-images.ts';
import { readImage } from '../testing/read-image.ts';

const test = base.extend<{
  $file: { dataDir: string; documents: DocumentEngine; pages: DocumentEngine['rendering'] };
}>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'muniment-pages-'));
      await use(directory);
      await rm(directory, { recursive: true });
    },
    { scope: 'file' },
  ],
  documents: [
    async ({ dataDir }, use) => {
      const documents = await openDocumentEngine({ dataDir, maxPages: 3, timeoutMs: 20_000 });
      await use(documents);
      await documents.close();
    },
    { scope: 'file' },
  ],
  pages: [async ({ documents }, use) => use(documents.rendering), { scope: 'file' }],
});

const documentOf = (type: string, bytes: Buffer): DocumentSource => ({
  key: crypto.randomUUID(),
  owner: 'ann',
  type,
  bytes: async () => Readable.from([bytes]),
});

async function renderImage(
  pages: DocumentEngine['rendering'],
  document: DocumentSource,
  page = 1,
  width = 800,
) {
  const drawing = await pages.renderPage(document, page, width);
  if ('problem' in drawing) throw new Error(`not drawn: ${drawing.problem}`);
  return drawing.image;
}

const isDark = ([red]: readonly number[]) => (red ?? 255) < 128;
const isRed = ([red = 0, , blue = 0]: readonly number[]) => red > 200 && blue < 60;

/** Tells whether the upper half of an image has any ink. */
async function hasInk(image: Buffer): Promise<boolean> {
  const { width, height, pixelAt } = await readImage(image);
  for (let y = 0; y < height / 2; y += 1)
    for (let x = 0; x < width; x += 1) if (isDark(pixelAt(x, y))) return true;
  return false;
}

describe('rendering of a PDF', () => {
  test('a PDF is rendered page by page in the requested width', async ({ pages }) => {
    const document = documentOf(
      'pdf',
      await makePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]]),
    );
    const opening = await pages.listPages(document);
    expect(opening).toMatchObject({ count: 2, pages: [{}, {}] });
    const [first, second] = [
      await renderImage(pages, document, 1),
      await renderImage(pages, document, 2, 1200),
    ];
    expect([(await readImage(first)).width, (await readImage(second)).width]).toEqual([800, 1200]);
    expect([await hasInk(first), await hasInk(second)]).toEqual([true, true]);
  });

  test('a PDF above the page limit shows its first pages and the total number', async ({ pages }) => {
    const document = documentOf('pdf', await makePdf([[], [], [], [], []]));
    expect(await pages.listPages(document)).toMatchObject({ count: 5, pages: [{}, {}, {}] });
  });
});

describe('an image', () => {
  test.for(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'an image in %s is one page',
    async (format, { pages }) => {
      const document = documentOf(format, makeImage(format));
      expect(await pages.listPages(document)).toEqual({ count: 1, pages: [{ width: 400, height: 200 }] });
      const { pixelAt } = await readImage(await renderImage(pages, document));
      expect([isRed(pixelAt(100, 200)), isRed(pixelAt(700, 200))]).toEqual([true, false]);
    },
  );

  test.for([
    ['jpg', makeRotatedJpeg()],
    ['tif', makeRotatedTiff()],
  ] as const)('an image in %s is rotated by its EXIF orientation', async ([type, bytes], { pages }) => {
    const document = documentOf(type, bytes);
    expect(await pages.listPages(document)).toMatchObject({ pages: [{ width: 200, height: 400 }] });
    const { pixelAt } = await readImage(await renderImage(pages, document));
    expect([isRed(pixelAt(400, 100)), isRed(pixelAt(400, 1500))]).toEqual([true, false]);
  });

  test('an image that would fill the memory is not decoded', async ({ pages }) => {
    expect(await pages.listPages(documentOf('png', makeDecompressionBomb()))).toEqual({
      problem: 'too-large',
    });
  });
});

describe('rendering of text', () => {
  test('plain text is rendered line by line', async ({ pages }) => {
    const document = documentOf('txt', Buffer.from('Grüße, Привет, Γειά\n'.repeat(150)));
    expect(await pages.listPages(document)).toMatchObject({ count: 3 });
    expect(await hasInk(await renderImage(pages, document))).toBe(true);
  });

  test('one endless word is broken to fit', async ({ pages }) => {
    const document = documentOf('json', Buffer.from(`"${'x'.repeat(300_000)}"`));
    expect(await pages.listPages(document)).toMatchObject({ count: 4, pages: [{}, {}, {}] });
  });

  test('a Word document is rendered from its text', async ({ pages }) => {
    const document = documentOf('docx', makeDocx(paragraph('A clause.')));
    expect(await pages.listPages(document)).toMatchObject({ count: 1 });
    expect(await hasInk(await renderImage(pages, document))).toBe(true);
  });
});

describe('documents that cannot be rendered', () => {
  test.for<[string, string, string, Buffer]>([
    ['an empty file', 'empty', 'pdf', Buffer.alloc(0)],
    ['a file with a wrong extension', 'damaged', 'pdf', Buffer.from('no PDF')],
    ['a PDF cut off', 'damaged', 'pdf', Buffer.from('%PDF-1.7\n1 0 obj <<')],
    ['a scan of random bytes', 'damaged', 'tif', Buffer.from('II*\0rubbish rubbish')],
    ['an image of random bytes', 'damaged', 'png', Buffer.from('\x89PNG\r\n\x1a\nrubbish', 'latin1')],
    ['an unknown type', 'unsupported', 'exe', Buffer.from('MZ')],
    ['a web page with another extension', 'unsupported', 'svg', Buffer.from('<svg onload="alert(1)"/>')],
  ])('%s is reported as %s', async ([_what, problem, type, bytes], { pages }) => {
    const document = documentOf(type, bytes);
    expect(await pages.listPages(document)).toEqual({ problem });
    expect(await pages.renderPage(document, 1, 800)).toEqual({ problem });
  });
});

describe('a watermark', () => {
  test.for(['png', 'txt'])(
    'a watermark covers every part of a page from %s',
    async (type, { documents, pages }) => {
      const document = documentOf(type, type === 'png' ? makeImage('png') : Buffer.from('Short.'));
      const image = await renderImage(pages, document, 1, 1200);
      const plain = await readImage(image);
      const marked = await readImage(
        await documents.watermark.watermarkImage(image, 'ann@example.test · 2026-11-20 12:00 UTC', 'ann'),
      );
      const [width, height] = [300, Math.floor(plain.height / 4)];
      for (let x = 0; x < 1200; x += width)
        for (let y = 0; y + height <= plain.height; y += height)
          expect([x, y, marked.countDifferences(plain, { x, y, width, height })]).toEqual([
            x,
            y,
            expect.toSatisfy((n: number) => n > 200),
          ]);
    },
  );
});

test('a thumbnail is rendered only while it is still wanted', async ({ pages }) => {
  const document = documentOf('png', makeImage('png'));
  expect(await pages.renderThumbnail(document, 96, () => false)).toBeUndefined();
  const image = await pages.renderThumbnail(document, 96, () => true);
  expect(image && (await readImage(image)).width).toBe(96);
  expect(await pages.renderThumbnail(documentOf('exe', Buffer.from('MZ')), 96, () => true)).toBeUndefined();
});

test('more documents than processes are rendered, and each gets its own page', async ({ pages }) => {
  const documents = Array.from({ length: 9 }, (_, at) =>
    at % 3 === 0 ? documentOf('png', makeImage('png')) : documentOf('txt', Buffer.from('A note.')),
  );
  const images = await Promise.all(documents.map((document) => renderImage(pages, document)));
  const red = await Promise.all(
    images.map(async (image) => isRed((await readImage(image)).pixelAt(100, 100))),
  );
  expect(red).toEqual(documents.map(({ type }) => type === 'png'));
});

test('unreadable bytes are not blamed on the document, which is rendered as soon as they are readable', async ({
  pages,
}) => {
  const document = documentOf('png', makeImage('png'));
  const broken = { ...document, bytes: () => Promise.reject(new Error('the disk is gone')) };
  await expect(pages.listPages(broken)).rejects.toThrow('the disk is gone');
  expect(await pages.listPages(document)).toMatchObject({ count: 1 });
});

test('rendered pages are stored encrypted, and none outlives the process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-pages-'));
  const documents = await openDocumentEngine({ dataDir, maxPages: 3 });
  const pages = documents.rendering;
  onTestFinished(async () => {
    await documents.close();
    // A page that is kept at this moment may still be written.
    await rm(dataDir, { recursive: true, maxRetries: 5 });
  });
  const document = documentOf('png', makeImage('png'));
  const first = await renderImage(pages, document);
  const listKept = async () => {
    const entries = await readdir(join(dataDir, 'cache'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'));
    return files.map(({ parentPath, name }) => join(parentPath, name));
  };
  // A page is kept while it is on its way already.
  await expect.poll(listKept).toHaveLength(1);
  const [kept = ''] = await listKept();
  expect((await readFile(kept)).includes(first.subarray(0, 16))).toBe(false);
  expect((await renderImage(pages, document)).equals(first)).toBe(true);
  const next = await openDocumentEngine({ dataDir, maxPages: 1 });
  await next.close();
  expect(await listKept()).toEqual([]);
  expect((await renderImage(pages, document)).equals(first)).toBe(true);
});

test('a closed engine starts no process for what is asked for later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-pages-'));
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }));
  const documents = await openDocumentEngine({ dataDir, maxPages: 3 });
  await documents.close();
  await expect(documents.rendering.listPages(documentOf('png', makeImage('png')))).rejects.toThrow('closed');
});
