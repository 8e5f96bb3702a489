import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import * as xlsx from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { listDemoDocuments } from './list-demo-documents.ts';

const documents = Object.values(await listDemoDocuments()).flat();
const find = (name: string): SampleDocument => {
  const document = documents.find((each) => each.name === name);
  if (!document) throw new Error(`No document ${name}`);
  return document;
};
const countPages = async (name: string) => (await PDFDocument.load(find(name).buffer)).getPageCount();

describe('the documents of the demo', { timeout: 60_000 }, () => {
  test('the demo has more than 60 documents of all common types', () => {
    expect(documents.length).toBeGreaterThanOrEqual(60);
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
    const types = new Set(documents.map(({ name }) => name.split('.').at(-1)));
    for (const type of ['pdf', 'docx', 'xlsx', 'pptx', 'eml', 'webm', 'csv', 'md', 'json', 'png', 'jpg'])
      expect(types).toContain(type);
  });

  test('the documents of the demo are the same in every run', { tags: ['full'] }, async () => {
    const digest = (all: readonly SampleDocument[]) =>
      all.map(({ name, buffer }) => [name, createHash('sha256').update(buffer).digest('hex')]);
    expect(digest(Object.values(await listDemoDocuments()).flat())).toEqual(digest(documents));
  });

  test('the contracts and reports have the length of real ones', async () => {
    expect(await countPages('Share Purchase Agreement (draft 3).pdf')).toBeGreaterThanOrEqual(38);
    for (const place of ['Bristol', 'Hamburg', 'Kraków', 'Oslo'])
      expect(await countPages(`Lease ${place}.pdf`)).toBeGreaterThanOrEqual(12);
    for (const year of [2023, 2024, 2025])
      expect(await countPages(`Annual Report ${year}.pdf`)).toBeGreaterThanOrEqual(10);
  });

  test('the board deck has 15 slides', () => {
    const parts = Object.keys(unzipSync(find('Board Deck Q3 2026.pptx').buffer));
    expect(parts.filter((part) => /^ppt\/slides\/slide\d+[.]xml$/.test(part))).toHaveLength(15);
    expect(parts.filter((part) => part.startsWith('ppt/media/'))).not.toHaveLength(0);
  });

  test('the financial model agrees with the facts that the contracts and reports state', () => {
    const model = xlsx.read(find('Financial Model.xlsx').buffer);
    expect(model.SheetNames).toHaveLength(8);
    const valueAt = (sheet: string, cell: string) =>
      model.Sheets[sheet]?.[cell] as xlsx.CellObject | undefined; // the library does not type cells by address
    expect(valueAt('Income', 'D4')?.v).toBe(53_600);
    expect(valueAt('Income', 'D9')).toMatchObject({ v: 9_400, f: 'D6-D7-D8' });
    expect(valueAt('Revenue', 'D8')).toMatchObject({ v: 53_600, f: 'SUM(D4:D7)' });
    expect(valueAt('Valuation', 'B13')?.v).toBe(84_200);
  });

  test('no text keeps a placeholder', () => {
    for (const { name, buffer } of documents.filter(({ name }) => /[.](?:docx|pptx|xlsx)$/.test(name))) {
      const texts = Object.entries(unzipSync(buffer)).filter(([part]) => part.endsWith('.xml'));
      for (const [, bytes] of texts) expect(strFromU8(bytes), name).not.toMatch(/\{\{|\[\[|undefined|NaN/);
    }
  });
});
