import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { UnrenderableDocumentError } from '../rendering/renderable-document.ts';
import { drawWatermark } from './draw-watermark.ts';

/** Marks are drawn on a sheet of this many pixels and laid over every page: any script, one picture in the whole file. */
const TILE_SIZE = { width: 1240, height: 1754 };

/** The PDF with a text across each of its pages. Signatures in it end to be valid, as with every change. */
export async function watermarkPdf(bytes: Buffer, text: string): Promise<Uint8Array> {
  const document = await loadUnencryptedPdf(bytes);
  const canvas = createCanvas(TILE_SIZE.width, TILE_SIZE.height);
  drawWatermark(canvas.getContext('2d'), TILE_SIZE.width, TILE_SIZE.height, text);
  const mark = await document.embedPng(canvas.encodeSync('png'));
  const pages = document.getPages();
  // Nothing to write on is nothing that may leave: another reader might find pages after all.
  if (pages.length === 0) throw new UnrenderableDocumentError('damaged');
  for (const page of pages) coverPage(page, (area) => page.drawImage(mark, area));
  return document.save();
}

async function loadUnencryptedPdf(bytes: Buffer): Promise<PDFDocument> {
  // The library's own error for an encrypted document is no instance of its class.
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  if (document.isEncrypted) throw new UnrenderableDocumentError('protected');
  return document;
}

/** What a viewer shows of a page is its crop box, wherever that lies. */
function coverPage(
  page: PDFPage,
  draw: (area: { x: number; y: number; width: number; height: number }) => void,
): void {
  const { x, y, width, height } = page.getCropBox();
  const scale = width / TILE_SIZE.width;
  const step = TILE_SIZE.height * scale;
  for (let top = y; top < y + height; top += step) draw({ x, y: top, width, height: step });
}
