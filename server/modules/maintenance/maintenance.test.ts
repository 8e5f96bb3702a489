import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { openTestApp, type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { DAY_MS } from './maintenance-task.ts';

/** Lets the tasks run on each of the next days. */
async function nextDay(testApp: TestApp, days = 1): Promise<void> {
  for (let day = 0; day < days; day += 1) await afterDays(testApp, 1);
}

/** Lets the tasks run once, after a pause: what happens on the days before shows no less then. */
async function afterDays(testApp: TestApp, days: number): Promise<void> {
  testApp.advanceClock(days * DAY_MS);
  await testApp.finishJobs();
}

const objectPath = ({ dataDir }: TestApp, key: string): string =>
  join(dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const keysOf = (testApp: TestApp, fileId: number) =>
  testApp.server.services.db
    .selectFrom('files')
    .select(['blob_key', 'text_blob_key'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();

describe('retention in the trash', () => {
  test('items are purged after 30 days in the trash, and not before', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [old, young] = [await owner.file(), await owner.file()];
    await owner.delete(`/api/files/${old.id}`);
    await nextDay(testApp);
    await owner.delete(`/api/files/${young.id}`);
    await afterDays(testApp, 29);
    const session = await testApp.server.services.db.selectFrom('files').select('id').execute();
    expect(session.map(({ id }) => id)).toEqual([young.id]);
    const acts = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'object_id'])
      .where('action', '=', 'file.purge')
      .execute();
    expect(acts).toEqual([{ actor_kind: 'anonymous', object_id: old.id }]);
  });

  test('TRASH_DAYS sets the retention in the trash', async () => {
    const testApp = await openTestApp({ config: { trashDays: 2 } });
    onTestFinished(() => testApp.close());
    const owner = await testApp.user();
    const folder = await owner.folder();
    await owner.file({ folderId: folder.id });
    await owner.delete(`/api/folders/${folder.id}`);
    await nextDay(testApp, 1);
    const rows = () => testApp.server.services.db.selectFrom('folders').select('id').execute();
    expect(await rows()).toHaveLength(1);
    await nextDay(testApp, 1);
    expect(await rows()).toEqual([]);
  });
});

describe('retention of invitations', () => {
  async function invite(testApp: TestApp, changes: object): Promise<number> {
    const inviter = await testApp.user();
    const folder = await inviter.folder();
    const { invitationId } = await testApp.visitor({ inviter, folderIds: [folder.id] });
    const { db } = testApp.server.services;
    await db.updateTable('invitations').set(changes).where('id', '=', invitationId).execute();
    return invitationId;
  }
  const accepted = { accepted_at: 1, accepted_by_id: 1 };
  const left = async (testApp: TestApp) =>
    (await testApp.server.services.db.selectFrom('invitations').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );

  test('invitations are removed once accepted by a collaborator, or 30 days after they expired', async ({
    testApp,
  }) => {
    await invite(testApp, { ...accepted, role: 'collaborator' });
    const [pending, entered] = [
      await invite(testApp, { accepted_at: null }),
      await invite(testApp, accepted),
    ];
    await nextDay(testApp);
    expect(await left(testApp)).toEqual([pending, entered]);
    await afterDays(testApp, 29);
    expect(await left(testApp)).toEqual([pending, entered]);
    await nextDay(testApp, 2);
    expect(await left(testApp)).toEqual([]);
  });

  test('an active invitation to all folders stays revocable, and a revoked one is removed', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const grant = { ...accepted, role: 'collaborator', all_folders: 1 };
    const active = await invite(testApp, grant);
    await invite(testApp, { ...grant, revoked_at: 1 });
    await nextDay(testApp);
    expect(await left(testApp)).toEqual([active]);
  });

  test('invitations are kept when the setting says so', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { db } = testApp.server.services;
    await db
      .insertInto('system_settings')
      .values({ name: 'autoDeleteInvitations', value: 'false' })
      .execute();
    const id = await invite(testApp, { ...accepted, role: 'collaborator' });
    await afterDays(testApp, 40);
    expect(await left(testApp)).toEqual([id]);
  });
});

test('sessions are removed 30 days after they ended, attempt counts after a day', async ({ testApp }) => {
  const { db } = testApp.server.services;
  await testApp.user();
  await testApp.anonymous.post('/api/login', { username: 'nobody-here', password: 'wrong password' });
  const counts = async () =>
    Promise.all(
      (['sessions', 'attempt_counts'] as const).map(
        async (table) => (await db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  // These count the name and network, the name for a day, and the address.
  expect(await counts()).toEqual([1, 3]);
  await nextDay(testApp, 3);
  expect(await counts()).toEqual([1, 0]);
  await afterDays(testApp, 27);
  expect(await counts()).toEqual([1, 0]);
  await nextDay(testApp, 1);
  expect(await counts()).toEqual([0, 0]);
});

describe('blobs and objects', () => {
  test('the blobs of a purged file are removed a day later, their objects after another day, and all others stay', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [kept, purged] = [await owner.file(), await owner.file()];
    await testApp.finishJobs();
    const [stays, goes] = [await keysOf(testApp, kept.id), await keysOf(testApp, purged.id)];
    await owner.delete(`/api/files/${purged.id}`);
    await owner.delete(`/api/trash/files/${purged.id}`);
    await testApp.finishJobs();
    const keys = [goes.blob_key, goes.text_blob_key ?? ''];
    const { db } = testApp.server.services;
    const blobs = async () => (await db.selectFrom('blobs').select('key').execute()).map(({ key }) => key);
    const objects = () => Promise.all(keys.map((key) => isThere(objectPath(testApp, key))));
    expect(await blobs()).toEqual(expect.arrayContaining(keys));
    await nextDay(testApp, 2);
    expect((await blobs()).sort()).toEqual([stays.blob_key, stays.text_blob_key].sort());
    expect(await objects()).toEqual([true, true]);
    await nextDay(testApp);
    expect(await objects()).toEqual([false, false]);
    expect(await isThere(objectPath(testApp, stays.blob_key))).toBe(true);
    expect(await db.selectFrom('unreferenced_objects').selectAll().execute()).toEqual([]);
  });

  test('an orphaned object is removed after a day, and a younger one stays', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    await (await testApp.user()).file();
    const [old, young] = ['ab'.repeat(32), 'cd'.repeat(32)].map((key) => objectPath(testApp, key));
    const now = testApp.server.services.now() + DAY_MS;
    for (const [path = '', age] of [
      [old, DAY_MS + 1],
      [young, DAY_MS - 1],
    ] as const) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
      await utimes(path, (now - age) / 1000, (now - age) / 1000);
    }
    await nextDay(testApp);
    expect([await isThere(old ?? ''), await isThere(young ?? '')]).toEqual([false, true]);
  });

  test('the next run removes what a process left that died between the object and its row', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file();
    await testApp.finishJobs();
    await owner.delete(`/api/files/${id}`);
    await owner.delete(`/api/trash/files/${id}`);
    await nextDay(testApp, 2);
    const { blobs, db } = testApp.server.services;
    const removed: string[] = [];
    const remove = blobs.remove;
    blobs.remove = async (key) => {
      await remove(key);
      removed.push(key);
      throw new Error('killed');
    };
    await nextDay(testApp);
    const released = () => db.selectFrom('unreferenced_objects').select('key').execute();
    const [key = ''] = removed;
    expect([removed.length, await isThere(objectPath(testApp, key))]).toEqual([1, false]);
    expect(await released()).toEqual(expect.arrayContaining([{ key }]));
    blobs.remove = remove;
    await nextDay(testApp);
    expect(await released()).toEqual([]);
  });
});

test('a task that a newer version added is left out of the list', async ({ testApp }) => {
  const { db } = testApp.server.services;
  const admin = await testApp.user({ isAdmin: true });
  const before = await admin.get('/api/admin/maintenance');
  await sql`insert into maintenance_tasks (task) values ('of-a-newer-version')`.execute(db);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('maintenance.of-a-newer-version', '{}', 0, 0)`.execute(
    db,
  );
  expect(await admin.get('/api/admin/maintenance')).toMatchObject({ status: 200, body: before.body });
});
