import { PDFDocument, StandardFonts } from 'pdf-lib';
import { createContracts } from './contracts.ts';

const LINES = 48;

/** A contract of so many pages full of text, as people read them. */
export async function makeContract(pages: number): Promise<Buffer> {
  const { passage } = createContracts(7);
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 0; page < pages; page += 1) {
    const sheet = pdf.addPage([595, 842]);
    for (let line = 0; line < LINES; line += 1) {
      sheet.drawText(passage().slice(0, 95).replaceAll('’', "'"), {
        x: 56,
        y: 770 - line * 15,
        size: 11,
        font,
      });
    }
  }
  return Buffer.from(await pdf.save());
}
