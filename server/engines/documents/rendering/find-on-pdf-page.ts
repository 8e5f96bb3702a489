import type { TextRange } from '#shared/domain/locate-passage.ts';
import type { Pdfium } from '../formats/pdf/pdfium.ts';
import { type LocateText, type PageBox, UnrenderableDocumentError } from './renderable-document.ts';

/** Side of the area that points of a page are converted to: boxes are exact to a ten-thousandth of the page. */
const AREA = 10_000;
const DOUBLE_BYTES = 8;

/** Returns the boxes of each match on a page of a PDF. */
export function findOnPdfPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  locate: LocateText,
): PageBox[][] {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) throw new UnrenderableDocumentError('damaged');
  const text = pdfium._FPDFText_LoadPage(page);
  const buffer = pdfium.wasmExports.malloc(4 * DOUBLE_BYTES);
  try {
    if (text === 0) return [];
    const { characters, glyphs } = readGlyphs(pdfium, text);
    return locate([characters]).map((ranges) =>
      ranges.flatMap((range) => listBoxes(pdfium, { page, text, buffer }, glyphs, range)),
    );
  } finally {
    pdfium.wasmExports.free(buffer);
    if (text !== 0) pdfium._FPDFText_ClosePage(text);
    pdfium._FPDF_ClosePage(page);
  }
}

/** Reads the page's text, and for each of its UTF-16 units the glyph that it belongs to. */
function readGlyphs(pdfium: Pdfium, text: number): { characters: string; glyphs: number[] } {
  const count = pdfium._FPDFText_CountChars(text);
  const pieces: string[] = [];
  const glyphs: number[] = [];
  for (let glyph = 0; glyph < count; glyph += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, glyph);
    const piece = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1) glyphs.push(glyph);
  }
  return { characters: pieces.join(''), glyphs };
}

interface OpenPage {
  readonly page: number;
  readonly text: number;
  /** Address of four doubles. */
  readonly buffer: number;
}

function listBoxes(
  pdfium: Pdfium,
  { page, text, buffer }: OpenPage,
  glyphs: readonly number[],
  { start, end }: TextRange,
): PageBox[] {
  const [first, last] = [glyphs[start], glyphs[end - 1]];
  if (first === undefined || last === undefined) return [];
  const count = pdfium._FPDFText_CountRects(text, first, last - first + 1);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const addresses = [0, 1, 2, 3].map((place) => buffer + place * DOUBLE_BYTES);
    const [left = 0, top = 0, right = 0, bottom = 0] = addresses;
    if (pdfium._FPDFText_GetRect(text, index, left, top, right, bottom) === 0) return [];
    // A new view each time: the memory behind it is another when it has grown.
    const memory = new DataView(pdfium.HEAPU8.buffer);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = addresses.map((address) => memory.getFloat64(address, true));
    const [one, other] = [toArea(pdfium, page, buffer, x1, y1), toArea(pdfium, page, buffer, x2, y2)];
    const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
    return [{ x, y, width: Math.max(one.x, other.x) - x, height: Math.max(one.y, other.y) - y }];
  });
}

/** Converts a point of the page to fractions of what is shown of it. */
function toArea(pdfium: Pdfium, page: number, buffer: number, x: number, y: number) {
  pdfium._FPDF_PageToDevice(page, 0, 0, AREA, AREA, 0, x, y, buffer, buffer + 4);
  const memory = new DataView(pdfium.HEAPU8.buffer);
  return { x: memory.getInt32(buffer, true) / AREA, y: memory.getInt32(buffer + 4, true) / AREA };
}
