import {
  PDFDict,
  PDFDocument,
  type PDFObject,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
} from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { UnrenderableDocumentError } from '../rendering/renderable-document.ts';
import { drawWatermark, styled, type WatermarkText } from './draw-watermark.ts';
import { addInvisibleFont, writeInvisibly } from './invisible-text.ts';
import { removeEmbeddedFiles } from './remove-embedded-files.ts';

/** The watermark is drawn once as an image of this size and placed over every page, which works for any script. */
const TILE_SIZE = { width: 1240, height: 1754 };

/**
 * Draws a text across each page of a PDF, and adds it as text: copies and searches name the viewer too. Files in it are removed,
 * since they would leave without the text. Its signatures become invalid, as with every change.
 */
export async function watermarkPdf(bytes: Buffer, text: WatermarkText): Promise<Uint8Array> {
  const document = await loadUnencryptedPdf(bytes);
  const canvas = createCanvas(TILE_SIZE.width, TILE_SIZE.height);
  drawWatermark(canvas.getContext('2d'), TILE_SIZE.width, TILE_SIZE.height, text);
  const mark = await document.embedPng(canvas.encodeSync('png'));
  const pages = document.getPages();
  // Nothing to write on is nothing that may leave: another reader might find pages after all.
  if (pages.length === 0) throw new UnrenderableDocumentError('damaged');
  refuseUnknownPages(document);
  removeEmbeddedFiles(document);
  const font = addInvisibleFont(document);
  for (const page of pages) {
    coverPage(page, (area) => page.drawImage(mark, area));
    writeInvisibly(page, font, styled(text).text);
  }
  return document.save();
}

/**
 * Refuses a document with pages that do not say that they are pages: viewers show them all the same, and they would stay without
 * the text.
 */
function refuseUnknownPages(document: PDFDocument): void {
  document.catalog.Pages().traverse((node: PDFObject | undefined) => {
    if (node instanceof PDFDict && !(node instanceof PDFPageLeaf || node instanceof PDFPageTree))
      throw new UnrenderableDocumentError('damaged');
  });
}

async function loadUnencryptedPdf(bytes: Buffer): Promise<PDFDocument> {
  // The library's own error for an encrypted document is no instance of its class.
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  if (document.isEncrypted) throw new UnrenderableDocumentError('protected');
  return document;
}

/** Covers the crop box, which is the part of a page that viewers show, wherever it lies. */
function coverPage(
  page: PDFPage,
  draw: (area: { x: number; y: number; width: number; height: number }) => void,
): void {
  const { x, y, width, height } = page.getCropBox();
  const scale = width / TILE_SIZE.width;
  const step = TILE_SIZE.height * scale;
  for (let top = y; top < y + height; top += step) draw({ x, y: top, width, height: step });
}
