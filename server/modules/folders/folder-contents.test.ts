import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const ROOT = '/api/folders?parentId=null&contents=true';

test('a list of folders counts what lies in each, as far as its reader may see it', async ({ testApp }) => {
  const owner = await testApp.user();
  const top = await owner.folder('Top');
  const inner = await owner.folder('Inner', top.id);
  const empty = await owner.folder('Empty', top.id);
  testApp.advanceClock(60_000);
  const file = await owner.file({ name: 'a.txt', folderId: top.id });
  const deleted = await owner.file({ name: 'b.txt', folderId: top.id });
  await owner.delete(`/api/files/${deleted.id}`);
  await owner.file({ name: 'c.txt', folderId: inner.id });

  const { createdAt } = file;
  expect((await owner.get(ROOT)).body).toEqual([
    { ...top, contents: { folders: 2, files: 1, changedAt: createdAt } },
  ]);
  const below = await owner.get(`/api/folders?parentId=${top.id}&contents=true`);
  expect(below.body.map(({ contents }: { contents: object }) => contents)).toEqual([
    { folders: 0, files: 1, changedAt: createdAt },
    { folders: 0, files: 0, changedAt: empty.createdAt },
  ]);
  expect((await owner.get('/api/folders?parentId=null')).body).toEqual([top]);

  testApp.advanceClock(60_000);
  const renamed = (await owner.patch(`/api/files/${file.id}`, { name: 'renamed.txt' })).body;
  expect(Date.parse(renamed.modifiedAt) - Date.parse(createdAt)).toBe(60_000);
  expect((await owner.get(ROOT)).body[0].contents.changedAt).toBe(renamed.modifiedAt);

  const unrelatedUser = await testApp.user();
  expect((await unrelatedUser.get(ROOT)).body).toEqual([]);
  expect((await unrelatedUser.get(`/api/folders?parentId=${top.id}&contents=true`)).status).toBe(404);
  expect((await owner.get('/api/folders?contents=yes')).status).toBe(400);
});

test('users see the owner of a file in lists, and visitors do not', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Shared');
  await owner.file({ name: 'a.txt', folderId: folder.id });
  const collaborator = await testApp.user();
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  for (const path of [`/api/files?folderId=${folder.id}`, '/api/files']) {
    expect((await collaborator.get(path)).body).toMatchObject([{ ownerName: owner.username }]);
    const [seen] = (await visitor.get(path)).body;
    expect(seen).toMatchObject({ name: 'a.txt' });
    expect(seen).not.toHaveProperty('ownerName');
  }
});
