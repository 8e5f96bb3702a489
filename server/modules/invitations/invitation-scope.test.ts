import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['user']>>;

/** Creates a visitor whom the inviter invited to the folder. */
async function openVisit(testApp: TestApp, inviter: Person, folderId: number) {
  const { body } = await inviter.post('/api/invitations', { email: 'v@example.test', folderIds: [folderId] });
  const visitor = createTestClient(testApp.server.http);
  expect((await visitor.get(`/api/visitor/auth/${body.inviteUrl.slice(-43)}`)).status).toBe(200);
  return {
    /** Returns whether the visitor sees the folder: alone, in the list, with its files, and in search. */
    async sees(): Promise<boolean[]> {
      const listed = await visitor.get('/api/folders');
      const searched = await visitor.get('/api/search?query=whimbrel');
      return [
        (await visitor.get(`/api/folders/${folderId}`)).status === 200,
        listed.body.length > 0,
        (await visitor.get(`/api/files?folderId=${folderId}`)).status === 200,
        searched.body.relatedDocuments.length > 0,
      ];
    },
  };
}

const ALL = [true, true, true, true];
const NONE = [false, false, false, false];

/** Creates a folder of one user inside another's folder, with a file to find. */
async function openShared(testApp: TestApp) {
  const [owner, member] = [await testApp.user(), await testApp.user()];
  const above = await owner.folder('Above');
  await testApp.share(above.id, member);
  const inside = await member.folder('Inside', above.id);
  await member.file({ folderId: inside.id, content: 'A whimbrel.' });
  await testApp.finishJobs();
  return { owner, member, above, inside };
}

describe("an inviter's lost access ends their visitors' access at the next request", () => {
  test('visitors lose access when their inviter is removed as a collaborator above', async ({ testApp }) => {
    const { member, above, inside } = await openShared(testApp);
    const visit = await openVisit(testApp, member, inside.id);
    expect(await visit.sees()).toEqual(ALL);
    await testApp.unshare(above.id, member);
    expect(await visit.sees()).toEqual(NONE);
  });

  test('visitors lose access when the folder is moved out of reach of their inviter', async ({ testApp }) => {
    const { owner, member, inside } = await openShared(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    const visit = await openVisit(testApp, member, inside.id);
    expect((await owner.patch(`/api/folders/${inside.id}`, { parentId: elsewhere.id })).status).toBe(200);
    expect(await visit.sees()).toEqual(NONE);
  });

  test('visitors lose access when their inviter is demoted from administrator', async ({ testApp }) => {
    const { inside } = await openShared(testApp);
    const admin = await testApp.user({ isAdmin: true });
    const visit = await openVisit(testApp, admin, inside.id);
    expect(await visit.sees()).toEqual(ALL);
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute();
    expect(await visit.sees()).toEqual(NONE);
  });

  test("visitors lose access when the inviter's invitation to all folders is revoked", async ({
    testApp,
  }) => {
    const [owner, member] = [await testApp.user(), await testApp.user()];
    const above = await owner.folder('Above');
    const { body } = await owner.post('/api/invitations', {
      email: member.email,
      allFolders: true,
      role: 'collaborator',
    });
    await member.post('/api/invitations/accept', { token: body.inviteUrl.slice(-43) });
    const inside = await member.folder('Inside', above.id);
    await member.file({ folderId: inside.id, content: 'A whimbrel.' });
    await testApp.finishJobs();
    const visit = await openVisit(testApp, member, inside.id);
    expect(await visit.sees()).toEqual(ALL);
    await owner.delete(`/api/invitations/${body.id}`);
    expect(await visit.sees()).toEqual(NONE);
  });
});

test('a collaborator may invite to their own folder, but not to the one above it', async ({ testApp }) => {
  const { member, above, inside } = await openShared(testApp);
  const invite = (id: number) =>
    member.post('/api/invitations', { email: 'v@example.test', folderIds: [id] });
  expect([(await invite(inside.id)).status, (await invite(above.id)).status]).toEqual([201, 403]);
});
