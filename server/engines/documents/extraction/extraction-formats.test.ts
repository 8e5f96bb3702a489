import { Readable } from 'node:stream';
import { utils, write } from '@e965/xlsx';
import { afterAll, expect, it } from 'vitest';
import type { DocumentType } from '../blocks/document-text.ts';
import { makeDocx, makePdf, makePptx, paragraph, shape } from '../testing/make-documents.ts';
import { makeCompoundFile, makeDoc, makePpt } from '../testing/make-legacy-office-files.ts';
import { makeOdf } from '../testing/make-open-documents.ts';
import { createTextExtractor } from './extraction-pool.ts';

const extractor = createTextExtractor({ processes: 1 });
afterAll(() => extractor.close());

const workbook = utils.book_new();
utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Hello there']]), 'Sheet');

it.each<[DocumentType, () => Promise<Buffer>]>([
  ['pdf', () => makePdf([[{ text: 'Hello there', y: 700 }]])],
  ['docx', async () => makeDocx(paragraph('Hello there'))],
  ['xlsx', async () => write(workbook, { type: 'buffer', bookType: 'xlsx' })],
  ['pptx', async () => makePptx([{ shapes: shape(['Hello there']) }])],
  ['odt', async () => makeOdf('text', '<text:p>Hello there</text:p>')],
  ['ods', async () => write(workbook, { type: 'buffer', bookType: 'ods' })],
  [
    'odp',
    async () =>
      makeOdf('presentation', '<draw:page><draw:frame><text:p>Hello there</text:p></draw:frame></draw:page>'),
  ],
  ['doc', async () => makeDoc([{ text: 'Hello there' }])],
  ['xls', async () => write(workbook, { type: 'buffer', bookType: 'xls' })],
  ['ppt', async () => makePpt([{ title: 'Hello there', texts: [] }])],
  ['rtf', async () => Buffer.from('{\\rtf1 Hello there}')],
  ['html', async () => Buffer.from('<p>Hello there</p>')],
  ['eml', async () => Buffer.from('Subject: Hello there\n\nHello there')],
  [
    'msg',
    async () =>
      makeCompoundFile({
        '__properties_version1.0': Buffer.alloc(32),
        '__substg1.0_0037001F': Buffer.from('Hello there', 'utf16le'),
      }),
  ],
  ['txt', async () => Buffer.from('Hello there')],
  ['md', async () => Buffer.from('Hello there')],
  ['csv', async () => Buffer.from('Hello there')],
  ['json', async () => Buffer.from('"Hello there"')],
  ['xml', async () => Buffer.from('<note>Hello there</note>')],
])('a %s is extracted in a process that may read only the libraries', async (type, make) => {
  const bytes = await make();
  const extraction = await extractor.extract({
    owner: 'ann',
    type,
    bytes: async () => Readable.from([bytes]),
  });
  expect(extraction).toMatchObject({ status: 'indexed' });
  expect(JSON.stringify(extraction)).toContain('Hello there');
});

it('a spreadsheet that repeats a cell sixteen billion times ends only its own process', {
  tags: ['full'],
}, async () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
  const ods = makeOdf('spreadsheet', `<table:table table:name="S">${row}</table:table>`);
  const small = createTextExtractor({ processes: 1, memoryMb: 200 });
  expect(await small.extract({ owner: 'ann', type: 'ods', bytes: async () => Readable.from([ods]) })).toEqual(
    {
      status: 'failed',
      reasons: [{ code: 'out-of-memory' }],
    },
  );
  await small.close();
});
