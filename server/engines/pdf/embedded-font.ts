import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  beginText,
  endText,
  moveText,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  setFontAndSize,
  showText,
} from '@cantoo/pdf-lib';
import { readTrueType, type TrueTypeFont } from './read-true-type.ts';

/** A font whose program is in the PDF, as archival formats require. */
export interface EmbeddedFont {
  getCharacterSet(): number[];
  widthOfTextAtSize(text: string, size: number): number;
  drawText(page: PDFPage, text: string, place: { x: number; y: number; size: number }): void;
}

const NAMES = { regular: 'LiberationSans-Regular', bold: 'LiberationSans-Bold' } as const;
const GLYPHS_PER_BLOCK = 100;

const toHex = (value: number): string => value.toString(16).padStart(4, '0');

/** Embeds a font that pdf.js brings, with Latin, Greek and Cyrillic letters. */
export async function embedFont(document: PDFDocument, weight: keyof typeof NAMES): Promise<EmbeddedFont> {
  const name = NAMES[weight];
  const file = fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/${name}.ttf`));
  const font = readTrueType(await readFile(file));
  const reference = registerFont(document, font, name);
  const glyphsOf = (text: string) => [...text].map((sign) => font.glyphOf.get(sign.codePointAt(0) ?? 0) ?? 0);
  return {
    getCharacterSet: () => [...font.glyphOf.keys()],
    widthOfTextAtSize: (text, size) =>
      (glyphsOf(text).reduce((sum, glyph) => sum + font.widthOf(glyph), 0) * size) / 1000,
    drawText(page, text, { x, y, size }) {
      const key = PDFName.of(weight === 'bold' ? 'FB' : 'FR');
      page.node.setFontDictionary(key, reference);
      page.pushOperators(
        beginText(),
        setFontAndSize(key, size),
        moveText(x, y),
        showText(PDFHexString.of(glyphsOf(text).map(toHex).join(''))),
        endText(),
      );
    },
  };
}

function registerFont({ context }: PDFDocument, font: TrueTypeFont, name: string): PDFRef {
  const program = context.register(context.flateStream(font.bytes, { Length1: font.bytes.length }));
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      // Symbolic: the text is given as glyphs.
      Flags: 4,
      FontBBox: [...font.box],
      ItalicAngle: 0,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: font.ascent,
      StemV: 80,
      FontFile2: program,
    }),
  );
  // The lowest of the characters that share a glyph: a hyphen is copied as one, not as a soft hyphen.
  const byGlyph = new Map([...font.glyphOf].toReversed().map(([code, glyph]) => [glyph, code]));
  const glyphs = [...byGlyph].sort(([a], [b]) => a - b);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.of(Buffer.from('Adobe').toString('hex')),
        Ordering: PDFHexString.of(Buffer.from('Identity').toString('hex')),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      W: [0, [font.widthOf(0)], ...glyphs.flatMap(([glyph]) => [glyph, [font.widthOf(glyph)]])],
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(mapToUnicode(glyphs))),
    }),
  );
}

/** Tells readers which characters the glyphs are, so that the text can be searched and copied. */
function mapToUnicode(glyphs: readonly (readonly [number, number])[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < glyphs.length; at += GLYPHS_PER_BLOCK) {
    const block = glyphs.slice(at, at + GLYPHS_PER_BLOCK);
    const lines = block.map(([glyph, code]) => `<${toHex(glyph)}> <${toHex(code)}>`);
    blocks.push(`${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
