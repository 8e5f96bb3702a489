import { drawOnPdf, parseColor } from '../drawing/draw-on-pdf.ts';
import { COLORS, type Drawing } from '../drawing/drawing.ts';
import { drawSignature } from '../drawing/signature.ts';
import type { Signatory } from './document-source.ts';
import type { Block } from './markup.ts';
import type { PageFlow } from './pdf-page-flow.ts';
import { drawTable } from './pdf-table.ts';

interface BlockContext {
  typeface: 'serif' | 'sans';
  figures?: Readonly<Record<string, Drawing>>;
  signatories?: readonly Signatory[];
}

/** Left edge of the number and distance to the text, by the level of a clause. */
const CLAUSE_INDENTS = [
  [0, 0],
  [0, 34],
  [0, 34],
  [34, 26],
  [60, 24],
] as const;

export function drawBlock(flow: PageFlow, block: Block, context: BlockContext): void {
  const { kind, number, text, rows } = block;
  const isSerif = context.typeface === 'serif';
  const size = isSerif ? 11 : 9.8;
  const align = isSerif ? 'justify' : 'left';
  switch (kind) {
    case 'clause':
      drawClause(flow, block, { size, align });
      break;
    case 'schedule':
      if (!flow.isAtTop) flow.newPage();
      flow.text(number, { size: size + 1, bold: true, align: 'center', after: 2 });
      flow.text(text, { size: size + 2, bold: true, align: 'center', after: 14 });
      break;
    case 'heading':
      drawHeading(flow, block, { size, isSerif });
      break;
    case 'definition':
      flow.text(text, { size, hang: 34, align });
      break;
    case 'bullet':
      flow.text(text, { size, label: '•', indent: 12, hang: 14, align: 'left', after: 4 });
      break;
    case 'table':
      drawTable(flow, rows);
      break;
    case 'figure': {
      const figure = context.figures?.[text];
      if (!figure) throw new Error(`No figure is named ${text}`);
      flow.drawing(figure);
      break;
    }
    case 'break':
      if (!flow.isAtTop) flow.newPage();
      break;
    case 'signatures':
      for (const signatory of context.signatories ?? []) drawSignatureLines(flow, signatory, size);
      break;
    case 'contents':
    case 'paragraph':
      flow.text(text, { size, align });
  }
}

function drawClause(
  flow: PageFlow,
  { level, number, text }: Block,
  { size, align }: { size: number; align: 'justify' | 'left' },
): void {
  const [indent, hang] = CLAUSE_INDENTS[level] ?? [0, 34];
  // A list of numbered sentences uses the first level as well.
  const isHeading = level === 1 && !/[.;:]$/.test(text);
  flow.text(text, {
    size,
    label: number,
    indent,
    hang,
    bold: isHeading,
    align: isHeading ? 'left' : align,
    before: isHeading ? 8 : 0,
    keep: isHeading ? 40 : 0,
  });
}

function drawHeading(
  flow: PageFlow,
  { level, text }: Block,
  { size, isSerif }: { size: number; isSerif: boolean },
): void {
  const sizes =
    level === 1
      ? { size: size + 6, before: 8, after: 8, keep: 60 }
      : { size: size + 1.5, before: 5, after: 4, keep: 40 };
  const color = level === 1 ? COLORS.navy : COLORS.teal;
  flow.text(text, { ...sizes, bold: true, color: isSerif ? COLORS.ink : color });
}

const SIGNATURE_HEIGHT = 92;

function drawSignatureLines(flow: PageFlow, { party, name, role, date }: Signatory, size: number): void {
  flow.ensure(SIGNATURE_HEIGHT);
  flow.text(`Signed for and on behalf of **${party}**`, { size, after: 30 });
  const { page, margin, y, fonts } = flow;
  const color = parseColor(COLORS.ink);
  const line = (x: number, width: number) =>
    page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.6, color });
  line(margin, 220);
  line(margin + 260, 150);
  if (date !== undefined) {
    const signature = drawSignature(name, 0, 0, 120);
    drawOnPdf(page, flow.drawingFonts, { width: 160, height: 40, shapes: [signature] }, margin + 24, y + 6);
    page.drawText(date, { x: margin + 264, y: y + 4, size, font: fonts.regular, color });
  }
  page.drawText(`${name}, ${role}`, { x: margin, y: y - 13, size: size - 1.5, font: fonts.regular, color });
  page.drawText('Date', { x: margin + 260, y: y - 13, size: size - 1.5, font: fonts.regular, color });
  flow.moveDown(38);
}
