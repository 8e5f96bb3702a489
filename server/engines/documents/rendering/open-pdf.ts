import { withinTime } from '#server/engines/sandbox/run-with-timeout.ts';
import { openPdf as loadPdf, type Pdfium, startPdfium } from '../formats/pdf/pdfium.ts';
import { type DrawnDocument, type PageSize, pixelsOf, Undrawable } from './renderable-document.ts';
import type { Pixels } from './jpeg.ts';

/** FPDF_ANNOT, notes and filled-in forms; FPDF_REVERSE_BYTE_ORDER, red first. */
const FLAGS = 0x01 | 0x10;
/** FPDFBitmap_BGRA. */
const FORMAT = 4;
const WHITE = 0xffffffff;
const BYTES_PER_PIXEL = 4;
/** What a page without a usable size is drawn as. */
const LETTER: PageSize = { width: 612, height: 792 };

export async function openPdf(
  bytes: Uint8Array,
  mostPages: number,
  timeoutMs: number,
): Promise<DrawnDocument> {
  const pdfium = await startPdfium();
  const { document, count, pages } = withinTime(() => {
    const document = loadPdf(pdfium, bytes);
    const count = pdfium._FPDF_GetPageCount(document);
    return { document, count, pages: listSizes(pdfium, document, Math.min(count, mostPages)) };
  }, timeoutMs);
  if (count === 0) throw new Undrawable('empty');
  return {
    pages,
    count,
    draw(index, width) {
      const size = pixelsOf(pages[index] ?? LETTER, width);
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) throw new Undrawable('damaged');
      try {
        return drawPage(pdfium, page, size);
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    },
  };
}

function listSizes(pdfium: Pdfium, document: number, count: number): PageSize[] {
  const [width, height] = [pdfium.wasmExports.malloc(8), pdfium.wasmExports.malloc(8)];
  const read = (address: number): number => {
    // A new view each time: the memory behind it is another when it has grown.
    const value = new DataView(pdfium.HEAPU8.buffer).getFloat64(address, true);
    return value >= 1 && value < 1e6 ? Math.round(value) : 0;
  };
  return Array.from({ length: count }, (_, index) => {
    if (pdfium._FPDF_GetPageSizeByIndex(document, index, width, height) === 0) return LETTER;
    const size = { width: read(width), height: read(height) };
    return size.width > 0 && size.height > 0 ? size : LETTER;
  });
}

function drawPage(pdfium: Pdfium, page: number, { width, height }: PageSize): Pixels {
  const bytes = width * height * BYTES_PER_PIXEL;
  const buffer = pdfium.wasmExports.malloc(bytes);
  if (buffer === 0) throw new Undrawable('too-large');
  try {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT, buffer, width * BYTES_PER_PIXEL);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
    pdfium._FPDFBitmap_Destroy(bitmap);
    return { width, height, data: Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + bytes)) };
  } finally {
    pdfium.wasmExports.free(buffer);
  }
}
