import { describe, expect } from 'vitest';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const IN_TRASH_TOO = 'Its folder is in the trash too. Restore that folder first.';

async function openShared(testApp: TestApp) {
  const owner = await testApp.user();
  const top = await owner.folder('Top');
  const collaborator = await testApp.user();
  await testApp.share(top.id, collaborator);
  const inner = await collaborator.folder('Inner', top.id);
  return { owner, top, collaborator, inner };
}

describe('restoring a folder', () => {
  test('a restored folder returns with what was deleted with it, but not with what was deleted before', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const top = await owner.folder('Top');
    const deleted = await owner.folder('Deleted', top.id);
    const below = await owner.folder('Below', deleted.id);
    const kept = await owner.file({ name: 'kept.txt', folderId: below.id });
    const early = await owner.file({ name: 'early.txt', folderId: below.id });
    const earlier = await owner.folder('Earlier', deleted.id);
    await owner.delete(`/api/files/${early.id}`);
    await owner.delete(`/api/folders/${earlier.id}`);
    await owner.delete(`/api/folders/${deleted.id}`);
    const answer = await owner.post(`/api/trash/folders/${deleted.id}/restore`);
    expect([answer.status, answer.body]).toEqual([200, deleted]);
    expect((await owner.get(`/api/files/${kept.id}`)).body.folderId).toBe(below.id);
    expect((await owner.get(`/api/files/${early.id}`)).status).toBe(404);
    expect((await owner.get(`/api/folders/${earlier.id}`)).status).toBe(404);
    const trash = await owner.get('/api/trash');
    expect(trash.body).toMatchObject([{ id: earlier.id }, { id: early.id, fromFolder: { id: below.id } }]);
    expect((await owner.post(`/api/trash/files/${early.id}/restore`)).body.folderId).toBe(below.id);
  });

  test('a folder is restored to the root when its parent is in the trash', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const below = await owner.folder('Below', top.id);
    await owner.delete(`/api/folders/${below.id}`);
    await owner.delete(`/api/folders/${top.id}`);
    const answer = await owner.post(`/api/trash/folders/${below.id}/restore`);
    expect(answer.body).toEqual({ ...below, parentId: null });
    expect((await owner.post(`/api/trash/folders/${top.id}/restore`)).status).toBe(200);
    expect((await owner.get(`/api/folders?parentId=${top.id}`)).body).toEqual([]);
  });

  test('a restore that would exceed the maximum depth is refused', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const below = await owner.folder('Below', top.id);
    await owner.folder('Two', below.id);
    await owner.delete(`/api/folders/${below.id}`);
    let deep = await owner.folder();
    for (let level = 2; level < 99; level += 1) deep = await owner.folder('f', deep.id);
    await owner.patch(`/api/folders/${top.id}`, { parentId: deep.id });
    const refused = await owner.post(`/api/trash/folders/${below.id}/restore`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringMatching(/at most 100 levels deep/),
    ]);
    expect((await owner.get('/api/trash')).body).toMatchObject([{ id: below.id }]);
  });

  test('a restore to the root is refused while the folder contains items of others', async ({ testApp }) => {
    const { owner, top, collaborator, inner } = await openShared(testApp);
    await owner.file({ folderId: inner.id });
    await owner.delete(`/api/folders/${inner.id}`);
    await owner.delete(`/api/folders/${top.id}`);
    const admin = await testApp.user({ isAdmin: true });
    for (const person of [collaborator, owner, admin]) {
      const refused = await person.post(`/api/trash/folders/${inner.id}/restore`);
      expect([refused.status, refused.body.error]).toEqual([409, IN_TRASH_TOO]);
    }
    await owner.post(`/api/trash/folders/${top.id}/restore`);
    expect((await collaborator.post(`/api/trash/folders/${inner.id}/restore`)).body.parentId).toBe(top.id);
  });

  test("a folder with only its creator's items is restored to their root while they have access to its place", async ({
    testApp,
  }) => {
    const { owner, top, collaborator, inner } = await openShared(testApp);
    await collaborator.delete(`/api/folders/${inner.id}`);
    await owner.delete(`/api/folders/${top.id}`);
    expect((await collaborator.post(`/api/trash/folders/${inner.id}/restore`)).body).toEqual({
      ...inner,
      parentId: null,
    });
  });

  test('the owner above and administrators may restore, which gives nobody back a lost access', async ({
    testApp,
  }) => {
    const { owner, top, collaborator, inner } = await openShared(testApp);
    const admin = await testApp.user({ isAdmin: true });
    for (const person of [owner, admin]) {
      await collaborator.delete(`/api/folders/${inner.id}`);
      expect((await person.post(`/api/trash/folders/${inner.id}/restore`)).body.parentId).toBe(top.id);
    }
    await collaborator.delete(`/api/folders/${inner.id}`);
    await owner.delete(`/api/folders/${top.id}`);
    await testApp.unshare(top.id, collaborator);
    expect((await admin.post(`/api/trash/folders/${inner.id}/restore`)).body.error).toBe(IN_TRASH_TOO);
  });
});

describe('restoring a file', () => {
  test('a restored file is back in its folder and in search, and is recorded', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const file = await owner.file({ folderId: folder.id, content: 'the word axolotl' });
    await owner.delete(`/api/files/${file.id}`);
    await testApp.finishJobs();
    const found = async () => (await owner.get('/api/search?query=axolotl')).body.relatedDocuments.length;
    expect(await found()).toBe(0);
    const answer = await owner.post(`/api/trash/files/${file.id}/restore`);
    expect(answer.body).toMatchObject({ id: file.id, folderId: folder.id, accessLevel: 'owner' });
    await testApp.finishJobs();
    expect(await found()).toBe(1);
    const acts = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'file.restore')
      .where('object_id', '=', file.id)
      .execute();
    expect(acts).toEqual([{ details: JSON.stringify({ from: folder.id, to: folder.id }) }]);
  });

  test('a file is restored to the root when its folder is in the trash, and stays there', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const file = await owner.file({ folderId: folder.id });
    await owner.delete(`/api/files/${file.id}`);
    await owner.delete(`/api/folders/${folder.id}`);
    expect((await owner.post(`/api/trash/files/${file.id}/restore`)).body.folderId).toBeNull();
    await owner.post(`/api/trash/folders/${folder.id}/restore`);
    expect((await owner.get(`/api/files?folderId=${folder.id}`)).body).toEqual([]);
  });

  test('a restore does not overfill the folder, not even two at once', async ({ testApp }) => {
    const { db } = testApp.server.services;
    await db.insertInto('system_settings').values({ name: 'maxFilesPerFolder', value: '10' }).execute();
    const owner = await testApp.user();
    const folder = await owner.folder();
    const files = [];
    for (let n = 0; n < 10; n += 1) files.push(await owner.file({ folderId: folder.id }));
    const [first, second] = files;
    for (const file of [first, second]) await owner.delete(`/api/files/${file?.id}`);
    await owner.file({ folderId: folder.id });
    const answers = await Promise.all(
      [first, second].map((file) => owner.post(`/api/trash/files/${file?.id}/restore`)),
    );
    await db.deleteFrom('system_settings').where('name', '=', 'maxFilesPerFolder').execute();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/^This folder is full/);
  });

  test('a file whose text was not extracted yet is extracted in the trash, so that search finds it afterwards', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ content: 'the word okapi' });
    await owner.delete(`/api/files/${file.id}`);
    await testApp.finishJobs();
    await owner.post(`/api/trash/files/${file.id}/restore`);
    expect((await owner.get(`/api/files/${file.id}`)).body.indexStatus).toBe('indexed');
  });

  test('a file restored twice at once is restored once', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file();
    await owner.delete(`/api/files/${id}`);
    const restore = () => owner.post(`/api/trash/files/${id}/restore`);
    const purge = () => owner.delete(`/api/trash/files/${id}`);
    const statuses = (await Promise.all([restore(), restore(), purge()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('several files are restored together to their places, or none of them', async ({ testApp }) => {
    const { owner, top, collaborator } = await openShared(testApp);
    const gone = await owner.folder('Gone');
    const files = [
      await owner.file({ folderId: top.id }),
      await owner.file({ folderId: gone.id }),
      await owner.file({}),
    ];
    const theirs = await collaborator.file({ folderId: top.id });
    for (const { id } of files) await owner.delete(`/api/files/${id}`);
    await collaborator.delete(`/api/files/${theirs.id}`);
    await owner.delete(`/api/folders/${gone.id}`);
    const fileIds = files.map(({ id }) => id);
    const restore = (person: typeof owner, ids: readonly number[]) =>
      person.post('/api/trash/files/restore', { fileIds: ids });

    // One that they may not restore, or that is not in the trash, keeps all of them there.
    const unrelated = await testApp.user();
    expect((await restore(unrelated, fileIds)).status).toBe(404);
    expect((await restore(collaborator, [theirs.id, ...fileIds])).status).toBe(404);
    expect((await restore(owner, [...fileIds, 999_999])).status).toBe(404);
    expect((await owner.get(`/api/files/${fileIds[0]}`)).status).toBe(404);

    expect([(await restore(owner, fileIds)).status, (await restore(owner, fileIds)).status]).toEqual([
      200, 404,
    ]);
    const places = [];
    for (const id of fileIds) places.push((await owner.get(`/api/files/${id}`)).body.folderId);
    expect(places).toEqual([top.id, null, null]);
    const admin = await testApp.user({ isAdmin: true });
    const { body } = await admin.get('/api/admin/audit?action=file.restore&limit=3');
    const restored = body.map(({ object }: { object: { id: number } }) => object.id);
    expect(restored.toSorted()).toEqual(fileIds.toSorted());
  });
});
