import { sql } from 'kysely';
import { expect } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';

async function openTwoRooms(testApp: TestApp) {
  const from = await openRoom(testApp);
  const other = await from.owner.folder('Other');
  await from.owner.post('/api/rooms', { folderId: other.id });
  const admin = await testApp.user({ isAdmin: true });
  return {
    ...from,
    other,
    limit: (limits: Partial<SystemSettings>) => admin.patch('/api/admin/system-settings', limits),
    async copy(folderId: number, into = other.id): Promise<[number, string | undefined]> {
      const entries = [{ kind: 'folder', id: folderId }];
      const url = `/api/rooms/${from.root.id}/copies`;
      const { status, body } = await from.owner.post(url, { entries, folderId: into });
      return [status, body.error];
    },
  };
}

test('limits of folders, quotas and depth hold for copies', async ({ testApp }) => {
  const { owner, inner, deep, file, other, copy, limit } = await openTwoRooms(testApp);
  for (let at = 0; at < 10; at += 1) await owner.file({ folderId: inner.id });
  await limit({ maxFilesPerFolder: 10 });
  expect(await copy(inner.id)).toEqual([409, 'A copied folder would have more than 10 files.']);
  await limit({ maxFilesPerFolder: 500, userQuotaFiles: 20 });
  expect(await copy(inner.id)).toEqual([409, expect.stringContaining('Your quota of 20 files is used up.')]);
  await limit({ userQuotaFiles: 0, userQuotaFolders: 5 });
  expect(await copy(inner.id)).toEqual([409, expect.stringContaining('Your quota of 5 folders is used up.')]);
  await limit({ userQuotaFolders: 0 });
  let bottom = other;
  for (let depth = 2; depth < 100; depth += 1) bottom = await owner.folder(`Level ${depth}`, bottom.id);
  expect(await copy(inner.id, bottom.id)).toEqual([409, expect.stringContaining('100 levels deep')]);
  expect(await copy(deep.id, bottom.id)).toEqual([202, null]);
  expect(file.folderId).toBe(inner.id);
});

test('a copy that is too large to be read at once is refused, in whatever order its folders were created', async ({
  testApp,
}) => {
  const { owner, inner, deep, root, copy } = await openTwoRooms(testApp);
  const { db } = testApp.server.services;
  const numbers = sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < 10001) select n from numbers`;
  await sql`insert into folders (name, parent_id, owner_id, created_at, published_at)
    select 'Folder ' || n, cast(${deep.id} as bigint), cast(${owner.id} as bigint), 1, 0
    from (${numbers}) as numbers`.execute(db);
  const { id: _, ...file } = await db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
  const folders = await db.selectFrom('folders').select('id').where('parent_id', '=', deep.id).execute();
  for (let at = 0; at < 10_000; at += 500)
    await db
      .insertInto('files')
      .values(folders.slice(at, at + 500).map(({ id }) => ({ ...file, folder_id: id })))
      .execute();
  // The folder that contains all of them is read last.
  const last = await owner.folder('Last', inner.id);
  expect((await owner.patch(`/api/folders/${deep.id}`, { parentId: last.id })).status).toBe(200);
  expect(await copy(inner.id)).toEqual([
    413,
    'A copy can contain at most 10,000 files and 10,000 folders. Select fewer entries.',
  ]);
  expect((await owner.get(`/api/rooms/${root.id}`)).status).toBe(200);
});

test('a copy has at most 10,000 files', async ({ testApp }) => {
  const { owner, inner, deep, file, root, copy } = await openTwoRooms(testApp);
  const { db } = testApp.server.services;
  const row = await db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
  const { id: _, ...values } = { ...row, folder_id: deep.id };
  for (let at = 0; at < 20; at += 1)
    await db
      .insertInto('files')
      .values(Array.from({ length: 500 }, (_value, index) => ({ ...values, name: `${at}-${index}.txt` })))
      .execute();
  expect(await copy(inner.id)).toEqual([
    413,
    'A copy can contain at most 10,000 files. Select fewer entries.',
  ]);
  expect((await owner.get(`/api/rooms/${root.id}`)).status).toBe(200);
});
