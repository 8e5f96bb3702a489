import { PDFDocument } from '@cantoo/pdf-lib';
import type { Canvas } from '@napi-rs/canvas';
import { type SampleDocument, toSampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawOnCanvas, drawShape } from '../drawing/draw-on-canvas.ts';
import { COLORS, type Drawing, type Shape } from '../drawing/drawing.ts';
import { drawSignature } from '../drawing/signature.ts';
import { PAGE } from './page-style.ts';

export interface ScannedLetter {
  letterhead: Drawing;
  recipient: readonly string[];
  reference: string;
  date: string;
  subject: string;
  /** Paragraphs, each a line on the page once wrapped. */
  paragraphs: readonly string[];
  signer: string;
  role: string;
  /** Text of the receipt stamp. */
  stamp?: string;
}

/** Pixels per point of a scan with 150 dpi. */
const SCALE = 150 / 72;
const [LEFT, SIZE, LEADING] = [72, 11, 17];
const MAX_LINE = 78;

/** Creates a PDF of one page image without text, as a scanner writes it. */
export async function makeScannedLetter(name: string, letter: ScannedLetter): Promise<SampleDocument> {
  const shapes = [...letter.letterhead.shapes, ...layOut(letter)];
  const canvas = drawOnCanvas({ width: PAGE.width, height: PAGE.height, shapes: [] }, SCALE, '#f3f0e8');
  const context = canvas.getContext('2d');
  // A page is never quite straight on the glass.
  context.rotate(0.007);
  for (const shape of shapes) drawShape(context, shape);
  addSpecks(canvas);
  const pdf = await PDFDocument.create();
  const at = new Date('2026-09-01T09:00:00Z');
  pdf.setCreationDate(at);
  pdf.setModificationDate(at);
  const image = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 62));
  pdf
    .addPage([PAGE.width, PAGE.height])
    .drawImage(image, { x: 0, y: 0, width: PAGE.width, height: PAGE.height });
  return toSampleDocument(name, await pdf.save());
}

function layOut({
  recipient,
  reference,
  date,
  subject,
  paragraphs,
  signer,
  role,
  stamp,
}: ScannedLetter): Shape[] {
  const shapes: Shape[] = [];
  let y = 150;
  const write = (text: string, bold = false, x = LEFT) => {
    shapes.push({ kind: 'text', text, x, y, size: SIZE, bold, color: '#2b2b33' });
    y += LEADING;
  };
  for (const line of recipient) write(line);
  y = Math.max(y, 240);
  shapes.push({ kind: 'text', text: date, x: 520, y, size: SIZE, align: 'right', color: '#2b2b33' });
  write(`Our reference: ${reference}`);
  y += LEADING;
  write(subject, true);
  y += 6;
  for (const paragraph of paragraphs) {
    for (const line of wrap(paragraph)) write(line);
    y += 7;
  }
  y += 8;
  write('Yours faithfully,');
  shapes.push(drawSignature(signer, LEFT + 10, y + 22, 120));
  y += 46;
  write(signer);
  write(role);
  if (stamp !== undefined) shapes.push(...drawStamp(stamp));
  return shapes;
}

function drawStamp(text: string): Shape[] {
  const color = COLORS.rust;
  return [
    { kind: 'rect', x: 400, y: 150, width: 122, height: 46, stroke: color, lineWidth: 1.6 },
    { kind: 'text', x: 461, y: 169, text: 'RECEIVED', size: 13, bold: true, align: 'center', color },
    { kind: 'text', x: 461, y: 186, text, size: 10, align: 'center', color },
  ];
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > MAX_LINE) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Adds the dust and the dark edge of a scan. */
function addSpecks(canvas: Canvas): void {
  const context = canvas.getContext('2d');
  context.resetTransform();
  context.fillStyle = 'rgba(60, 55, 45, 0.35)';
  for (let index = 0; index < 90; index += 1) {
    const [x, y] = [(index * 7_919) % canvas.width, (index * 104_729) % canvas.height];
    context.fillRect(x, y, 1 + (index % 2), 1 + (index % 3 === 0 ? 1 : 0));
  }
  context.fillStyle = 'rgba(40, 40, 40, 0.18)';
  context.fillRect(0, 0, 6, canvas.height);
}
