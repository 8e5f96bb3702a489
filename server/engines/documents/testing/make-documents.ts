import { PDFDocument, type PDFFont, PDFHexString, StandardFonts } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';

/** A line of text at a place on a page, in points from the lower left corner. */
interface TextLine {
  text: string;
  x?: number;
  y: number;
  size?: number;
  bold?: boolean;
}

export async function makePdf(
  pages: TextLine[][],
  change: (pdf: PDFDocument) => void = () => {},
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const lines of pages) {
    const page = pdf.addPage([600, 800]);
    for (const { text, x = 60, y, size = 10, bold: isBold } of lines) {
      const font: PDFFont = isBold ? bold : regular;
      page.drawText(text, { x, y, size, font });
    }
  }
  change(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** A PDF that asks for a password, which nobody knows. */
export async function makeProtectedPdf(text: string): Promise<Buffer> {
  const pdf = await makePdf([[{ text, y: 700 }]], ({ context }) => {
    const key = PDFHexString.of('ab'.repeat(16));
    context.trailerInfo.Encrypt = context.obj({ Filter: 'Standard', V: 1, R: 2, P: -4 });
    context.trailerInfo.ID = context.obj([key, key]);
  });
  const keys = `/P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}>`;
  return Buffer.from(pdf.toString('latin1').replace('/P -4', keys), 'latin1');
}

export function makeZip(parts: Record<string, string | Uint8Array>): Buffer {
  const bytes = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

function relationships(targets: Record<string, [type: string, target: string]>): string {
  const nodes = Object.entries(targets).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://x">${nodes.join('')}</Relationships>`;
}

/** A Word document of this body; `parts` are the other parts by their relationship's type ('styles', 'footnotes'). */
export function makeDocx(body: string, parts: Record<string, string> = {}): Buffer {
  const names = Object.keys(parts);
  return makeZip({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://w"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      Object.fromEntries(
        names.map((name, index) => [`r${index}`, [name.replace(/\d+$/, ''), `${name}.xml`]]),
      ),
    ),
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, parts[name] ?? ''])),
  });
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function table(rows: string[][]): string {
  const cells = (row: string[]): string => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

/** A presentation; each slide is the XML of its shapes, with its notes. Slides are stored in the reverse order. */
export function makePptx(slides: { shapes: string; notes?: string }[]): Buffer {
  const slideXml = (shapes: string): string =>
    `<p:sld xmlns:p="http://p" xmlns:a="http://a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  const parts: Record<string, string> = {};
  const targets: Record<string, [string, string]> = {};
  slides.forEach(({ shapes, notes }, index) => {
    const file = `slide${slides.length - index}`;
    targets[`rId${index}`] = ['slide', `slides/${file}.xml`];
    parts[`ppt/slides/${file}.xml`] = slideXml(shapes);
    if (notes === undefined) return;
    parts[`ppt/slides/_rels/${file}.xml.rels`] = relationships({
      n: ['notesSlide', `../notesSlides/${file}.xml`],
    });
    parts[`ppt/notesSlides/${file}.xml`] = slideXml(shape([notes], 'body'));
  });
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`).join('');
  return makeZip({
    '_rels/.rels': relationships({ r1: ['officeDocument', '/ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://p" xmlns:r="http://r"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(targets),
    ...parts,
  });
}

export function shape(paragraphs: string[], placeholder?: string): string {
  const texts = paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('');
  const kind = placeholder ? `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>` : '<p:nvPr/>';
  return `<p:sp><p:nvSpPr>${kind}</p:nvSpPr><p:txBody>${texts}</p:txBody></p:sp>`;
}
