import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { extractText } from '../extraction/testing/expect-blocks.ts';
import { openPdf } from '../rendering/open-pdf.ts';
import { makePdf } from '../testing/make-documents.ts';
import { watermarkPdf } from './watermark-pdf.ts';

const PDF = await makePdf([
  [{ text: 'The tenant pays.', y: 700 }],
  [{ text: 'The landlord repairs.', y: 700 }],
]);
const IMAGES = PDFName.of('XObject');
const NAMES = 'Ana Müller|ana@bücher.example|Покупатель|買主 𠮷|2026-11-20|12:00 UTC|3';

test('each page of a watermarked PDF contains the whole watermark as text, in every script, beside its own', async () => {
  const marked = Buffer.from(await watermarkPdf(PDF, NAMES));
  const { blocks } = await extractText('pdf', marked);
  const text = blocks.map((block) => block.text).join('\n');
  expect(text.split(NAMES)).toHaveLength(3);
  expect(text).toContain('The tenant pays.');
  expect(text).toContain('The landlord repairs.');
});

test('a PDF with a page that is not marked as one is refused: viewers would show it without the watermark', async () => {
  const document = await PDFDocument.load(PDF);
  document.getPages()[1]?.node.delete(PDFName.of('Type'));
  const bytes = Buffer.from(await document.save());
  expect((await openPdf(bytes, 10, 10_000)).pages).toHaveLength(2);
  await expect(watermarkPdf(bytes, NAMES)).rejects.toThrow('damaged');
});

test('the text of a watermark is not seen: without its image a page looks as before', async () => {
  const marked = Buffer.from(await watermarkPdf(PDF, NAMES));
  const withoutImage = await PDFDocument.load(marked);
  for (const page of withoutImage.getPages()) page.node.Resources()?.delete(IMAGES);
  const draw = async (bytes: Uint8Array) =>
    Buffer.from((await openPdf(Buffer.from(bytes), 10, 10_000)).renderPage(0, 400).data);
  const [before, after, seen] = [await draw(PDF), await draw(await withoutImage.save()), await draw(marked)];
  expect(after.equals(before)).toBe(true);
  expect(seen.equals(before)).toBe(false);
});
