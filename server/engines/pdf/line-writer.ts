import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import type { EmbeddedFont } from './embedded-font.ts';

/** Pixels per point of lines that are drawn as images. */
const SCALE = 3;
/** The part of the height of a line that is above its baseline. */
const ASCENT = 1.1;
const LINE = 1.5;
const QUALITY = 85;

interface LineWriter {
  /** Splits a paragraph into lines that fit. */
  wrap(paragraph: string): string[];
  draw(page: PDFPage, line: string, x: number, y: number): Promise<void>;
}

/** Writes lines of text in any script: as text where the font of the PDF has the characters, else as images. */
export function createLineWriter(
  document: PDFDocument,
  font: PDFFont | EmbeddedFont,
  size: number,
  width: number,
): LineWriter {
  const known = new Set(font.getCharacterSet());
  const isWritable = (text: string) => [...text].every((sign) => known.has(sign.codePointAt(0) ?? 0));
  const context = createCanvas(1, 1).getContext('2d');
  const canvasFont = `${size * SCALE}px sans-serif`;
  context.font = canvasFont;
  const measure = (text: string) =>
    isWritable(text) ? font.widthOfTextAtSize(text, size) : context.measureText(text).width / SCALE;
  return {
    wrap: (paragraph) => wrapText(paragraph.replaceAll('\t', '    '), (text) => measure(text) <= width),
    async draw(page, line, x, y) {
      if (line === '') return;
      if (isWritable(line))
        return 'drawText' in font
          ? font.drawText(page, line, { x, y, size })
          : page.drawText(line, { x, y, size, font });
      const lineWidth = Math.min(width, measure(line) + size);
      const canvas = createCanvas(Math.ceil(lineWidth * SCALE), Math.ceil(size * LINE * SCALE));
      const drawing = canvas.getContext('2d');
      drawing.fillStyle = 'white';
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.fillStyle = 'black';
      drawing.font = canvasFont;
      drawing.fillText(line, 0, size * ASCENT * SCALE);
      // A JPEG goes into the PDF as it is. The library decodes and compresses a PNG itself, which takes some ten milliseconds and
      // 250 KB for each line.
      const image = await document.embedJpg(await canvas.encode('jpeg', QUALITY));
      page.drawImage(image, { x, y: y - size * (LINE - ASCENT), width: lineWidth, height: size * LINE });
    },
  };
}

/** Breaks a paragraph between words, and within words that are too long for a line. */
function wrapText(paragraph: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/(?<= )/)) {
    if (fits((line + word).trimEnd())) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    for (const sign of word) {
      if (line !== '' && !fits(line + sign)) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  return [...lines, line.trimEnd()];
}
