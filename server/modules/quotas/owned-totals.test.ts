import { sql } from 'kysely';
import { expect } from 'vitest';
import { findIntegrityProblems } from '#server/database/backup/find-integrity-problems.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { countUsage } from './queries.ts';

/** Counts the rows themselves. */
async function countRows({ server: { services } }: TestApp, ownerId: number) {
  const { rows } = await sql<{ files: number; folders: number; bytes: number }>`select
    (select count(*) from files where owner_id = ${ownerId}) as files,
    (select count(*) from folders where owner_id = ${ownerId}) as folders,
    cast((select coalesce(sum(size), 0) from files where owner_id = ${ownerId})
      + (select coalesce(sum(v.size), 0) from file_versions v join files on files.id = v.file_id
          where files.owner_id = ${ownerId} and v.replaced_at is not null) as bigint) as bytes`.execute(
    services.db,
  );
  return rows[0];
}

async function expectRightTotals(testApp: TestApp, ownerIds: readonly number[]): Promise<void> {
  const { db } = testApp.server.services;
  for (const id of ownerIds) expect(await countUsage(db, id)).toEqual(await countRows(testApp, id));
  const engine = isPostgres(db) ? 'postgres' : 'sqlite';
  expect(await Array.fromAsync(findIntegrityProblems(db, engine))).toEqual([]);
}

test('the sums of an owner follow uploads, versions, moves between owners, deletion and cascades', async ({
  testApp,
}) => {
  const { db } = testApp.server.services;
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const ids = [owner.id, other.id];
  const folder = await owner.folder();
  const first = await owner.file({ folderId: folder.id, content: 'first' });
  const second = await owner.file({ folderId: folder.id, content: 'the second' });
  for (const content of ['next one', 'the one after'])
    await owner.form(`/api/files/${first.id}/versions`, [
      { name: 'file', value: Buffer.from(content), filename: 'next.txt' },
    ]);
  expect(await countUsage(db, owner.id)).toEqual({ files: 2, folders: 1, bytes: 5 + 10 + 8 + 13 });
  await expectRightTotals(testApp, ids);
  await owner.post(`/api/files/${first.id}/versions/1/restore`);
  await expectRightTotals(testApp, ids);

  await db.updateTable('files').set({ owner_id: other.id }).where('id', '=', first.id).execute();
  await db.updateTable('folders').set({ owner_id: other.id }).where('id', '=', folder.id).execute();
  expect(await countUsage(db, owner.id)).toEqual({ files: 1, folders: 0, bytes: 10 });
  await expectRightTotals(testApp, ids);

  // As a node of version 0.1.0 purges a file: its versions go with it.
  await db.deleteFrom('index_changes').execute();
  await db.deleteFrom('files').where('id', '=', first.id).execute();
  expect(await countUsage(db, other.id)).toEqual({ files: 0, folders: 1, bytes: 0 });
  await db.deleteFrom('files').where('id', '=', second.id).execute();
  await db.deleteFrom('folders').where('id', '=', folder.id).execute();
  for (const id of ids) expect(await countUsage(db, id)).toEqual({ files: 0, folders: 0, bytes: 0 });
  await expectRightTotals(testApp, ids);
});

test('the sums stay right and few while many folders are added at once, and a wrong sum is found', async ({
  testApp,
}) => {
  const { db } = testApp.server.services;
  const owner = await testApp.user();
  const created_at = Date.now();
  const names = Array.from({ length: 150 }, (_, n) => ({ name: `F${n}`, owner_id: owner.id, created_at }));
  await db.insertInto('folders').values(names).execute();
  await Promise.all(Array.from({ length: 8 }, () => countUsage(db, owner.id)));
  const rows = await db.selectFrom('owned_totals').selectAll().where('owner_id', '=', owner.id).execute();
  expect(rows.length).toBeLessThan(10);
  expect((await countUsage(db, owner.id)).folders).toBe(150);
  await expectRightTotals(testApp, [owner.id]);

  await db.updateTable('owned_totals').set({ folders: 1 }).where('owner_id', '=', owner.id).execute();
  const problems = await Array.fromAsync(findIntegrityProblems(db, isPostgres(db) ? 'postgres' : 'sqlite'));
  expect(problems).toContain(
    `user ${owner.id}: the sums for the quotas are not those of the files and folders`,
  );
});
