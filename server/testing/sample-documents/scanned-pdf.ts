import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { A4, createPdf, type SampleDocument, toSampleDocument } from './sample-documents.ts';

/** Pixels per point of a scan with 150 dpi. */
const PIXELS_PER_POINT = 150 / 72;
const FONT_FILE = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));

/** Creates a PDF with a page image and no text, like a scan. */
export async function makeScannedPdf(name: string, lines: readonly string[]): Promise<SampleDocument> {
  GlobalFonts.registerFromPath(FONT_FILE, 'Scan');
  const [width, height] = [Math.round(A4[0] * PIXELS_PER_POINT), Math.round(A4[1] * PIXELS_PER_POINT)];
  const canvas = createCanvas(width, height);
  const page = canvas.getContext('2d');
  page.fillStyle = '#f1efe6';
  page.fillRect(0, 0, width, height);
  // A scanned page is slightly rotated.
  page.rotate(0.008);
  page.fillStyle = '#2b2b33';
  page.font = '28px Scan';
  for (const [index, line] of lines.entries()) page.fillText(line, 150, 200 + index * 52);
  const pdf = await createPdf();
  const image = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 70));
  pdf.addPage(A4).drawImage(image, { x: 0, y: 0, width: A4[0], height: A4[1] });
  return toSampleDocument(name, await pdf.save());
}
