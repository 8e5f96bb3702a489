import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { escapeFormulas } from '#shared/domain/export/escape-formulas.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** A number that is shown with its sign, also where it is positive. */
interface SignedNumber {
  readonly signed: number;
}

export type Cell = string | number | SignedNumber;
/** The names of sheets, which need no escape in XML. */
type SheetName = 'Index' | 'Permissions' | 'Analytics';
type Row = readonly Cell[];

/** Few enough to be written in a millisecond or two, enough that a thousand rows are no thousand steps. */
const BATCH_ROWS = 100;

async function* batchesOf(rows: readonly Row[]): AsyncGenerator<Row[]> {
  const yieldIfDue = createEventLoopYield();
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    yield rows.slice(at, at + BATCH_ROWS);
    await yieldIfDue();
  }
}

const toByteStream = (texts: Iterable<string> | AsyncIterable<string>): Readable =>
  Readable.from(texts, { objectMode: false });

/** RFC 4180 in UTF-8 with the mark by which Excel knows it; what a spreadsheet would calculate is made text. */
export const createCsvStream = (rows: readonly Row[]): Readable =>
  createCsvStreamFromBatches(batchesOf(rows));

/** The same of rows that are read on the way. */
export function createCsvStreamFromBatches(batches: AsyncIterable<Row[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield '\ufeff';
    for await (const batch of batches)
      yield `${Papa.unparse<(string | number)[]>(batch.map(escapeCells), { newline: '\r\n' })}\r\n`;
  }
  return toByteStream(lines());
}

const escapeCells = (row: Row): (string | number)[] =>
  row.map((cell) => {
    if (typeof cell === 'object') return cell.signed > 0 ? `+${cell.signed}` : cell.signed;
    return typeof cell === 'string' ? escapeFormulas(cell) : cell;
  });

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Lists the parts beside the rows that ECMA-376 asks of a workbook with one sheet. */
const workbookParts = (sheet: SheetName): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML_DECLARATION}<styleSheet xmlns="${SHEET_NAMESPACE}"><numFmts count="2"><numFmt numFmtId="164" formatCode="+0;-0;0"/><numFmt numFmtId="165" formatCode="+0.0;-0.0;0"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no way at all to say most controls and the last two characters of the plane. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get in
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    // Spreadsheets decode what looks like their escape of a character.
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (sign) => XML_ENTITIES[sign] ?? sign);

function cellXml(cell: Cell): string {
  // The second and third format of the workbook have a sign; the third has a decimal place.
  if (typeof cell === 'object')
    return `<c s="${Number.isInteger(cell.signed) ? 1 : 2}"><v>${cell.signed}</v></c>`;
  return typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

async function* sheetXml(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>`;
  for await (const batch of batches)
    yield batch.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

async function writeXlsx(zip: ZipWriter, batches: AsyncIterable<Row[]>, sheet: SheetName): Promise<void> {
  for (const [path, text] of Object.entries(workbookParts(sheet)))
    await zip.addFile(path, toByteStream([text]));
  await zip.addFile('xl/worksheets/sheet1.xml', toByteStream(sheetXml(batches)));
  zip.finish();
}

/**
 * A workbook with one sheet, written as it is read. By hand, since the libraries make it at once in memory and hold
 * the whole server up meanwhile. All text is inline, so no cell is a formula.
 */
export const createXlsxStream = (rows: readonly Row[], sheet?: SheetName): Readable =>
  createXlsxStreamFromBatches(batchesOf(rows), sheet);

/** The same of rows that are read on the way. */
export function createXlsxStreamFromBatches(
  batches: AsyncIterable<Row[]>,
  sheet: SheetName = 'Index',
): Readable {
  const zip = createZipWriter();
  writeXlsx(zip, batches, sheet).catch(zip.abandon);
  return zip.output;
}
