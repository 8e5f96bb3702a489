import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { createBreather } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

export type Cell = string | number;
type Row = readonly Cell[];

/** Few enough to be written in a millisecond or two, enough that a thousand rows are no thousand steps. */
const ROWS_AT_ONCE = 100;

async function* batchesOf(rows: readonly Row[]): AsyncGenerator<Row[]> {
  const breathe = createBreather();
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield rows.slice(at, at + ROWS_AT_ONCE);
    await breathe();
  }
}

const bytesOf = (texts: Iterable<string> | AsyncIterable<string>): Readable =>
  Readable.from(texts, { objectMode: false });

/** RFC 4180 in UTF-8 with the mark by which Excel knows it; what a spreadsheet would calculate is made text. */
export const csvOf = (rows: readonly Row[]): Readable => csvOfBatches(batchesOf(rows));

/** The same of rows that are read on the way. */
export function csvOfBatches(batches: AsyncIterable<Row[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield '\ufeff';
    for await (const batch of batches)
      yield `${Papa.unparse<Row>(batch, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
  }
  return bytesOf(lines());
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts beside the rows that ECMA-376 asks of a workbook with one sheet. */
const FRAME: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Index" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no way at all to say most controls and the last two characters of the plane. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get in
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);

const cellOf = (cell: Cell): string =>
  typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;

async function* sheetOf(rows: readonly Row[]): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${SHEET}"><sheetData>`;
  for await (const batch of batchesOf(rows))
    yield batch.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

async function writeWorkbook(zip: ZipWriter, rows: readonly Row[]): Promise<void> {
  for (const [path, text] of Object.entries(FRAME)) await zip.addFile(path, bytesOf([text]));
  await zip.addFile('xl/worksheets/sheet1.xml', bytesOf(sheetOf(rows)));
  zip.finish();
}

/**
 * A workbook with one sheet, written as it is read. By hand, since the libraries make it at once in memory and hold
 * the whole server up meanwhile. All text is inline, so no cell is a formula.
 */
export function workbookOf(rows: readonly Row[]): Readable {
  const zip = createZipWriter();
  writeWorkbook(zip, rows).catch(zip.abandon);
  return zip.output;
}
