import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { parseColor } from '../drawing/draw-on-pdf.ts';
import { COLORS } from '../drawing/drawing.ts';
import { PAGE, type PageStyle } from './page-style.ts';

/** Draws headers, footers and page numbers, when the number of pages is known. */
export function drawPageFrames(pdf: PDFDocument, font: PDFFont, style: PageStyle): void {
  const { margin, header, footer, hasPlainFirstPage = false } = style;
  const color = parseColor(COLORS.slate);
  const pages = pdf.getPages();
  pages.forEach((page, index) => {
    if (index === 0 && hasPlainFirstPage) return;
    const right = (text: string, size: number) => PAGE.width - margin - font.widthOfTextAtSize(text, size);
    const rule = (y: number) =>
      page.drawLine({
        start: { x: margin, y },
        end: { x: PAGE.width - margin, y },
        thickness: 0.4,
        color: parseColor(COLORS.line),
      });
    if (header) {
      const y = PAGE.height - margin + 24;
      page.drawText(header[0], { x: margin, y, size: 8, font, color });
      page.drawText(header[1], { x: right(header[1], 8), y, size: 8, font, color });
      rule(y - 6);
    }
    const number = `Page ${index + 1} of ${pages.length}`;
    const y = margin - 26;
    rule(y + 12);
    if (footer) page.drawText(footer, { x: margin, y, size: 7.5, font, color });
    page.drawText(number, { x: right(number, 8), y, size: 8, font, color });
  });
}
