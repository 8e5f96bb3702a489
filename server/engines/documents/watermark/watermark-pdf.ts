import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, type PDFPage } from 'pdf-lib';
import { drawMark } from './draw-watermark.ts';
import { Undrawable } from '../rendering/renderable-document.ts';

/** Marks are drawn on a sheet of this many pixels and laid over every page: any script, one picture in the whole file. */
const SHEET = { width: 1240, height: 1754 };

/** The PDF with a text across each of its pages. Signatures in it end to be valid, as with every change. */
export async function markPdf(bytes: Buffer, text: string): Promise<Uint8Array> {
  const document = await openPdf(bytes);
  const canvas = createCanvas(SHEET.width, SHEET.height);
  drawMark(canvas.getContext('2d'), SHEET.width, SHEET.height, text);
  const mark = await document.embedPng(canvas.encodeSync('png'));
  const pages = document.getPages();
  // Nothing to write on is nothing that may leave: another reader might find pages after all.
  if (pages.length === 0) throw new Undrawable('damaged');
  for (const page of pages) coverPage(page, (area) => page.drawImage(mark, area));
  return document.save();
}

async function openPdf(bytes: Buffer): Promise<PDFDocument> {
  // The library's own error for an encrypted document is no instance of its class.
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  if (document.isEncrypted) throw new Undrawable('protected');
  return document;
}

/** What a viewer shows of a page is its crop box, wherever that lies. */
function coverPage(
  page: PDFPage,
  draw: (area: { x: number; y: number; width: number; height: number }) => void,
): void {
  const { x, y, width, height } = page.getCropBox();
  const scale = width / SHEET.width;
  const step = SHEET.height * scale;
  for (let top = y; top < y + height; top += step) draw({ x, y: top, width, height: step });
}
