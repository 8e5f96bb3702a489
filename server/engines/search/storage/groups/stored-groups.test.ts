import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { search } from '../../retrieval/search.ts';
import type { AccessFilter, RankingMethod } from '../../search-types.ts';
import { suggestDocuments } from '../../suggest/suggest-documents.ts';
import type { IndexChange } from '../change-batch.ts';
import { PersistentIndex } from '../persistent-index.ts';

const TEXTS = [
  'The lessee pays a rent of EUR 1,250,000 for the warehouse in Hamburg until 31 March 2025.',
  'Either party may terminate the agreement with Kenwaycorp by a notice of 90 days.',
  'Die Mieterin zahlt die Nebenkosten für die Räume in Hamburg; die Kündigung ist ausgeschlossen.',
  'Le bailleur notifie la résiliation au preneur; le loyer est payé chaque mois à Lyon.',
  '株式会社は 2024年3月31日 に契約を締結した。',
];

const titleOf = (id: number): string => `Lease ${id} of ${id % 2 === 0 ? 'Kenwaycorp' : 'Harlow Optics'}`;

function put(id: number, texts: readonly string[]): IndexChange {
  const chunks = texts.map((text, ordinal) => ({
    ...{ ordinal, text, headings: `Clause ${ordinal}`, start: 0, end: text.length },
  }));
  const location = { folderId: id % 3, ownerId: 1 };
  const title = titleOf(id);
  return {
    method: 'putDocument',
    args: [
      {
        ...{ id, location, title, path: `Room / ${id % 2}`, opening: texts[0] ?? '', chunks },
        textKey: `text ${id}`,
      },
    ],
  };
}

function move(id: number): IndexChange {
  const location = { folderId: 2, ownerId: 1 };
  const title = titleOf(id);
  return {
    method: 'placeDocument',
    args: [{ id, location, title, path: 'Archive of Lyon', textKey: `text ${id}` }],
  };
}

/** Returns the paths of a file with groups and of one with the same documents without groups. */
async function createFiles(): Promise<[grouped: string, single: string]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [grouped, single] = [path.join(folder, 'grouped.db'), path.join(folder, 'single.db')];
  const index = await PersistentIndex.open(grouped);
  for (let id = 1; id <= 20; id += 1)
    await index.apply([
      put(id, [TEXTS[id % 5] ?? '', `${TEXTS[(id * 3) % 5]} number ${id} ${id === 9 ? LONG : ''}`]),
    ]);
  while (await index.writeGroup({ maxUngrouped: 6, perGroup: 6 }));
  index.close();
  copyFileSync(grouped, single);
  const db = new Database(single);
  expect(db.prepare('SELECT count(*) FROM document_groups').pluck().get()).toBe(6);
  db.exec('DELETE FROM document_groups; DELETE FROM grouped_documents');
  db.close();
  return [grouped, single];
}

async function open(file: string): Promise<PersistentIndex> {
  const index = await PersistentIndex.open(file);
  onTestFinished(() => index.close());
  return index;
}

/** A passage of more words than any array begins with. */
const LONG = Array.from({ length: 2_500 }, (_, nth) => `clause${nth % 900} is`).join(' ');

const QUESTIONS: readonly [text: string, method: RankingMethod][] = [
  ['What is the rent of the warehouse in Hamburg?', 'hybrid'],
  ['terminaton by Kenwaycrop', 'hybrid'],
  ['"notice of 90 days"', 'keyword'],
  ['Kündigung der Räume', 'hybrid'],
  ['Quel est le loyer à Lyon?', 'vector'],
  ['契約', 'keyword'],
  ['"clause899 is clause0"', 'keyword'],
  ['Where is clause899?', 'hybrid'],
  ['1,250,000', 'keyword'],
  ['Lease 7 of Harlow Optics', 'hybrid'],
];
const TYPED = ['lease', 'le', 'kenw', '7', 'harlwo', 'lease 12'];
const FILTERS: readonly AccessFilter[] = [
  { all: true },
  { folderIds: [1], rootOwnerId: null },
  { folderIds: [], rootOwnerId: null },
];

function answersOf(index: PersistentIndex, { backwards = false } = {}): string[] {
  const answers = FILTERS.flatMap((accessFilter) => [
    ...QUESTIONS.map(
      ([text, method]) =>
        () =>
          search(index, { text, method, accessFilter, limit: 10 }),
    ),
    ...TYPED.map((text) => () => suggestDocuments(index.loaded.index, { text, accessFilter, limit: 5 })),
  ]);
  const order = backwards ? answers.toReversed() : answers;
  const given = order.map((ask) => JSON.stringify(ask()));
  return backwards ? given.reverse() : given;
}

test('an index with groups answers as one without, in any order of questions', async () => {
  const [grouped, single] = await createFiles();
  const expected = answersOf(await open(single));
  expect(new Set(expected).size).toBeGreaterThan(QUESTIONS.length + TYPED.length);
  const index = await PersistentIndex.open(grouped);
  expect(answersOf(index)).toEqual(expected);
  expect(answersOf(index)).toEqual(expected);
  index.close();
  expect(answersOf(await open(grouped), { backwards: true })).toEqual(expected);
});

test('documents put, moved and removed before and after the first question answer as without groups', async () => {
  const files = await createFiles();
  const [grouped, single] = await Promise.all(files.map(open));
  const steps: IndexChange[][] = [
    [
      put(21, [TEXTS[0] ?? '', 'the merger of Harlow Optics']),
      put(4, ['A lease of the warehouse in Lyon']),
      move(3),
    ],
    [{ method: 'removeDocument', args: [5] }, put(22, [TEXTS[2] ?? '']), move(6)],
  ];
  for (const changes of steps) {
    for (const index of [grouped, single]) await index?.apply(changes);
    expect(grouped && answersOf(grouped)).toEqual(single && answersOf(single));
  }
});

test('a reader of no folder gets nothing of what others have asked for', async () => {
  const [grouped] = await createFiles();
  const index = await open(grouped);
  const ask = (accessFilter: AccessFilter) =>
    search(index, { text: 'notice of Kenwaycorp', method: 'hybrid', accessFilter, limit: 10 });
  const hidden: AccessFilter = { folderIds: [], rootOwnerId: null };
  const before = JSON.stringify(ask(hidden));
  expect(ask({ all: true }).hits.length).toBeGreaterThan(0);
  expect(ask(hidden).hits).toEqual([]);
  expect(JSON.stringify(ask(hidden))).toBe(before);
});
