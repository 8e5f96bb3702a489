import { PDFDocument, type PDFPage, StandardFonts, setWordSpacing } from '@cantoo/pdf-lib';
import { drawOnPdf, parseColor } from '../drawing/draw-on-pdf.ts';
import { COLORS, type Drawing } from '../drawing/drawing.ts';
import { breakLines, type FontPair, type Line } from './line-breaks.ts';
import { PAGE, type PageStyle } from './page-style.ts';
import { drawPageFrames } from './pdf-page-frames.ts';

export interface TextStyle {
  size?: number;
  bold?: boolean;
  indent?: number;
  /** Printed before the first line, where the indent of the text begins `hang` points later. */
  label?: string;
  hang?: number;
  align?: 'left' | 'justify' | 'center';
  before?: number;
  after?: number;
  color?: string;
  /** Points that must remain below on the same page. */
  keep?: number;
}

const FACES = {
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
} as const;

/** Starts a PDF in which text and drawings follow each other down the pages. */
export async function createPageFlow(style: PageStyle): Promise<PageFlow> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(style.title);
  pdf.setAuthor(style.author);
  pdf.setCreationDate(style.createdAt);
  pdf.setModificationDate(style.createdAt);
  const [regular, bold] = FACES[style.typeface];
  const fonts = { regular: await pdf.embedFont(regular), bold: await pdf.embedFont(bold) };
  const [sans, sansBold] = FACES.sans;
  const drawingFonts =
    style.typeface === 'sans'
      ? fonts
      : { regular: await pdf.embedFont(sans), bold: await pdf.embedFont(sansBold) };
  return new PageFlow(pdf, fonts, drawingFonts, style);
}

/** The place on the current page, and what is drawn there. */
export class PageFlow {
  readonly pdf: PDFDocument;
  readonly fonts: FontPair;
  readonly drawingFonts: FontPair;
  readonly #style: PageStyle;
  #page: PDFPage | undefined;
  /** From the bottom of the page. */
  #y = 0;

  constructor(pdf: PDFDocument, fonts: FontPair, drawingFonts: FontPair, style: PageStyle) {
    this.pdf = pdf;
    this.fonts = fonts;
    this.drawingFonts = drawingFonts;
    this.#style = style;
  }

  get margin(): number {
    return this.#style.margin;
  }

  get width(): number {
    return PAGE.width - 2 * this.margin;
  }

  get page(): PDFPage {
    return this.#page ?? this.newPage();
  }

  get y(): number {
    return this.#y;
  }

  /** Tells whether nothing is on the current page yet. */
  get isAtTop(): boolean {
    return this.#page !== undefined && this.#y === PAGE.height - this.margin;
  }

  newPage(): PDFPage {
    this.#page = this.pdf.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - this.margin;
    return this.#page;
  }

  moveDown(points: number): void {
    this.#y -= points;
  }

  /** Begins a page unless this many points are left. */
  ensure(points: number): void {
    if (this.#page === undefined || this.#y - points < this.margin + 10) this.newPage();
  }

  text(text: string, options: TextStyle = {}): void {
    const { size = 10.5, bold = false, indent = 0, hang = 0, before = 0, after = 6, keep = 0 } = options;
    const { label, align = 'left', color = COLORS.ink } = options;
    const leading = size * (this.#style.lineHeight ?? 1.32);
    const width = this.width - indent - hang;
    const lines = breakLines(text, this.fonts, { size, bold, width });
    this.ensure(before + Math.min(lines.length, 2) * leading + keep);
    this.#y -= before;
    lines.forEach((line, index) => {
      this.ensure(leading);
      this.#y -= leading;
      const y = this.#y;
      const font = bold ? this.fonts.bold : this.fonts.regular;
      if (index === 0 && label !== undefined)
        this.page.drawText(label, { x: this.margin + indent, y, size, font, color: parseColor(color) });
      const isLast = index === lines.length - 1;
      drawLine(this.page, line, { x: this.margin + indent + hang, y, size, width, align, color, isLast });
    });
    this.#y -= after;
  }

  /** Draws in the middle of the line. */
  drawing(drawing: Drawing): void {
    this.ensure(drawing.height);
    const left = this.margin + (this.width - drawing.width) / 2;
    drawOnPdf(this.page, this.drawingFonts, drawing, left, this.#y);
    this.#y -= drawing.height + 14;
  }

  async finish(): Promise<Uint8Array> {
    drawPageFrames(this.pdf, this.drawingFonts.regular, this.#style);
    return this.pdf.save();
  }
}

interface LinePlace {
  x: number;
  y: number;
  size: number;
  width: number;
  align: 'left' | 'justify' | 'center';
  color: string;
  isLast: boolean;
}

function drawLine(page: PDFPage, { segments, width: natural, spaces }: Line, place: LinePlace): void {
  const { y, size, width, align, isLast } = place;
  const gap = align === 'justify' && !isLast && spaces > 0 ? Math.min((width - natural) / spaces, size) : 0;
  let x = align === 'center' ? place.x + (width - natural) / 2 : place.x;
  const color = parseColor(place.color);
  if (gap > 0) page.pushOperators(setWordSpacing(gap));
  for (const { text, font, width: textWidth, spaces: inner } of segments) {
    page.drawText(text, { x, y, size, font, color });
    x += textWidth + gap * inner;
  }
  if (gap > 0) page.pushOperators(setWordSpacing(0));
}
