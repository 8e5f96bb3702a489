import { readFileSync } from 'node:fs';
import { PDFiumModule } from '@hyzyla/pdfium';
import { UnreadableDocumentError } from '#server/engines/documents/blocks/document-text.ts';

/** The functions of PDFium's C interface that we call; handles and addresses are numbers, 0 means failure. */
export interface Pdfium {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): number; free(address: number): void };
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(address: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageHeight(page: number): number;
  /** Writes width and height, doubles, in points; 0 when it fails. */
  _FPDF_GetPageSizeByIndex(document: number, index: number, width: number, height: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  _FPDF_GetPageWidth(page: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  /** Writes four floats, in points. */
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_Flatten(page: number, flag: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  /** Counts the rectangles of a range of characters, about one for each line, which `_FPDFText_GetRect` then returns. */
  _FPDFText_CountRects(text: number, start: number, count: number): number;
  /** Writes four doubles, in points of the page. */
  _FPDFText_GetRect(
    text: number,
    index: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): number;
  /** Converts a point of the page to one of an area, which are integers, with the page's rotation and crop box. */
  _FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetFontSize(text: number, index: number): number;
  _FPDFText_GetFontWeight(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

let wasm: ArrayBuffer | undefined;

/**
 * An instance for one document: a malicious one that corrupts PDFium's memory cannot reach the next, and the memory goes back
 * with the instance, since wasm memory never shrinks. It costs 20 ms.
 */
export async function loadPdfium(): Promise<Pdfium> {
  wasm ??= new Uint8Array(readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))).buffer;
  const loaded = await PDFiumModule({ wasmBinary: wasm });
  const pdfium = loaded as unknown as Pdfium; // the package exports all of PDFium, its types only what it calls itself
  pdfium._FPDF_InitLibraryWithConfig({});
  return pdfium;
}

/** The handle of the document. */
export function loadPdfDocument(pdfium: Pdfium, bytes: Uint8Array): number {
  const address = pdfium.wasmExports.malloc(bytes.length);
  if (address === 0) throw new UnreadableDocumentError({ code: 'pdf-out-of-memory' }, 'failed');
  pdfium.HEAPU8.set(bytes, address);
  const document = pdfium._FPDF_LoadMemDocument(address, bytes.length, 0);
  if (document !== 0) return document;
  const error = pdfium._FPDF_GetLastError();
  if (error === PASSWORD_ERROR)
    throw new UnreadableDocumentError({ code: 'pdf-password-protected' }, 'protected');
  if (error === SECURITY_ERROR)
    throw new UnreadableDocumentError({ code: 'pdf-unsupported-protection' }, 'protected');
  throw new UnreadableDocumentError({ code: 'pdf-damaged' }, 'damaged');
}
