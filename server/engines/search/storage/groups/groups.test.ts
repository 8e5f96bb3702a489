import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { runCount } from '#server/testing/run-count.ts';
import { detectLanguage, LANGUAGES } from '../../analysis/detect-language.ts';
import { tokenize } from '../../analysis/tokenize.ts';
import { PASSAGE_END } from '../arrays/word-sequences.ts';
import type { IndexChange } from '../change-batch.ts';
import { DamagedIndexError } from '../index-database.ts';
import { frequencyOf, unitOf } from '../indexed-field.ts';
import { InvertedIndex } from '../inverted-index.ts';
import { PersistentIndex } from '../persistent-index.ts';
import { ANALYSIS_VERSION, AnalysisWriter } from '../stored-analysis.ts';
import { Vocabulary } from '../vocabulary.ts';
import { GroupLoader } from './group-loader.ts';
import { GroupWriter } from './group-writer.ts';

const SAMPLES = [
  'The lessee pays EUR 1,250,000.50 (FY2018) under clause 4.2(b) of the e-mail agreement, the lessee pays.',
  'Die Mieterin zahlt die Nebenkosten für die Räume in der Straße "Am Graben" gemäß § 535 BGB.',
  'Le bailleur notifie la résiliation à l’adresse indiquée; los arrendatarios lo aceptan.',
  '株式会社は 2024年3月31日 に契約を締結した。 арендная плата الإيجار',
];

/** Words with endings of several languages. */
const WORDS_TO_STEM =
  'payments agreed terminations Kündigungen Verträgen contrats résiliés arrendamientos pagadas contratti pagamenti kontrakter sopimukset szerződések huurovereenkomsten';

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'index.db');
}

const titleOf = (id: number): string => `Lease ${id} Deutsche Kredit Bank AG`;

function put(id: number, texts: readonly string[]): IndexChange {
  const chunks = texts.map((text, ordinal) => ({
    ...{ ordinal, text, headings: ordinal === 0 ? 'Rent › Payment' : '' },
    ...{ start: 0, end: text.length },
  }));
  const location = { folderId: id, ownerId: 1 };
  const title = titleOf(id);
  const textKey = `text ${id}`;
  return {
    method: 'putDocument',
    args: [{ id, location, title, path: `Room / ${id % 2}`, opening: texts[0] ?? '', chunks, textKey }],
  };
}

/** Describes all that the index holds, by the texts of its words and the ids of its documents. */
function contentOf({ loaded: { index } }: PersistentIndex): object {
  const { vocabulary, chunkFields, documentFields } = index;
  // Words in groups are read when they are asked for.
  expect([...vocabulary.wordsBeginning('')]).toHaveLength(vocabulary.size);
  const textsOf = (words: ArrayLike<number>) =>
    Array.from(words, (word) => (word === PASSAGE_END ? '|' : vocabulary.textOf(word)));
  const placeOf = (chunk: number) =>
    `${index.entryOf(chunk)?.id}.${chunk - (index.entryOf(chunk)?.firstChunk ?? 0)}`;
  const fields = [
    ...Object.values(chunkFields).map((field) => ({ field, nameOf: placeOf })),
    ...Object.values(documentFields).map((field) => ({
      field,
      nameOf: (unit: number) => `${index.entryOfUnit(unit)?.id}`,
    })),
  ];
  const postingsOf = (word: number) =>
    fields.map(({ field, nameOf }) =>
      Array.from(
        field.postingsOf(vocabulary.stemOf(word)),
        (posting) =>
          `${nameOf(unitOf(posting))}: ${frequencyOf(posting)} of ${field.lengths[unitOf(posting)]}`,
      ).sort(),
    );
  const words = Array.from({ length: vocabulary.size }, (_, word) => [
    vocabulary.textOf(word),
    postingsOf(word),
  ]);
  // This comes before the titles are read for the labels.
  const beginnings = new Map(
    [...index.entries()].map(({ id, labelWords, unit }) => {
      const first = labelWords ? textsOf(labelWords)[0] : index.groups.titles.firstWordOf(unit);
      return [id, first] as const;
    }),
  );
  const documents = [...index.entries()]
    .sort((one, other) => one.id - other.id)
    .map((entry) => {
      const { versionKey, unit, firstChunk, chunkCount, labelWords, group, ...described } = entry;
      const passages = Array.from({ length: chunkCount }, (_, nth) =>
        textsOf(index.wordsOf(firstChunk + nth)),
      );
      const labels = textsOf(index.labelWordsOf(entry));
      expect(beginnings.get(entry.id)).toBe(labels[0]);
      return { ...described, labels, passages };
    });
  return { documents, words: words.map((word) => JSON.stringify(word)).sort() };
}

/** Runs SQL in the file while no index has it open, and returns the number of groups. */
function change(file: string, sql = ''): unknown {
  const db = new Database(file);
  db.exec(sql);
  const count = db.prepare('SELECT count(*) FROM document_groups').pluck().get();
  db.close();
  return count;
}

async function open(file: string): Promise<PersistentIndex> {
  const index = await PersistentIndex.open(file);
  onTestFinished(() => index.close());
  return index;
}

async function fill(file: string, count: number): Promise<PersistentIndex> {
  const index = await PersistentIndex.open(file);
  for (let id = 1; id <= count; id += 1)
    await index.apply([put(id, [SAMPLES[id % 4] ?? '', `${SAMPLES[(id * 3) % 4]} rent ${id}`])]);
  return index;
}

test('an index opened from groups equals an index that is read document by document', async () => {
  const file = newFile();
  const first = await fill(file, 7);
  await first.apply([put(8, [])]);
  expect(await first.writeGroup({ maxUngrouped: 20, perGroup: 4 })).toBe(false);
  expect(await first.writeGroup({ maxUngrouped: 4, perGroup: 4 })).toBe(true);
  while (await first.writeGroup());
  const moved = { id: 6, location: { folderId: 9, ownerId: 2 }, title: titleOf(6), path: 'Archive' };
  await first.apply([
    put(2, ['A deed that was put again']),
    { method: 'placeDocument', args: [{ ...moved, textKey: 'text 6' }] },
  ]);
  first.close();
  expect(change(file)).toBe(2);
  const copy = newFile();
  copyFileSync(file, copy);
  change(copy, 'DELETE FROM document_groups; DELETE FROM grouped_documents');
  const [grouped, single] = [await open(file), await open(copy)];
  expect(grouped.statistics).toEqual({ documents: 8, chunks: 14 });
  expect(contentOf(grouped)).toEqual(contentOf(single));
  expect([...grouped.loaded.index.entries()].filter(({ group }) => group !== undefined)).toHaveLength(4);
});

test('the words of a removed document leave the file, and the other documents of its group stay', async () => {
  const file = newFile();
  const first = await fill(file, 4);
  await first.apply([put(5, ['the merger with Kenwaycorp'])]);
  while (await first.writeGroup({ maxUngrouped: 8, perGroup: 9 }));
  await first.apply([{ method: 'removeDocument', args: [5] }]);
  first.close();
  expect(change(file)).toBe(0);
  expect(readFileSync(file).includes('kenwaycorp')).toBe(false);
  const index = await open(file);
  expect(index.statistics).toEqual({ documents: 4, chunks: 8 });
  expect(await index.writeGroup({ maxUngrouped: 7, perGroup: 8 })).toBe(true);
});

test('groups of another version of the analysis are written again', async () => {
  const file = newFile();
  const first = await fill(file, 4);
  while (await first.writeGroup({ maxUngrouped: 3, perGroup: 4 }));
  const content = contentOf(first);
  first.close();
  expect(change(file, 'UPDATE document_groups SET analysis_version = 0, content = zeroblob(9)')).toBe(2);
  const index = await open(file);
  expect(contentOf(index)).toEqual(content);
  expect([...index.loaded.index.entries()].map(({ group }) => group)).toEqual(Array(4).fill(undefined));
});

test('a file with groups of the previous version keeps its documents, and its groups are written again', async () => {
  const file = newFile();
  const first = await fill(file, 4);
  while (await first.writeGroup({ maxUngrouped: 3, perGroup: 4 }));
  const content = contentOf(first);
  first.close();
  expect(change(file, 'UPDATE document_groups SET content = zeroblob(9); PRAGMA user_version = 6')).toBe(2);
  const index = await open(file);
  expect(contentOf(index)).toEqual(content);
  expect(await index.writeGroup({ maxUngrouped: 3, perGroup: 4 })).toBe(true);
  index.close();
  expect(change(file)).toBe(1);
});

test.each([
  ['has changed bytes', 'UPDATE document_groups SET content = zeroblob(length(content))'],
  ['lacks a document', 'DELETE FROM grouped_documents WHERE version_key = 2'],
  ['has a document of another group', 'UPDATE grouped_documents SET group_key = 1'],
])('a file with a group that %s is removed, and a new index begins', async (_name, sql) => {
  const file = newFile();
  const first = await fill(file, 4);
  await first.apply([{ method: 'setPosition', args: [9] }]);
  while (await first.writeGroup({ maxUngrouped: 3, perGroup: 4 }));
  first.close();
  change(file, sql);
  const index = await open(file);
  expect([index.position, index.statistics]).toEqual([0, { documents: 0, chunks: 0 }]);
});

test('a changed group is reported as damage, whatever the change', async () => {
  const written = new AnalysisWriter(new Vocabulary());
  for (const text of [...SAMPLES, 'opening']) written.add(detectLanguage(tokenize(text)), tokenize(text));
  const writer = new GroupWriter();
  writer.add(written.toBytes(), { title: titleOf(1), language: 'en' });
  const bytes = await writer.toBytes(() => undefined);
  const documents = [
    { versionKey: 1, id: 1, location: { folderId: 1, ownerId: 1 }, title: '', path: 'Room' },
  ];
  const load = (content: Buffer) => new GroupLoader(new InvertedIndex()).add({ key: 1, content, documents });
  expect(load(bytes)).toHaveLength(1);
  const changedBytes = fc.oneof(
    fc.nat(bytes.length - 1).map((length) => bytes.subarray(0, length)),
    fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)),
    fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, difference]) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ difference;
      return changed;
    }),
  );
  fc.assert(
    fc.property(changedBytes, (content) => {
      expect(() => load(content)).toThrow(DamagedIndexError);
    }),
    { numRuns: runCount(500) },
  );
});

test('a change of the stems has a version of its own', async () => {
  const writer = new GroupWriter();
  for (const language of LANGUAGES) {
    const written = new AnalysisWriter(new Vocabulary());
    for (const text of [...SAMPLES, WORDS_TO_STEM, '', 'opening']) written.add(language, tokenize(text));
    writer.add(written.toBytes(), { title: titleOf(1), language });
  }
  const bytes = await writer.toBytes(() => undefined);
  // When this fails, increase ANALYSIS_VERSION, or the version of the tables if the form of groups has changed.
  expect([ANALYSIS_VERSION, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    2,
    '9ac286ddf7f94bc74ac144c9f3a3731030428162a3c993ae9383747d583e15c6',
  ]);
});
