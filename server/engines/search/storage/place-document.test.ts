import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { runCount } from '#server/testing/run-count.ts';
import { search } from '../retrieval/search.ts';
import type { AccessFilter, IndexedDocument } from '../search-types.ts';
import { PersistentIndex } from './persistent-index.ts';

type Labels = Required<Omit<IndexedDocument, 'chunks' | 'opening'>>;

async function open(file?: string): Promise<{ index: PersistentIndex; file: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = file ?? path.join(folder, 'index.db');
  const index = await PersistentIndex.open(name);
  return { index, file: name };
}

const labels = (id: number, folder: string, more: Partial<Labels> = {}): Labels => ({
  id,
  location: { folderId: folder.length, ownerId: 1 },
  title: `deed ${id}`,
  path: folder,
  textKey: `text ${id}`,
  ...more,
});

const put = async (index: PersistentIndex, document: Labels, text: string): Promise<void> => {
  const chunks = [{ ordinal: 0, text, headings: '', start: 0, end: text.length }];
  await index.apply([{ method: 'putDocument', args: [{ ...document, opening: text, chunks }] }]);
};

const place = async (index: PersistentIndex, document: Labels): Promise<boolean | undefined> =>
  (await index.apply([{ method: 'placeDocument', args: [document] }]))[0];

const find = (index: PersistentIndex, text: string, accessFilter: AccessFilter = { all: true }) =>
  search(index, { text, accessFilter, limit: 100, method: 'keyword' }).hits.map(({ documentId, score }) => ({
    documentId,
    score,
  }));

const PLACES = ['', 'leases', 'leases / berlin', 'contracts / berlin / leases', 'berlin berlin', 'loans'];
const TEXTS = ['the tenant pays rent', 'the bank lends', 'rent of the bank in berlin', 'a loan'];

test('a placed document is found like one that was put at its place, also after reopening', async () => {
  const move = fc.record({ id: fc.integer({ min: 0, max: 3 }), place: fc.constantFrom(...PLACES) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      const [moved, fresh] = [await open(), await open()];
      const places = TEXTS.map(() => PLACES[1] ?? '');
      for (const [id, text] of TEXTS.entries()) await put(moved.index, labels(id, places[id] ?? ''), text);
      for (const { id, place: folder } of moves) {
        expect(await place(moved.index, labels(id, folder))).toBe(true);
        places[id] = folder;
      }
      for (const [id, text] of TEXTS.entries()) await put(fresh.index, labels(id, places[id] ?? ''), text);
      const filters: AccessFilter[] = [{ all: true }, { folderIds: [6, 15], rootOwnerId: null }];
      const answersOf = (index: PersistentIndex) =>
        ['rent', 'leases berlin', '"berlin / leases"', 'loans'].flatMap((text) =>
          filters.map((filter) => find(index, text, filter)),
        );
      expect(answersOf(moved.index)).toEqual(answersOf(fresh.index));
      moved.index.close();
      const reopened = await open(moved.file);
      expect(answersOf(reopened.index)).toEqual(answersOf(fresh.index));
      reopened.index.close();
      fresh.index.close();
    }),
    { numRuns: runCount(15) },
  );
});

test('a document with another title or text, or none, is not placed', async () => {
  const { index } = await open();
  await put(index, labels(1, 'leases'), 'rent');
  expect(await place(index, labels(1, 'loans', { title: 'renamed' }))).toBe(false);
  expect(await place(index, labels(1, 'loans', { textKey: 'another text' }))).toBe(false);
  expect(await place(index, labels(2, 'loans'))).toBe(false);
  expect(find(index, 'loans')).toEqual([]);
  expect(index.statistics).toEqual({ documents: 1, chunks: 1 });
  index.close();
});
