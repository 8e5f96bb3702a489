import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type IndexedDocument, openSearchEngine, type SearchEngine } from './search-engine.ts';
import { createTestChunk } from './testing/in-memory-index.ts';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'index.db');
}

async function open(file: string): Promise<SearchEngine> {
  const index = openSearchEngine(file);
  onTestFinished(() => index.close());
  return index;
}

function document(id: number, texts: string[], ownerId = 1): IndexedDocument {
  const chunks = texts.map(createTestChunk);
  return { id, location: { folderId: 1, ownerId }, title: '', path: '', opening: '', chunks };
}

async function found(index: SearchEngine, text: string): Promise<number[]> {
  const { hits } = await index.search({
    text,
    accessFilter: { all: true },
    limit: 10,
    method: 'keyword',
  });
  return hits.map((hit) => hit.documentId);
}

test('changes take effect in the next query, in the order in which they were sent', async () => {
  const index = await open(newFile());
  await Promise.all([
    index.putDocument(document(1, ['lease'])),
    index.putDocument(document(1, ['rent'])),
    index.putDocument(document(2, ['rent'])),
    index.removeDocument(2),
    index.setPosition(5),
  ]);
  expect(await found(index, 'lease')).toEqual([]);
  expect(await found(index, 'rent')).toEqual([1]);
  expect(await index.readPosition()).toBe(5);
  expect(await index.readStatistics()).toMatchObject({
    documents: 1,
    chunks: 1,
    memory: { usedBytes: expect.any(Number) },
  });
  await index.clear();
  expect(await found(index, 'rent')).toEqual([]);
  expect(await index.readPosition()).toBe(0);
});

test('the worker reads the tables of words and meanings from where they are', async () => {
  const index = await open(newFile());
  await index.putDocument(document(1, ['The scientists discovered an illness in the city.']));
  await index.putDocument(document(2, ['The garden of the palace is closed.']));
  const text = 'Welche Krankheit haben die Wissenschaftler entdeckt?';
  const { hits } = await index.search({ text, accessFilter: { all: true }, limit: 10, method: 'hybrid' });
  expect(hits[0]?.documentId).toBe(1);
});

test('the position never passes a failed change, even one sent at the same time', async () => {
  const file = newFile();
  const index = openSearchEngine(file);
  const broken = document(2, ['deed'], Number.NaN);
  const sent = [
    index.putDocument(document(1, ['lease'])),
    index.setPosition(1),
    index.putDocument(broken),
    index.setPosition(2),
    index.clear(),
  ];
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.slice(2).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await index.readPosition()).toBeLessThan(2);
  await Promise.all([
    index.putDocument(document(1, ['lease'])),
    index.putDocument(document(2, ['deed'])),
    index.setPosition(2),
  ]);
  await index.close();
  const reopened = await open(file);
  expect([await reopened.readPosition(), await found(reopened, 'lease deed')]).toEqual([2, [1, 2]]);
});

test('a query is answered while a large document is being indexed', async () => {
  const index = await open(newFile());
  await index.putDocument(document(1, ['lease']));
  let isDone = false;
  const text = 'The tenant pays the rent on the first day of each month. '.repeat(9);
  const large = index
    .putDocument(
      document(
        2,
        Array.from({ length: 20_000 }, (_, at) => `${text} ${at}`),
      ),
    )
    .then(() => {
      isDone = true;
    });
  expect(await found(index, 'lease')).toEqual([1]);
  expect(isDone).toBe(false);
  await large;
});

test('a steady stream of queries does not delay a change', async () => {
  const index = await open(newFile());
  const text = 'The tenant pays the rent on the first day of each month. '.repeat(9);
  const texts = Array.from({ length: 1600 }, (_, at) => `${text} ${at}`);
  await index.putDocument(document(1, texts));
  const questionsWhileWriting = async (id: number, clients: number) => {
    let questions = 0;
    let isDone = false;
    const ask = async () => {
      for (; !isDone; questions++) await found(index, 'rent');
    };
    const written = index.putDocument(document(id, texts)).then(() => {
      isDone = true;
    });
    await Promise.all([written, ...Array.from({ length: clients }, ask)]);
    return questions;
  };
  const ofOne = await questionsWhileWriting(2, 1);
  expect(await questionsWhileWriting(3, 16)).toBeLessThan(4 * ofOne + 16);
});

test('a closed index refuses every call, and closing twice is not an error', async () => {
  const index = openSearchEngine(newFile());
  await index.close();
  await index.close();
  await expect(index.readStatistics()).rejects.toThrow('The search index is closed.');
});

test('changes sent before closing are stored', async () => {
  const file = newFile();
  const first = openSearchEngine(file);
  const sent = first.putDocument(document(1, ['lease']));
  await first.close();
  await sent;
  expect(await found(await open(file), 'lease')).toEqual([1]);
});

test('an index without documents answers without a file', async () => {
  const file = newFile();
  const index = await open(file);
  expect(await index.readStatistics()).toEqual({
    documents: 0,
    chunks: 0,
    memory: { maxChunks: undefined, titlesOnly: 0, usedBytes: 0 },
  });
  expect(await index.readPosition()).toBe(0);
  expect(existsSync(file)).toBe(false);
  await index.putDocument(document(1, ['lease']));
  expect(await index.readStatistics()).toMatchObject({ documents: 1 });
});

test('opening a missing folder is an error', async () => {
  await expect(openSearchEngine('/nowhere/at/all/index.db').readStatistics()).rejects.toThrow('ENOENT');
});
