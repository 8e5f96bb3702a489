import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { search } from '../retrieval/search.ts';
import type { AccessFilter, SearchResults } from '../search-types.ts';
import type { IndexChange } from './change-batch.ts';
import { PersistentIndex } from './persistent-index.ts';

const BEGINNING = { versionKey: 0, position: 0 };
const everything: AccessFilter = { all: true };
const ours: AccessFilter = { folderIds: [1], rootOwnerId: null };

async function newIndex() {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'index.db');
  return { file, index: await open(file) };
}

async function open(file: string): Promise<PersistentIndex> {
  const index = await PersistentIndex.open(file);
  onTestFinished(() => index.close());
  return index;
}

function put(id: number, texts: string[], folderId = 1, title = ''): IndexChange {
  const chunks = texts.map((text, ordinal) => ({ ordinal, text, headings: '', start: 0, end: text.length }));
  return {
    method: 'putDocument',
    args: [{ id, location: { folderId, ownerId: 1 }, title, path: '', opening: '', chunks }],
  };
}

/** Returns a vector as a model would: animals point one way, buildings the other. */
function vectorOf(text: string): Float32Array {
  const vector = /dog|hound/.test(text) ? [1, 0.1] : /house|cottage/.test(text) ? [0.1, 1] : [0.7, 0.7];
  return Float32Array.from(vector);
}

/** Gives every passage that lacks one its vector; returns their texts. */
async function embedAll(index: PersistentIndex, fingerprint = 'model a'): Promise<string[]> {
  const passages = index.listUnembedded(fingerprint, BEGINNING, 1000);
  const embedded = passages.map(({ text, ...passage }) => ({ ...passage, vector: vectorOf(text) }));
  await index.apply([{ method: 'putEmbeddings', args: [fingerprint, embedded] }]);
  return passages.map(({ text }) => text);
}

const ask = (
  index: PersistentIndex,
  text: string,
  allowed: AccessFilter = everything,
  fingerprint = 'model a',
): SearchResults =>
  search(index, {
    text,
    accessFilter: allowed,
    limit: 100,
    method: 'vector',
    queryEmbedding: { fingerprint, vector: vectorOf(text) },
  });
const idsOf = ({ hits }: SearchResults) => hits.map(({ documentId }) => documentId);

test('a passage that shares no word with the question is found by its vector', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A large dog barks.']), put(2, ['A small house stands.'])]);
  await embedAll(index);
  expect(idsOf(ask(index, 'hound'))[0]).toBe(1);
  expect(idsOf(ask(index, 'cottage'))[0]).toBe(2);
  expect(ask(index, 'hound').method).toBe('vector');
});

test('hidden passages are neither found nor change a score', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A large dog barks.']), put(2, ['A house.'])]);
  await embedAll(index);
  const alone = ask(index, 'hound', ours);
  await index.apply([put(3, ['The dog of the neighbours.', 'Their other dog.'], 2)]);
  expect(ask(index, 'hound', ours)).toEqual(alone);
  await embedAll(index);
  expect(ask(index, 'hound', ours)).toEqual(alone);
  expect(idsOf(ask(index, 'hound'))).toContain(3);
});

test('vectors are kept after reopening, and those of a removed document are gone', async () => {
  const { file, index } = await newIndex();
  await index.apply([put(1, ['A dog.']), put(2, ['A house.'])]);
  await embedAll(index);
  await index.apply([{ method: 'removeDocument', args: [2] }]);
  index.close();
  const again = await open(file);
  expect(again.listUnembedded('model a', BEGINNING, 10)).toEqual([]);
  expect(idsOf(ask(again, 'hound'))).toEqual([1]);
});

test('a document that is put again keeps the vectors of unchanged passages', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A dog.', 'A house.'])]);
  await embedAll(index);
  await index.apply([put(1, ['A dog.', 'A cottage.'], 2, 'Renamed')]);
  expect(await embedAll(index)).toEqual(['Renamed\nA cottage.']);
  expect(ask(index, 'hound').hits[0]?.chunk.text).toBe('A dog.');
});

test('vectors of another model replace the others, and are used once hardly any is missing', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A dog.', 'A house.']), put(2, ['A hound.'])]);
  await embedAll(index);
  expect(ask(index, 'dog', everything, 'model b').method).toBe('keyword-fallback');
  const passages = index.listUnembedded('model b', BEGINNING, 2);
  expect(passages.map(({ documentId, position }) => [documentId, position])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  const embedded = passages.map(({ text, ...passage }) => ({ ...passage, vector: vectorOf(text) }));
  await index.apply([{ method: 'putEmbeddings', args: ['model b', embedded] }]);
  expect(ask(index, 'dog').method).toBe('keyword-fallback');
  const halfway = ask(index, 'dog', everything, 'model b');
  expect([halfway.method, idsOf(halfway)]).toEqual(['keyword-fallback', [1]]);
  expect(await embedAll(index, 'model b')).toEqual(['A hound.']);
  expect(ask(index, 'dog', everything, 'model b')).toMatchObject({ method: 'vector' });
  expect(new Set(idsOf(ask(index, 'dog', everything, 'model b')))).toEqual(new Set([1, 2]));
});

test('a vector of a removed or replaced passage is ignored', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A dog.']), put(2, ['A house.'])]);
  const passages = index.listUnembedded('model a', BEGINNING, 10);
  await index.apply([put(1, ['A cottage.']), { method: 'removeDocument', args: [2] }]);
  const embedded = passages.map(({ text, ...passage }) => ({ ...passage, vector: vectorOf(text) }));
  await index.apply([{ method: 'putEmbeddings', args: ['model a', embedded] }]);
  expect(index.listUnembedded('model a', BEGINNING, 10).map(({ text }) => text)).toEqual(['A cottage.']);
});

test('a quoted phrase is also required of semantic matches', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A dog barks loudly.']), put(2, ['The hound barks.'])]);
  await embedAll(index);
  expect(idsOf(ask(index, '"hound barks"'))).toEqual([2]);
});

test('a keyword search reads no vectors', async () => {
  const { index } = await newIndex();
  await index.apply([put(1, ['A dog.'])]);
  await embedAll(index);
  const embedding = { fingerprint: 'model a', vector: vectorOf('hound') };
  const found = search(index, {
    text: 'hound',
    accessFilter: everything,
    limit: 10,
    method: 'keyword',
    queryEmbedding: embedding,
  });
  expect([found.method, found.hits]).toEqual(['keyword', []]);
});

test('after clear there are no vectors', async () => {
  const { file, index } = await newIndex();
  await index.apply([put(1, ['A dog.'])]);
  await embedAll(index);
  await index.apply([{ method: 'clear', args: [] }]);
  await index.apply([put(1, ['A dog.'])]);
  expect(index.listUnembedded('model a', BEGINNING, 10)).toHaveLength(1);
  index.close();
  expect(readFileSync(file).length).toBeGreaterThan(0);
});

test('a position in another index begins with the first passage', async () => {
  const { index: replaced } = await newIndex();
  await replaced.apply([put(1, ['A dog.']), put(2, ['A house.'])]);
  const after = replaced.listUnembedded('model a', BEGINNING, 10).at(-1) ?? BEGINNING;
  expect(replaced.listUnembedded('model a', after, 10)).toEqual([]);
  const { index } = await newIndex();
  await index.apply([put(1, ['A cottage.'])]);
  expect(index.listUnembedded('model a', after, 10).map(({ text }) => text)).toEqual(['A cottage.']);
});

test('vectors that were computed for another index are not stored', async () => {
  const { index: replaced } = await newIndex();
  await replaced.apply([put(1, ['A dog.'])]);
  const [passage] = replaced.listUnembedded('model a', BEGINNING, 10);
  const { index } = await newIndex();
  await index.apply([put(1, ['A cottage.'])]);
  const [missing] = index.listUnembedded('model a', BEGINNING, 10);
  expect([passage?.versionKey, passage?.position]).toEqual([missing?.versionKey, missing?.position]);
  const late = passage === undefined ? [] : [{ ...passage, vector: vectorOf('A dog.') }];
  await index.apply([{ method: 'putEmbeddings', args: ['model a', late] }]);
  expect(ask(index, 'hound').method).toBe('keyword-fallback');
  expect(await embedAll(index)).toEqual(['A cottage.']);
  await index.apply([{ method: 'putEmbeddings', args: ['model b', late] }]);
  expect(ask(index, 'cottage').method).toBe('vector');
  expect(index.listUnembedded('model a', BEGINNING, 10)).toEqual([]);
});
