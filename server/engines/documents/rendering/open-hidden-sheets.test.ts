import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocumentEngine, type DocumentSource, openDocumentEngine } from '../document-engine.ts';
import { makePptx } from '../testing/make-documents.ts';
import { makeOdf } from '../testing/make-open-documents.ts';

let dataDir: string;
let documents: DocumentEngine;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-hidden-sheets-'));
  documents = await openDocumentEngine({ dataDir, maxPages: 20, timeoutMs: 20_000 });
});

afterAll(async () => {
  await documents.close();
  await rm(dataDir, { recursive: true });
});

const documentOf = (type: string, bytes: Buffer | string): DocumentSource => ({
  key: crypto.randomUUID(),
  owner: 'ann',
  type,
  bytes: async () => Readable.from([Buffer.from(bytes)]),
});

async function expectHidden(source: DocumentSource): Promise<void> {
  const opening = await documents.rendering.listPages(source);
  expect(opening).toMatchObject({ sheets: [{ name: 'Front', page: 1 }] });
  const find = async (text: string) => {
    const found = await documents.rendering.findText(source, {
      find: text,
      from: 1,
      to: 20,
      acceptsPart: false,
    });
    return 'problem' in found ? found.problem : found.matches.length;
  };
  for (const text of ['Shown', 'Total', 'Seen']) expect([text, await find(text)]).toEqual([text, 1]);
  for (const text of ['SecretSheet', 'SecretColumn', 'SecretRow', 'SecretCell', 'SecretGroup', 'Backing'])
    expect([text, await find(text)]).toEqual([text, 0]);
}

const row = (cells: readonly string[], attributes = ''): string =>
  `<table:table-row ${attributes}>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;

const STYLES = `<office:automatic-styles>
  <style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
  <style:style style:name="ta2" style:family="table" style:master-page-name="a>b"><style:table-properties table:display="false"/></style:style>
  <style:style style:name="ta3" style:family="table" style:parent-style-name="ta2"/></office:automatic-styles>`;
const TABLES = `<table:table table:name="Front" table:style-name="ta1"><table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/><table:table-column/>
  ${row(['Shown', 'SecretColumn', 'SecretColumn', 'Total'])}
  <!-- <table:table-row> -->
  ${row(['SecretRow', 'x', 'x', 'SecretRow'], 'table:number-rows-repeated="3" table:visibility="collapse"')}
  <table:table-row-group table:display="false">${row(['SecretGroup'])}</table:table-row-group>
  ${row(['SecretRow'], "table:visibility='filter'")}
  ${row(['Seen', 'SecretCell', 'SecretCell', '42'])}</table:table>
  <table:table table:name="Backing" table:style-name="ta2">${row(['SecretSheet'])}</table:table>
  <table:table table:name="Also Backing" table:style-name="ta3">${row(['SecretSheet'])}</table:table>`;

test('hidden sheets, rows and columns of an OpenDocument spreadsheet are not drawn', async () => {
  const ods = makeOdf('spreadsheet', TABLES, { styles: STYLES });
  await expectHidden(documentOf('ods', ods));
});

test('hidden sheets, rows and columns of a flat OpenDocument spreadsheet are not drawn', async () => {
  const flat = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
    ${STYLES}<office:body><office:spreadsheet>${TABLES}</office:spreadsheet></office:body></office:document>`;
  for (const type of ['fods', 'xml', 'xls']) await expectHidden(documentOf(type, flat));
});

test('hidden sheets, rows and columns of a workbook of Excel 2003 in XML are not drawn', async () => {
  const book = utils.book_new();
  const front = utils.aoa_to_sheet([
    ['Shown', 'SecretColumn', 'Total'],
    ['SecretRow', 'x', 1],
    ['Seen', 'SecretCell', 42],
  ]);
  front['!cols'] = [{}, { hidden: true }, {}];
  front['!rows'] = [{}, { hidden: true }, {}];
  utils.book_append_sheet(book, front, 'Front');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['SecretSheet']]), 'Backing');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  const source: string = write(book, { type: 'string', bookType: 'xlml', cellStyles: true });
  for (const type of ['xls', 'xml']) await expectHidden(documentOf(type, source));
});

test('a presentation of which only speaker notes are text is empty, and its notes are not drawn', async () => {
  const notesOnly = makePptx([{ shapes: '', notes: 'Never mention the price' }]);
  expect(
    await documents.rendering.listPages({ ...documentOf('pptx', notesOnly), layout: 'text' }),
  ).toMatchObject({
    problem: 'empty',
  });
});
