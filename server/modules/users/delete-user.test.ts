import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const urlOf = (id: number) => `/api/admin/users/${id}`;

async function openLeaving(testApp: TestApp) {
  const [admin, leaving, other] = [
    await testApp.user({ isAdmin: true }),
    await testApp.user(),
    await testApp.user(),
  ];
  const tree = await leaving.folder('Tree');
  const othersTree = await other.folder("Other's tree");
  await testApp.share(tree.id, other);
  await testApp.share(tree.id, admin);
  await testApp.share(othersTree.id, leaving);
  return { admin, leaving, other, tree, othersTree };
}

const ownersOf = async (testApp: TestApp, table: 'files' | 'folders', ids: readonly number[]) => {
  const rows = testApp.server.services.db
    .selectFrom(table)
    .select('owner_id')
    .where('id', 'in', ids)
    .distinct();
  return (await rows.execute()).map(({ owner_id }) => owner_id);
};

describe('DELETE /api/admin/users/:id', () => {
  test('deletion ends the account at once and frees its name and e-mail', async ({ testApp }) => {
    const { admin, leaving, othersTree } = await openLeaving(testApp);
    const email = `${leaving.username}@example.test`;
    await leaving.patch('/api/user/preferences', { colorScheme: 'dark' });
    await leaving.patch('/api/user/notifications', { fileShared: true });
    expect((await admin.delete(urlOf(leaving.id))).body).toEqual({ success: true });
    expect((await leaving.get('/api/user')).status).toBe(401);
    const account = { username: leaving.username, password: PASSWORD };
    expect((await testApp.anonymous.post('/api/login', account)).status).toBe(401);
    const heir = await testApp.anonymous.post('/api/register', { ...account, email });
    expect([heir.status, heir.body.id === leaving.id]).toEqual([201, false]);
    expect((await testApp.anonymous.get(`/api/folders/${othersTree.id}`)).status).toBe(404);
    await testApp.anonymous.post('/api/logout');
    const { db } = testApp.server.services;
    for (const table of [
      'sessions',
      'collaborators',
      'user_preferences',
      'notification_preferences',
    ] as const)
      expect([
        table,
        await db.selectFrom(table).select('user_id').where('user_id', '=', leaving.id).execute(),
      ]).toEqual([table, []]);
  });

  test("the administrator becomes the owner of its content, in the trash and in others' folders too", {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { admin, leaving, other, tree, othersTree } = await openLeaving(testApp);
    const below = await leaving.folder('Below', tree.id);
    const inside = await leaving.folder('Inside', othersTree.id);
    const trashed = await leaving.folder('Trashed');
    const files = [
      await leaving.file({ content: 'A godwit mandate' }),
      await leaving.file({ folderId: below.id }),
      await leaving.file({ folderId: othersTree.id }),
      await leaving.file({ folderId: trashed.id }),
    ];
    await leaving.delete(`/api/folders/${trashed.id}`);
    const theirs = await other.file({ folderId: tree.id });
    await testApp.finishJobs();
    await admin.delete(urlOf(leaving.id));
    const ids = files.map(({ id }) => id);
    expect(await ownersOf(testApp, 'files', ids)).toEqual([admin.id]);
    expect(await ownersOf(testApp, 'folders', [tree.id, below.id, inside.id, trashed.id])).toEqual([
      admin.id,
    ]);
    expect(await ownersOf(testApp, 'files', [theirs.id])).toEqual([other.id]);
    expect((await other.get(`/api/folders/${below.id}`)).body.accessLevel).toBe('collaborator');
    const collaborators = (await admin.get(`/api/folders/${tree.id}/collaborators`)).body;
    expect(collaborators.map(({ id }: { id: number }) => id)).toEqual([other.id]);

    // What was handed over is the new owner's, not only an administrator's to see: in the search index too.
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute();
    expect((await admin.get('/api/search?query=godwit')).body.relatedDocuments).toHaveLength(1);
    expect((await admin.get(`/api/folders/${tree.id}`)).body.accessLevel).toBe('owner');
    expect((await admin.get(`/api/folders/${inside.id}`)).status).toBe(404);
  });

  test('the people whom it invited lose access at once', async ({ testApp }) => {
    const { admin, leaving, tree } = await openLeaving(testApp);
    const visitors = [
      await testApp.visitor({ inviter: leaving, folderIds: [tree.id] }),
      await testApp.visitor({ inviter: leaving, allFolders: true }),
    ];
    const another = await testApp.visitor({ inviter: admin, folderIds: [tree.id] });
    for (const visitor of [...visitors, another])
      expect((await visitor.get(`/api/folders/${tree.id}`)).status).toBe(200);
    await admin.delete(urlOf(leaving.id));
    for (const visitor of visitors) expect((await visitor.get(`/api/folders/${tree.id}`)).status).toBe(401);
    expect((await another.get(`/api/folders/${tree.id}`)).status).toBe(200);
  });

  test('an administrator can delete neither themselves nor a deleted account', async ({ testApp }) => {
    const { admin, leaving } = await openLeaving(testApp);
    const own = await admin.delete(urlOf(admin.id));
    expect([own.status, own.body.error]).toEqual([403, expect.stringMatching(/your own account/)]);
    expect((await leaving.delete(urlOf(admin.id))).status).toBe(403);
    await admin.delete(urlOf(leaving.id));
    for (const id of [leaving.id, 999_999]) {
      const error = 'Account not found';
      expect([(await admin.delete(urlOf(id))).body, (await admin.patch(urlOf(id), {})).body]).toEqual(
        Array(2).fill({ code: 'not-found', error }),
      );
    }
  });

  test('when two administrators delete each other concurrently, one remains', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const [one, other] = [await testApp.user({ isAdmin: true }), await testApp.user({ isAdmin: true })];
    const answers = await Promise.all([one.delete(urlOf(other.id)), other.delete(urlOf(one.id))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    await testApp.close();
  });

  test('content that the account creates or receives at the same moment is transferred too', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const { admin, leaving, other } = await openLeaving(testApp);
    const shared = await other.folder();
    const doings = Array.from({ length: 10 }, (_, at) => [
      leaving.post('/api/folders', { name: `Made ${at}` }),
      leaving.form('/api/files', [{ name: 'file', value: 'a', filename: 'a.txt' }]),
    ]).flat();
    const share = other.post(`/api/folders/${shared.id}/collaborators`, { userId: leaving.id });
    await Promise.all([...doings, share, admin.delete(urlOf(leaving.id))]);
    const { db } = testApp.server.services;
    for (const table of ['files', 'folders'] as const)
      expect(await db.selectFrom(table).select('id').where('owner_id', '=', leaving.id).execute()).toEqual(
        [],
      );
    const left = db.selectFrom('collaborators').select('folder_id').where('user_id', '=', leaving.id);
    expect(await left.execute()).toEqual([]);
    await testApp.close();
  });

  test('a deletion that fails in the middle changes nothing', async ({ testApp }) => {
    const { admin, leaving, tree } = await openLeaving(testApp);
    const { db } = testApp.server.services;
    await db.schema.alterTable('notification_preferences').renameTo('hidden').execute();
    const failing = await admin.send({ method: 'DELETE', url: urlOf(leaving.id) });
    await db.schema.alterTable('hidden').renameTo('notification_preferences').execute();
    expect(failing.status).toBe(500);
    expect((await leaving.get(`/api/folders/${tree.id}`)).body.ownerId).toBe(leaving.id);
  });
});
