import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { A4, createPdf, type SampleDocument, toSampleDocument } from './sample-documents.ts';

/** Pixels to the point, as a scanner of 150 dots to the inch makes them. */
const PIXELS_PER_POINT = 150 / 72;
const FONT_FILE = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'));

/** A page that is a picture alone, as a scanner makes it: its words are pixels. */
export async function makeScannedPdf(name: string, lines: readonly string[]): Promise<SampleDocument> {
  GlobalFonts.registerFromPath(FONT_FILE, 'Scan');
  const [width, height] = [Math.round(A4[0] * PIXELS_PER_POINT), Math.round(A4[1] * PIXELS_PER_POINT)];
  const canvas = createCanvas(width, height);
  const page = canvas.getContext('2d');
  page.fillStyle = '#f1efe6';
  page.fillRect(0, 0, width, height);
  // Nobody lays paper down straight.
  page.rotate(0.008);
  page.fillStyle = '#2b2b33';
  page.font = '28px Scan';
  for (const [index, line] of lines.entries()) page.fillText(line, 150, 200 + index * 52);
  const pdf = await createPdf();
  const picture = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 70));
  pdf.addPage(A4).drawImage(picture, { x: 0, y: 0, width: A4[0], height: A4[1] });
  return toSampleDocument(name, await pdf.save());
}
