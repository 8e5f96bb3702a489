import { Readable } from 'node:stream';
import { utils, write } from '@e965/xlsx';
import { afterAll, expect, it } from 'vitest';
import type { DocumentType } from './block.ts';
import { createTextExtractor } from './extract-text.ts';
import { makeDocx, makePdf, makePptx, paragraph, shape } from './testing/documents.ts';

const extractor = createTextExtractor({ processes: 1 });
afterAll(() => extractor.close());

const workbook = utils.book_new();
utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Hello there']]), 'Sheet');

it.each<[DocumentType, () => Promise<Buffer>]>([
  ['pdf', () => makePdf([[{ text: 'Hello there', y: 700 }]])],
  ['docx', async () => makeDocx(paragraph('Hello there'))],
  ['xlsx', async () => write(workbook, { type: 'buffer', bookType: 'xlsx' })],
  ['pptx', async () => makePptx([{ shapes: shape(['Hello there']) }])],
  ['txt', async () => Buffer.from('Hello there')],
  ['md', async () => Buffer.from('Hello there')],
  ['csv', async () => Buffer.from('Hello there')],
  ['json', async () => Buffer.from('"Hello there"')],
])('a %s is read in a process that may read nothing but the libraries', async (type, make) => {
  const bytes = await make();
  const extraction = await extractor.extract(type, async () => Readable.from([bytes]));
  expect(extraction).toMatchObject({ status: 'indexed' });
  expect(JSON.stringify(extraction)).toContain('Hello there');
});
