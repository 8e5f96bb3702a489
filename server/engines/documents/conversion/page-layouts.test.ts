import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporaryStore } from '#server/engines/storage/object-storage.ts';
import type { DocumentSource } from '../document-source.ts';
import { openPageCache } from '../rendering/page-cache.ts';
import { createPageRenderer } from '../rendering/page-renderer.ts';
import type { ConversionCache } from './conversion-cache.ts';
import { createPageLayouts } from './page-layouts.ts';

const LETTER: DocumentSource = {
  key: 'letter',
  owner: 'ann',
  type: 'docx',
  bytes: async () => Readable.from(['text']),
};
const TEXT_PAGES = 40;
const PDF_PAGES = 60;

/** A renderer of a machine whose conversions are late; a page is an image of its type and number. */
async function openRenderer() {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-layouts-'));
  const cache = await openPageCache(folder, openTemporaryStore);
  onTestFinished(async () => {
    await cache.flush();
    await rm(folder, { recursive: true });
  });
  const machine = { isReady: false, isBroken: false };
  const convert: ConversionCache['convert'] = async ({ key }, { isPatient }) => {
    if (machine.isBroken || !(machine.isReady || isPatient)) return undefined;
    return (
      (await cache.findStored(`${key} as pdf`)) ??
      cache.store(`${key} as pdf`, Readable.from([Buffer.from('pdf')]))
    );
  };
  const conversions: ConversionCache = {
    targetFormatOf: async () => 'pdf',
    convert,
    whenIdle: async () => {},
  };
  const countOf = (type: string) => (type === 'pdf' ? PDF_PAGES : TEXT_PAGES);
  const pages = createPageRenderer(
    createPageLayouts(conversions, cache.temporaryStore),
    {
      listPages: async ({ type }) => ({
        count: countOf(type),
        pages: Array.from({ length: countOf(type) }, () => ({ width: 1, height: 1 })),
      }),
      renderPage: async ({ type }, page) =>
        page > countOf(type) ? { problem: 'damaged' } : { image: Buffer.from(`${type} ${page}`) },
      renderPixels: async ({ type }, page) => ({ image: Buffer.from(`${type} ${page}`) }),
      renderPng: async ({ type }) => ({ image: Buffer.from(type) }),
      findText: async ({ type }) => ({ matches: [{ page: countOf(type), boxes: [] }] }),
    },
    cache,
    { watermarkImage: async (image) => Buffer.concat([image, Buffer.from(' marked')]) },
  );
  const show = async (document: DocumentSource, page: number) => {
    const drawing = await pages.renderPage(document, page, 800);
    return 'image' in drawing ? drawing.image.toString() : drawing.problem;
  };
  return { machine, pages, show };
}

test('pages that were laid out from the text are not mixed with those of the PDF that follows', async () => {
  const { machine, pages, show } = await openRenderer();
  expect(await pages.listPages(LETTER)).toMatchObject({ count: TEXT_PAGES, layout: 'text' });
  expect(await show(LETTER, 1)).toBe('docx 1');
  const mark = async () => {
    const drawing = await pages.renderWatermarkedPage(LETTER, 1, 800, 'ann');
    return 'image' in drawing && drawing.image.toString();
  };
  expect(await mark()).toBe('docx 1 marked');
  machine.isReady = true;
  expect(await pages.listPages(LETTER)).toMatchObject({ count: PDF_PAGES, layout: 'pdf' });
  expect([await show(LETTER, 1), await show(LETTER, 60)]).toEqual(['pdf 1', 'pdf 60']);
  expect(await mark()).toBe('pdf 1 marked');
  const search = { find: 'x', from: 1, to: 1, acceptsPart: false };
  expect(await pages.findText(LETTER, search)).toMatchObject({ matches: [{ page: PDF_PAGES }] });
});

test('who holds a list of pages gets pages of its layout, whatever is ready meanwhile', async () => {
  const { machine, pages, show } = await openRenderer();
  const [text, pdf] = [{ ...LETTER, layout: 'text' } as const, { ...LETTER, layout: 'pdf' } as const];
  machine.isReady = true;
  expect(await show(LETTER, 2)).toBe('pdf 2');
  expect(await show(text, 2)).toBe('docx 2');
  expect(await pages.listPages(text)).toMatchObject({ count: TEXT_PAGES, layout: 'text' });
  machine.isReady = false;
  expect(await show(pdf, 3)).toBe('pdf 3');
  machine.isBroken = true;
  expect(await show(pdf, 4)).toBe('damaged');
  // It is stored in the background.
  await expect.poll(() => show(pdf, 2)).toBe('pdf 2');
  expect(await show(text, 4)).toBe('docx 4');
});

test('a patient list is of the PDF, and of the text only if the conversion fails', async () => {
  const { machine, pages } = await openRenderer();
  const list = () => pages.listPages(LETTER, { isPatient: true });
  machine.isBroken = true;
  expect(await list()).toMatchObject({ layout: 'text' });
  machine.isBroken = false;
  expect(await list()).toMatchObject({ count: PDF_PAGES, layout: 'pdf' });
});
