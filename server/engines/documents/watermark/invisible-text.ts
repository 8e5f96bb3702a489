import {
  beginText,
  endText,
  PDFArray,
  type PDFDocument,
  PDFHexString,
  type PDFPage,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib';

const FONT_NAME = 'WatermarkText';
const FONT_SIZE = 8;
/** Says that the number of a glyph is its UTF-16 code unit. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

/**
 * Adds a font without glyphs to the document. It writes every script in text that nobody sees, without a font file, as programs
 * for text recognition do.
 */
export function addInvisibleFont({ context }: PDFDocument): PDFRef {
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: FONT_NAME,
      Flags: 4,
      FontBBox: [0, 0, 500, 1000],
      ItalicAngle: 0,
      Ascent: 1000,
      Descent: -1,
      CapHeight: 1000,
      StemV: 80,
    }),
  );
  const glyphs = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: FONT_NAME,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      DW: 500,
    }),
  );
  const descendants = PDFArray.withContext(context);
  descendants.push(glyphs);
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: FONT_NAME,
      Encoding: 'Identity-H',
      DescendantFonts: descendants,
      ToUnicode: context.register(context.flateStream(TO_UNICODE)),
    }),
  );
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Writes a line into the lower left corner of a page, which search and copies of its text contain and nobody sees. */
export function writeInvisibly(page: PDFPage, font: PDFRef, text: string): void {
  const { x, y } = page.getCropBox();
  const name = page.node.newFontDictionary(FONT_NAME, font);
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    setTextRenderingMode(TextRenderingMode.Invisible),
    setFontAndSize(name, FONT_SIZE),
    setTextMatrix(1, 0, 0, 1, x + FONT_SIZE, y + FONT_SIZE),
    showText(PDFHexString.of(utf16(text))),
    endText(),
    popGraphicsState(),
  );
}
