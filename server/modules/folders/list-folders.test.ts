import { expect } from 'vitest';
import type { Context } from '#server/app/context.ts';
import { test } from '#server/testing/test-app.ts';
import { listFolders } from './list-folders.ts';

test('the folders of a folder are listed with two statements, each with the level that its owner and collaborators have', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const collaborator = await testApp.user();
  const { id: parentId } = await owner.folder();
  await testApp.share(parentId, collaborator);
  const others = await owner.folder('Others', parentId);
  const own = await collaborator.folder('Own', parentId);
  let statements = 0;
  const { services } = testApp.server;
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Prepared statements call this too.
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  });
  const levelsOf = async (userId: number) => {
    const actor = { kind: 'user', id: userId, isAdmin: false } as const;
    const ctx: Context = { ...services, db, actor, address: '' };
    const folders = await listFolders(ctx, { parentId, limit: 10, cursor: undefined });
    return folders.map(({ id, accessLevel }) => [id, accessLevel]);
  };
  expect(await levelsOf(collaborator.id)).toEqual([
    [others.id, 'collaborator'],
    [own.id, 'owner'],
  ]);
  expect(statements).toBe(2);
  expect(await levelsOf(owner.id)).toEqual([
    [others.id, 'owner'],
    [own.id, 'owner'],
  ]);
  expect(statements).toBe(4);
});

test('an administrator without access to a folder is listed what is shared with them in it', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const admin = await testApp.user({ isAdmin: true });
  const { id: parentId } = await owner.folder();
  const others = await owner.folder('Others', parentId);
  const shared = await owner.folder('Shared', parentId);
  await testApp.share(shared.id, admin);
  expect((await admin.get(`/api/folders?parentId=${parentId}`)).body).toEqual([
    { ...others, accessLevel: 'none' },
    { ...shared, accessLevel: 'collaborator' },
  ]);
});
