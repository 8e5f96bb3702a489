import { damagedDocumentError, type ExtractionReason } from '../../blocks/document-text.ts';
import { orderByColumns } from './pdf-columns.ts';
import { type PdfLine, readLines } from './pdf-lines.ts';
import type { Pdfium } from './pdfium.ts';

/** Reading stops after this part of the time, so that what was read until then is not lost. */
const READING_TIME_SHARE = 0.7;
/** FPDF_PAGEOBJ_IMAGE. */
const IMAGE_OBJECT = 3;
/** An image that covers this much of a page without text is a scan, not an ornament. */
const SCAN_SHARE = 0.3;
/** A scan is a few strips; what draws thousands of objects is a drawing. */
const MAX_OBJECTS = 1_000;

interface ReadPages {
  /** The lines of each page that was reached. */
  pages: PdfLine[][];
  /** Pages of the document. */
  count: number;
  /** Pages, from 1, that show an image and contain no text. */
  imagePages: number[];
  /** The reasons for pages that were not read. */
  gaps: ExtractionReason[];
}

/** Reads page by page: one that fails leaves a gap, and takes nothing from the others. */
export function readPages(pdfium: Pdfium, document: number, timeoutMs: number): ReadPages {
  const until = performance.now() + timeoutMs * READING_TIME_SHARE;
  const count = pdfium._FPDF_GetPageCount(document);
  const pages: PdfLine[][] = [];
  const imagePages: number[] = [];
  let failed = 0;
  while (pages.length < count && performance.now() < until) {
    const page = openPage(pdfium, document, pages.length);
    const lines =
      page === 0 ? undefined : ignoreTrap(() => orderByColumns(readLines(pdfium, page, pages.length + 1)));
    if (lines === undefined) failed += 1;
    pages.push(lines ?? []);
    if (lines && !hasWords(lines) && isScan(pdfium, page)) imagePages.push(pages.length);
    if (page !== 0) pdfium._FPDF_ClosePage(page);
  }
  if (count > 0 && failed === count) throw damagedDocumentError();
  return {
    pages,
    count,
    imagePages,
    gaps: findGaps(pages.length, count, failed),
  };
}

function findGaps(reached: number, count: number, failed: number): ExtractionReason[] {
  const gaps: ExtractionReason[] = [];
  if (reached < count) gaps.push({ code: 'pages-not-reached', reached, count });
  if (failed > 0) gaps.push({ code: 'pages-damaged', failed, count });
  return gaps;
}

/** A damaged page may end the library's work with a trap (of wasm); the instance serves this document alone. */
function ignoreTrap<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'RuntimeError') return undefined;
    throw error;
  }
}

/** Opens a page and flattens it: values of form fields are drawn by annotations and become text of the page. */
function openPage(pdfium: Pdfium, document: number, index: number): number {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0 || pdfium._FPDFPage_GetAnnotCount(page) === 0) return page;
  pdfium._FPDFPage_Flatten(page, 0);
  pdfium._FPDF_ClosePage(page);
  return pdfium._FPDF_LoadPage(document, index);
}

function hasWords(lines: readonly PdfLine[]): boolean {
  return lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function isScan(pdfium: Pdfium, page: number): boolean {
  const area = pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page);
  const objects = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS);
  const bounds = pdfium.wasmExports.malloc(16);
  let covered = 0;
  for (let index = 0; index < objects; index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) !== IMAGE_OBJECT) continue;
    if (pdfium._FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12) === 0) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(pdfium.HEAPU8.buffer, bounds, 4);
    covered += (right - left) * (top - bottom);
  }
  pdfium.wasmExports.free(bounds);
  return covered > area * SCAN_SHARE;
}
