import type { Pdfium } from './pdfium.ts';

/** A part of a line that wide gaps set apart. */
interface PdfCell {
  text: string;
  left: number;
  right: number;
}

/** A line as it is printed, in points from the page's lower left corner. */
export interface PdfLine {
  /** Its cells, tabs between them. */
  text: string;
  cells: PdfCell[];
  page: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  fontSize: number;
  isBold: boolean;
  /** Several cells: those of a table rather than words of a sentence. */
  isRow: boolean;
  /** From 0 at the top of the page to 1 at its foot. */
  verticalPosition: number;
}

/** A gap of this many times the font's size parts two cells of a table. */
const CELL_GAP = 1.2;
const WORD_GAP = 0.15;
const ENUMERATOR =
  /^(?:\(?(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[a-z]{1,4}[.)])|(?:section|article|item)\s[\d.]+|[^\p{L}\p{N}])$/iu;
const BOLD_WEIGHT = 600;
/** Room for one FS_RECTF: left, top, right, bottom as floats. */
const RECTANGLE_BYTES = 16;

/** The lines of an open page in the order of its content; `number` counts pages from 1. */
export function readLines(pdfium: Pdfium, page: number, number: number): PdfLine[] {
  const text = pdfium._FPDFText_LoadPage(page);
  const rectangle = pdfium.wasmExports.malloc(RECTANGLE_BYTES);
  try {
    if (text === 0) return [];
    const height = pdfium._FPDF_GetPageHeight(page);
    return collectLines(pdfium, text, rectangle, { page: number, height });
  } finally {
    pdfium.wasmExports.free(rectangle);
    pdfium._FPDFText_ClosePage(text);
  }
}

interface Glyph {
  character: string;
  index: number;
}

function collectLines(
  pdfium: Pdfium,
  text: number,
  rectangle: number,
  place: { page: number; height: number },
): PdfLine[] {
  const lines: PdfLine[] = [];
  let glyphs: Glyph[] = [];
  const boxOf = (index: number) => {
    pdfium._FPDFText_GetLooseCharBox(text, index, rectangle);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, rectangle, 4);
    return { left, top, right, bottom };
  };
  const endLine = (): void => {
    const printed = glyphs.filter(({ character }) => character.trim() !== '');
    const [first] = printed;
    const last = printed.at(-1);
    const middle = printed[printed.length >> 1];
    if (first && last && middle) {
      const start = boxOf(first.index);
      const end = boxOf(last.index);
      const cells = splitIntoCells(glyphs, boxOf);
      lines.push({
        text: cells.map(({ text }) => text).join('\t'),
        cells,
        page: place.page,
        left: Math.min(start.left, end.left),
        right: Math.max(start.right, end.right),
        top: Math.max(start.top, end.top),
        bottom: Math.min(start.bottom, end.bottom),
        // The matrix may scale a font of size 1: the box is as tall as the type that is seen.
        fontSize: Math.max(0.1, boxOf(middle.index).top - boxOf(middle.index).bottom),
        isBold: [first, middle, last].every(
          ({ index }) => pdfium._FPDFText_GetFontWeight(text, index) >= BOLD_WEIGHT,
        ),
        isRow: cells.length > 1,
        verticalPosition: Math.min(1, Math.max(0, 1 - start.top / Math.max(1, place.height))),
      });
    }
    glyphs = [];
  };
  const count = pdfium._FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    if (code === 0x0a || code === 0x0d) endLine();
    else glyphs.push({ character: isLineEndHyphen(code) ? '-' : characterOf(code), index });
    if (isLineEndHyphen(code)) endLine();
  }
  endLine();
  return mergeSameLine(lines);
}

/** Joins runs that were drawn one by one on the same line: cells, a raised footnote mark and the words after it. */
function mergeSameLine(lines: readonly PdfLine[]): PdfLine[] {
  const joined: PdfLine[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (!before || !isOnSameLine(before, line)) {
      joined.push({ ...line });
      continue;
    }
    const size = Math.max(before.fontSize, line.fontSize);
    const gap = line.left - before.right;
    const isCell = gap > CELL_GAP * size && !(before.cells.length === 1 && ENUMERATOR.test(before.text));
    const between = gap > WORD_GAP * size ? ' ' : '';
    before.cells = isCell ? [...before.cells, ...line.cells] : joinCells(before.cells, line.cells, between);
    before.text = before.cells.map(({ text }) => text).join('\t');
    before.isRow = before.cells.length > 1;
    before.isBold &&= line.isBold;
    before.right = line.right;
    before.top = Math.max(before.top, line.top);
    // The larger type is the line's: a raised mark must not move it.
    if (line.fontSize > before.fontSize) before.bottom = line.bottom;
    before.fontSize = size;
  }
  return joined;
}

/** The first of the later ones goes on where the last of the earlier ones ends. */
function joinCells(before: PdfCell[], after: PdfCell[], between: string): PdfCell[] {
  const last = before.at(-1);
  const [first, ...others] = after;
  if (!last || !first) return [...before, ...after];
  const joined = { text: last.text + between + first.text, left: last.left, right: first.right };
  return [...before.slice(0, -1), joined, ...others];
}

function isOnSameLine(before: PdfLine, line: PdfLine): boolean {
  const overlap = Math.min(before.top, line.top) - Math.max(before.bottom, line.bottom);
  const least = Math.min(before.fontSize, line.fontSize);
  return overlap > least / 2 && line.left > before.right - least / 3;
}

/** PDFium marks a hyphen that ends a line so, and leaves out the line's end after it. */
function isLineEndHyphen(code: number): boolean {
  return code === 0xfffe || code === 0x02;
}

/** A surrogate pair comes as two characters. */
function characterOf(code: number): string {
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

function splitIntoCells(
  glyphs: readonly Glyph[],
  boxOf: (index: number) => { left: number; right: number; top: number; bottom: number },
): PdfCell[] {
  const cells: PdfCell[] = [];
  let before: Glyph | undefined;
  let blanks = false;
  for (const glyph of glyphs) {
    if (/\s/.test(glyph.character)) {
      blanks = true;
      continue;
    }
    const cell = cells.at(-1);
    const end = blanks && before ? boxOf(before.index) : undefined;
    const start = end || !cell ? boxOf(glyph.index) : undefined;
    const height = end && start ? Math.max(1, end.top - end.bottom, start.top - start.bottom) : 1;
    // The space after a clause's number is wide and no cell's.
    const isFar = end && start && start.left - end.right > CELL_GAP * height;
    if (start && (!cell || (isFar && !(cells.length === 1 && ENUMERATOR.test(cell.text))))) {
      if (cell && end) cell.right = end.right;
      cells.push({ text: glyph.character, left: start.left, right: start.right });
    } else if (cell) cell.text += (blanks ? ' ' : '') + glyph.character;
    blanks = false;
    before = glyph;
  }
  const last = cells.at(-1);
  if (last && before) last.right = boxOf(before.index).right;
  return cells;
}
