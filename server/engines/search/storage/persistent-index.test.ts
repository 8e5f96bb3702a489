import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { search } from '../retrieval/search.ts';
import type { IndexedDocument, SearchResults } from '../search-types.ts';
import type { IndexChange } from './change-batch.ts';
import { PersistentIndex } from './persistent-index.ts';
import { ANALYSIS_VERSION } from './stored-analysis.ts';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'index.db');
}

async function open(file: string, onRemoved?: (reason: string) => void): Promise<PersistentIndex> {
  const index = await PersistentIndex.open(file, undefined, onRemoved);
  onTestFinished(() => index.close());
  return index;
}

function put(id: number, texts: string[], more: Partial<IndexedDocument> = {}): IndexChange {
  const chunks = texts.map((text, ordinal) => ({ ordinal, text, headings: '', start: 0, end: text.length }));
  const location = { folderId: 1, ownerId: 1 };
  return {
    method: 'putDocument',
    args: [{ id, location, title: '', path: '', opening: '', chunks, ...more }],
  };
}

const setPosition = (position: number): IndexChange => ({ method: 'setPosition', args: [position] });

function query(index: PersistentIndex, text: string): SearchResults {
  return search(index, { text, accessFilter: { all: true }, limit: 100, method: 'keyword' });
}

const found = (index: PersistentIndex, text: string): number[] =>
  query(index, text).hits.map((hit) => hit.documentId);

test('after reopening everything is unchanged, to the last character of a chunk', async () => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  const odd = 'rent \u0000 \ud800 "quoted" \u2028 😀';
  const chunk = { ordinal: 4, text: odd, headings: '1 › 2', page: 3, start: 10, end: 10 + odd.length };
  await first.apply([
    put(1, [], { chunks: [chunk], title: 'Deed', path: 'Legal' }),
    put(2, ['lease']),
    setPosition(7),
  ]);
  first.close();
  const index = await open(file);
  expect(index.position).toBe(7);
  expect(index.statistics).toEqual({ documents: 2, chunks: 2 });
  expect(query(index, 'legal deed').hits[0]?.chunk).toEqual(chunk);
});

/** Changes the file while no index has it open. */
function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

test.each([
  [
    'of an earlier version',
    `DROP TABLE analyses; DROP TABLE document_groups; DROP TABLE grouped_documents; DROP INDEX documents_left_out;
      PRAGMA user_version = 4`,
  ],
  ['of another version of the analysis', 'UPDATE analyses SET analysis_version = 0, content = zeroblob(9)'],
])('a file %s gives the same results, and is analyzed once', async (_name, sql) => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  await first.apply([
    put(1, ['Die Miete beträgt 900 Euro und ist fällig.', 'rent of FY2018'], { title: 'Mietvertrag' }),
    put(2, ['The rent is 900 euros.'], { opening: 'A lease of rooms', path: 'Leases' }),
  ]);
  const questions = ['miete fällig', 'rent 2018', 'lease', '"900 euros"'];
  const before = questions.map((text) => query(first, text));
  first.close();
  change(file, sql);
  for (const step of ['analyzed', 'stored']) {
    const index = await PersistentIndex.open(file);
    expect([step, questions.map((text) => query(index, text))]).toEqual([step, before]);
    index.close();
  }
  const db = new Database(file);
  onTestFinished(() => void db.close());
  const counted = db.prepare('SELECT count(*) AS count FROM analyses WHERE analysis_version = ?');
  expect(counted.get(ANALYSIS_VERSION)).toEqual({ count: 2 });
});

test('malformed words of a document are damage of the file', async () => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  await first.apply([put(1, ['lease'])]);
  first.close();
  change(file, 'UPDATE analyses SET content = zeroblob(9)');
  const index = await open(file);
  expect(index.statistics.documents).toBe(0);
});

test('a document put again is found only by its new text, also after reopening', async () => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  await first.apply([put(1, ['lease', 'lease'])]);
  await first.apply([put(1, ['deed'])]);
  expect([found(first, 'lease'), found(first, 'deed')]).toEqual([[], [1]]);
  first.close();
  const index = await open(file);
  expect([found(index, 'lease'), found(index, 'deed')]).toEqual([[], [1]]);
  expect(index.statistics).toEqual({ documents: 1, chunks: 1 });
});

test('a removed document leaves the results, and its text leaves the file', async () => {
  const file = newFile();
  const index = await PersistentIndex.open(file);
  await index.apply([put(1, ['the merger with Kenwaycorp'])]);
  await index.apply([{ method: 'removeDocument', args: [1] }]);
  expect(found(index, 'kenwaycorp')).toEqual([]);
  index.close();
  expect(readFileSync(file).includes('Kenwaycorp')).toBe(false);
});

test('a moved and renamed document stays so after reopening', async () => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  await first.apply([put(1, ['lease'], { title: 'Draft' })]);
  const renamed = { location: { folderId: 2, ownerId: 1 }, title: 'Final', path: 'Signed' };
  await first.apply([put(1, ['lease'], renamed)]);
  first.close();
  const index = await open(file);
  expect([found(index, 'draft'), found(index, 'final'), found(index, 'signed')]).toEqual([[], [1], [1]]);
  const accessFilter = { folderIds: [1], rootOwnerId: 1 };
  expect(search(index, { text: 'lease', accessFilter, limit: 1, method: 'keyword' }).hits).toEqual([]);
});

test('removing a document that is not in the index does nothing', async () => {
  const index = await open(newFile());
  await index.apply([{ method: 'removeDocument', args: [2] }]);
  expect(index.statistics).toEqual({ documents: 0, chunks: 0 });
});

test('a document without text is found by its name', async () => {
  const index = await open(newFile());
  await index.apply([put(1, [], { title: 'Scan of the deed' })]);
  expect(found(index, 'deed scan')).toEqual([1]);
});

test('a failed change rolls back its transaction, and the position stays', async () => {
  const index = await open(newFile());
  await index.apply([put(1, ['lease']), setPosition(1)]);
  const broken = put(3, ['deed'], { location: { folderId: 1, ownerId: Number.NaN } });
  await expect(index.apply([put(1, ['rent']), put(2, ['deed']), broken, setPosition(3)])).rejects.toThrow(
    'owner_id',
  );
  expect([found(index, 'lease'), found(index, 'rent deed'), index.position]).toEqual([[1], [], 1]);
  await index.apply([put(2, ['deed']), setPosition(3)]);
  expect([found(index, 'deed'), index.position]).toEqual([[2], 3]);
});

test('a query during a transaction sees the state before it', async () => {
  const index = await open(newFile());
  await index.apply([put(1, ['lease'])]);
  const replaced = index.apply([
    put(
      1,
      Array.from({ length: 3000 }, () => 'rent'),
    ),
  ]);
  expect([found(index, 'lease'), found(index, 'rent')]).toEqual([[1], []]);
  await replaced;
  expect([found(index, 'lease'), [...new Set(found(index, 'rent'))]]).toEqual([[], [1]]);
});

test('a power cut does not bring back what was cleared', async () => {
  const file = newFile();
  const index = await open(file);
  await index.apply([put(1, ['lease'])]);
  await index.apply([{ method: 'setPosition', args: [7] }]);
  await index.apply([{ method: 'clear', args: [] }]);
  // The log beside the file may be lost, up to what was synced.
  const left = newFile();
  writeFileSync(left, readFileSync(file));
  const database = new Database(left, { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.prepare('SELECT position FROM index_state').pluck().get()).toBe(0);
  expect(database.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(0);
});

test('clear removes everything and begins at position 0', async () => {
  const file = newFile();
  const first = await PersistentIndex.open(file);
  await first.apply([put(1, ['lease']), setPosition(5)]);
  await first.apply([{ method: 'clear', args: [] }]);
  expect([found(first, 'lease'), first.position]).toEqual([[], 0]);
  first.close();
  const index = await open(file);
  expect([index.statistics.documents, index.position]).toEqual([0, 0]);
});

test('repeated replacement of documents does not fill the memory', async () => {
  const index = await open(newFile());
  const many = Array.from({ length: 11_000 }, (_, at) => `rent ${at}`);
  for (let round = 0; round < 4; round++) await index.apply([put(1, many)]);
  expect(index.staleChunks).toBeLessThan(22_000);
  expect(found(index, 'rent 10999')[0]).toBe(1);
});

function corrupt(file: string, damage: 'garbage' | 'truncated' | 'overwritten page' | 'other version'): void {
  if (damage === 'garbage') writeFileSync(file, 'This is not a database.'.repeat(1000));
  if (damage === 'truncated') truncateSync(file, Math.floor(statSync(file).size / 2));
  if (damage === 'overwritten page') {
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(60_000, 7), 0, 60_000, 20_000);
    closeSync(descriptor);
  }
  if (damage === 'other version') {
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
  }
}

test.each(['garbage', 'truncated', 'overwritten page', 'other version'] as const)(
  'a damaged file (%s) is removed with its texts, and a new index begins at position 0',
  async (damage) => {
    const file = newFile();
    const first = await PersistentIndex.open(file);
    await first.apply([
      put(
        1,
        Array.from({ length: 1000 }, (_, at) => `lease number ${at}`),
      ),
      setPosition(9),
    ]);
    first.close();
    corrupt(file, damage);
    const reasons: string[] = [];
    const index = await open(file, (reason) => reasons.push(reason));
    expect([index.position, index.statistics.documents]).toEqual([0, 0]);
    const reason = damage === 'other version' ? /version 999/ : /damaged|malformed|cannot be parsed/;
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    for (const name of readdirSync(path.dirname(file)))
      expect([name, readFileSync(path.join(path.dirname(file), name)).includes('lease number')]).toEqual([
        name,
        false,
      ]);
    await index.apply([put(1, ['lease'])]);
    expect(found(index, 'lease')).toEqual([1]);
  },
);

test('a file in use by another process is refused and unchanged', async () => {
  const file = newFile();
  const holder = await open(file);
  await holder.apply([put(1, ['lease']), setPosition(3)]);
  await expect(PersistentIndex.open(file)).rejects.toThrow('locked');
  expect([found(holder, 'lease'), holder.position]).toEqual([[1], 3]);
});

test("only the server's own user can read the file", async () => {
  const file = newFile();
  await open(file);
  expect([statSync(file).mode & 0o777, statSync(`${file}-wal`).mode & 0o777]).toEqual([0o600, 0o600]);
});

test('a full index keeps the titles of further documents, and their texts again once there is room', async () => {
  const index = await PersistentIndex.open(newFile(), 3);
  onTestFinished(() => index.close());
  expect(await index.apply([put(1, ['rent', 'lease'])])).toEqual([true]);
  expect(await index.apply([put(2, ['tariff', 'port'], { title: 'Harbor' })])).toEqual([false]);
  expect(found(index, 'tariff')).toEqual([]);
  expect(found(index, 'harbor')).toEqual([2]);
  expect(index.limits).toEqual({ maxChunks: 3, titlesOnly: 1 });
  // A moved document is put again, since its text may find room now.
  const placed = { id: 2, location: { folderId: 1, ownerId: 1 }, title: 'Harbor', path: '', textKey: 'a' };
  expect(await index.apply([{ method: 'placeDocument', args: [placed] }])).toEqual([false]);
  await index.apply([{ method: 'removeDocument', args: [1] }]);
  expect(await index.apply([put(2, ['tariff', 'port'], { title: 'Harbor' })])).toEqual([true]);
  expect(found(index, 'tariff')).toEqual([2]);
  expect(index.limits.titlesOnly).toBe(0);
});
