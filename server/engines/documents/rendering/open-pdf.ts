import { runWithTimeout } from '#server/engines/sandbox/child-side.ts';
import { loadPdfDocument as loadPdf, loadPdfium, type Pdfium } from '../formats/pdf/pdfium.ts';
import { findOnPdfPage } from './find-on-pdf-page.ts';
import type { Pixels } from './jpeg.ts';
import {
  type PageSize,
  pixelSizeForWidth,
  type RenderableDocument,
  UnrenderableDocumentError,
} from './renderable-document.ts';

/** FPDF_ANNOT, notes and filled-in forms; FPDF_REVERSE_BYTE_ORDER, red first. */
const RENDER_FLAGS = 0x01 | 0x10;
/** FPDFBitmap_BGRA. */
const BITMAP_FORMAT = 4;
const WHITE = 0xffffffff;
const BYTES_PER_PIXEL = 4;
/** Size of a page that has no usable size of its own. */
const US_LETTER: PageSize = { width: 612, height: 792 };

export async function openPdf(
  bytes: Uint8Array,
  maxPages: number,
  timeoutMs: number,
): Promise<RenderableDocument> {
  const pdfium = await loadPdfium();
  const { document, count, pages } = runWithTimeout(() => {
    const document = loadPdf(pdfium, bytes);
    const count = pdfium._FPDF_GetPageCount(document);
    return { document, count, pages: listPageSizes(pdfium, document, Math.min(count, maxPages)) };
  }, timeoutMs);
  if (count === 0) throw new UnrenderableDocumentError('empty');
  return {
    pages,
    count,
    renderPage(index, width) {
      const size = pixelSizeForWidth(pages[index] ?? US_LETTER, width);
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) throw new UnrenderableDocumentError('damaged');
      try {
        return renderBitmap(pdfium, page, size);
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    },
    findOnPage: (index, locate) => findOnPdfPage(pdfium, document, index, locate),
  };
}

function listPageSizes(pdfium: Pdfium, document: number, count: number): PageSize[] {
  const [width, height] = [pdfium.wasmExports.malloc(8), pdfium.wasmExports.malloc(8)];
  const read = (address: number): number => {
    // A new view each time: the memory behind it is another when it has grown.
    const value = new DataView(pdfium.HEAPU8.buffer).getFloat64(address, true);
    return value >= 1 && value < 1e6 ? Math.round(value) : 0;
  };
  return Array.from({ length: count }, (_, index) => {
    if (pdfium._FPDF_GetPageSizeByIndex(document, index, width, height) === 0) return US_LETTER;
    const size = { width: read(width), height: read(height) };
    return size.width > 0 && size.height > 0 ? size : US_LETTER;
  });
}

function renderBitmap(pdfium: Pdfium, page: number, { width, height }: PageSize): Pixels {
  const bytes = width * height * BYTES_PER_PIXEL;
  const buffer = pdfium.wasmExports.malloc(bytes);
  if (buffer === 0) throw new UnrenderableDocumentError('too-large');
  try {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, buffer, width * BYTES_PER_PIXEL);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    pdfium._FPDFBitmap_Destroy(bitmap);
    return { width, height, data: Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + bytes)) };
  } finally {
    pdfium.wasmExports.free(buffer);
  }
}
