import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';
import { fileTypeOf, mediaTypeOf } from '#shared/domain/file-type.ts';

/** File in memory, in the format of Playwright's file inputs. Texts must not contain `&` or `<`. */
export interface SampleDocument {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Documents by the path of their folder; a path's parents need no entry of their own. */
export type DocumentSet = Record<string, readonly SampleDocument[]>;

export interface PdfPage {
  heading: string;
  paragraphs: readonly string[];
}

export const A4: [number, number] = [595, 842];
const MARGIN = 72;
const LINE_HEIGHT = 16;
/** Constant, so that the same document has the same bytes. */
const CREATED_AT = new Date('2026-09-14T09:00:00Z');

export function makeText(name: string, text: string): SampleDocument {
  return { name, mimeType: mediaTypeOf(fileTypeOf(name)), buffer: Buffer.from(text) };
}

export async function makePdf(name: string, pages: readonly PdfPage[]): Promise<SampleDocument> {
  const pdf = await createPdf();
  const regular = await pdf.embedFont(StandardFonts.TimesRoman);
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
  pages.forEach(({ heading, paragraphs }, index) => {
    const page = pdf.addPage(A4);
    page.drawText(heading, { x: MARGIN, y: A4[1] - MARGIN, size: 16, font: bold });
    drawParagraphs(page, paragraphs, regular);
    page.drawText(`${index + 1} / ${pages.length}`, { x: A4[0] / 2 - 10, y: 40, size: 9, font: regular });
  });
  return toSampleDocument(name, await pdf.save());
}

export function makeDocx(name: string, paragraphs: readonly string[]): SampleDocument {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return makeOfficePackage(name, 'word/document.xml', {
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

export function makeXlsx(name: string, rows: readonly (readonly (string | number)[])[]): SampleDocument {
  const cells = (row: readonly (string | number)[]) =>
    row
      .map((cell) =>
        typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
      )
      .join('');
  return makeOfficePackage(name, 'xl/workbook.xml', {
    '[Content_Types].xml': contentTypesXml({
      '/xl/workbook.xml': `${SPREADSHEET_TYPE}.sheet.main+xml`,
      '/xl/worksheets/sheet1.xml': `${SPREADSHEET_TYPE}.worksheet+xml`,
    }),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipXml('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
  });
}

export function makePptx(name: string, slides: readonly string[]): SampleDocument {
  const parts = slides.map((text, index) => ({
    text,
    id: `rId${index + 1}`,
    target: `slides/slide${index + 1}.xml`,
  }));
  const ids = parts.map(({ id }, index) => `<p:sldId id="${256 + index}" r:id="${id}"/>`).join('');
  const slideXml = (text: string) =>
    `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
  return makeOfficePackage(name, 'ppt/presentation.xml', {
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml(parts.map(({ id, target }) => ['slide', target, id])),
    ...Object.fromEntries(parts.map(({ text, target }) => [`ppt/${target}`, slideXml(text)])),
  });
}

const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationshipXml(type: string, target: string): string {
  return relationshipsXml([[type, target, 'rId1']]);
}

function relationshipsXml(all: readonly (readonly [type: string, target: string, id: string])[]): string {
  const entries = all.map(
    ([type, target, id]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS_NAMESPACE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

function contentTypesXml(types: Record<string, string>): string {
  const overrides = Object.entries(types).map(
    ([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function makeOfficePackage(name: string, main: string, parts: Record<string, string>): SampleDocument {
  const all = { '_rels/.rels': relationshipXml('officeDocument', main), ...parts };
  const bytes = Object.entries(all).map(([path, xml]) => [path, strToU8(xml)] as const);
  return toSampleDocument(name, zipSync(Object.fromEntries(bytes), { mtime: CREATED_AT }));
}

export async function createPdf(): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(CREATED_AT);
  pdf.setModificationDate(CREATED_AT);
  return pdf;
}

export function toSampleDocument(name: string, bytes: Uint8Array): SampleDocument {
  return { name, mimeType: mediaTypeOf(fileTypeOf(name)), buffer: Buffer.from(bytes) };
}

/** Draws lines from the top, wrapped at spaces. */
function drawParagraphs(page: PDFPage, paragraphs: readonly string[], font: PDFFont): void {
  const size = 11;
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= A4[0] - 2 * MARGIN;
  let y = A4[1] - MARGIN - 3 * LINE_HEIGHT;
  const draw = (text: string) => {
    page.drawText(text, { x: MARGIN, y, size, font });
    y -= LINE_HEIGHT;
  };
  for (const paragraph of paragraphs) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) line = longer;
      else {
        draw(line);
        line = word;
      }
    }
    draw(line);
    y -= LINE_HEIGHT / 2;
  }
}

/** Creates a file of a type that browsers do not know. */
export const makeBinaryDocument = (name: string, buffer: Buffer): SampleDocument => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
