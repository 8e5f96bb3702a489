import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../open-database.ts';
import { createInitialTables } from './0001-initial.ts';
import { createTrashAndMaintenance } from './0006-trash-and-maintenance.ts';

/** A migration knows no tables. */
const untyped = (db: Database) => db as unknown as Kysely<unknown>; // the same object, its types left out

async function openOldRoom() {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-migration-'));
  const { db } = openDatabase({ engine: 'sqlite', file: join(directory, 'room.db') });
  onTestFinished(async () => {
    await db.destroy();
    await rm(directory, { recursive: true });
  });
  await createInitialTables(untyped(db), 'sqlite');
  const names = { username: 'u', username_key: 'u', email: 'e', email_key: 'e', password_hash: '' };
  await db
    .insertInto('users')
    .values({ ...names, is_admin: 0, created_at: 0 })
    .execute();
  await db
    .insertInto('blobs')
    .values({ key: 'b', size: 1, sha256: '', wrapped_key: Buffer.alloc(0), created_at: 0 })
    .execute();
  const folder = { name: 'f', owner_id: 1, created_at: 0 };
  const places = [
    { parent_id: null, deleted_at: 5 },
    { parent_id: 1, deleted_at: 5 },
    { parent_id: 2, deleted_at: 5 },
    { parent_id: 2, deleted_at: 3 },
    { parent_id: null, deleted_at: null },
  ];
  for (const place of places)
    await db
      .insertInto('folders')
      .values({ ...folder, ...place })
      .execute();
  const file = {
    name: 'a.txt',
    file_type: 'txt',
    size: 1,
    allow_download: 1,
    owner_id: 1,
    blob_key: 'b',
  } as const;
  for (const [folder_id, deleted_at] of [
    [1, 5],
    [3, 5],
    [3, 2],
    [5, 4],
    [5, null],
    [null, 5],
  ] as const)
    await db
      .insertInto('files')
      .values({ ...file, created_at: 0, folder_id, deleted_at })
      .execute();
  return db;
}

test('deletions of an older version are told apart by their instants', async () => {
  const db = await openOldRoom();
  await createTrashAndMaintenance(untyped(db), 'sqlite');
  const deletedWith = async (table: 'folders' | 'files') =>
    (await db.selectFrom(table).select('deleted_with').orderBy('id').execute()).map(
      (row) => row.deleted_with,
    );
  expect(await deletedWith('folders')).toEqual([null, 1, 1, null, null]);
  expect(await deletedWith('files')).toEqual([1, 1, null, null, null, null]);
});

test('the feed of the search index keeps its positions and goes on after the last', async () => {
  const db = await openOldRoom();
  for (const file_id of [1, 2, 3]) await db.insertInto('index_feed').values({ file_id }).execute();
  await db.deleteFrom('index_feed').where('file_id', '=', 1).execute();
  await createTrashAndMaintenance(untyped(db), 'sqlite');
  await db.insertInto('index_feed').values({ file_id: 999 }).execute();
  expect(await db.selectFrom('index_feed').selectAll().execute()).toEqual([
    { position: 2, file_id: 2 },
    { position: 3, file_id: 3 },
    { position: 4, file_id: 999 },
  ]);
});
