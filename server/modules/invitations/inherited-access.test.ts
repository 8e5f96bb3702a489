import { describe, expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['user']>>;

async function openTree(testApp: TestApp) {
  const [owner, member] = [await testApp.user(), await testApp.user()];
  const above = await owner.folder('02 Contracts');
  const below = await owner.folder('Leases', above.id);
  await testApp.share(above.id, member);
  return { owner, member, above, below };
}

const listAccess = async (person: Person, folderId: number) =>
  (await person.get(`/api/folders/${folderId}/inherited-access`)).body;

describe('GET /api/folders/:id/inherited-access', () => {
  test('collaborators of a folder above are listed with that folder', async ({ testApp }) => {
    const { owner, member, above, below } = await openTree(testApp);
    const { id, username, email } = member;
    const listed = { id, username, email, folderId: above.id, folderName: '02 Contracts' };
    expect(await listAccess(owner, below.id)).toEqual({
      collaborators: [listed],
      visitors: [],
      isComplete: true,
    });
    expect((await listAccess(owner, above.id)).collaborators).toEqual([]);
    await testApp.unshare(above.id, member);
    expect((await listAccess(owner, below.id)).collaborators).toEqual([]);
  });

  test('each collaborator is listed once, with the nearest folder, and none of the folder itself', async ({
    testApp,
  }) => {
    const { owner, member, below } = await openTree(testApp);
    const deepest = await owner.folder('Hamburg', below.id);
    await testApp.share(below.id, member);
    expect((await listAccess(owner, deepest.id)).collaborators).toMatchObject([
      { id: member.id, folderId: below.id },
    ]);
    expect((await listAccess(owner, below.id)).collaborators).toEqual([]);
  });

  test('collaborators who accepted an invitation to all folders are listed', async ({ testApp }) => {
    const [owner, member] = [await testApp.user(), await testApp.user()];
    const { body } = await owner.post('/api/invitations', {
      email: member.email,
      allFolders: true,
      role: 'collaborator',
    });
    await member.post('/api/invitations/accept', { token: body.inviteUrl.slice(-43) });
    // Acceptance makes the member a collaborator of each folder that is there.
    const folder = await owner.folder('Later');
    expect((await listAccess(owner, folder.id)).collaborators).toMatchObject([
      { id: member.id, folderId: null, folderName: null },
    ]);
  });

  test('visitors whose links open the folder now are listed with the folder of the link', async ({
    testApp,
  }) => {
    const { owner, above, below } = await openTree(testApp);
    const admin = await testApp.user({ isAdmin: true });
    const elsewhere = await owner.folder('Elsewhere');
    const direct = await testApp.visitor({ inviter: owner, folderIds: [below.id, above.id] });
    const inherited = await testApp.visitor({ inviter: admin, folderIds: [above.id] });
    const all = await testApp.visitor({ inviter: owner, allFolders: true });
    const expired = await testApp.visitor({ inviter: owner, folderIds: [below.id] });
    await testApp.visitor({ inviter: owner, folderIds: [elsewhere.id] });
    const { db, now } = testApp.server.services;
    await db
      .updateTable('invitations')
      .set({ expires_at: now() })
      .where('id', '=', expired.invitationId)
      .execute();
    const { visitors } = await listAccess(owner, below.id);
    expect(visitors).toMatchObject([
      { invitationId: direct.invitationId, folderId: below.id, folderName: 'Leases' },
      { invitationId: inherited.invitationId, folderId: above.id, folderName: '02 Contracts' },
      { invitationId: all.invitationId, folderId: null, folderName: null },
    ]);
    expect(visitors[0].expiresAt).toMatch(/^\d{4}-/);
    await owner.delete(`/api/invitations/${direct.invitationId}`);
    expect((await listAccess(owner, below.id)).visitors).toHaveLength(2);
  });

  test('visitors of an inviter who lost the folder are not listed', async ({ testApp }) => {
    const { owner, member, above } = await openTree(testApp);
    const inside = await member.folder('Inside', above.id);
    await testApp.visitor({ inviter: member, folderIds: [inside.id] });
    expect((await listAccess(owner, inside.id)).visitors).toHaveLength(1);
    await testApp.unshare(above.id, member);
    expect((await listAccess(owner, inside.id)).visitors).toEqual([]);
  });

  test('a collaborator does not learn through a subfolder of their own who else has access to the parent', async ({
    testApp,
  }) => {
    const { owner, member, above } = await openTree(testApp);
    const rival = await testApp.user();
    await testApp.share(above.id, rival);
    await testApp.visitor({ inviter: owner, folderIds: [above.id] });
    await testApp.visitor({ inviter: owner, allFolders: true });
    const inside = await member.folder('Inside', above.id);
    const own = await testApp.visitor({ inviter: member, folderIds: [inside.id] });
    const answer = await listAccess(member, inside.id);
    expect(answer).toMatchObject({
      collaborators: [],
      visitors: [{ invitationId: own.invitationId }],
      isComplete: false,
    });
    expect(JSON.stringify(answer)).not.toContain(rival.username);
    expect(answer.visitors).toHaveLength(1);
    expect((await listAccess(owner, inside.id)).collaborators.map(({ id }: Person) => id)).toEqual([
      member.id,
      rival.id,
    ]);
  });

  test('inherited access is for the owner and administrators', async ({ testApp }) => {
    const { owner, member, above, below } = await openTree(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [above.id] });
    const [admin, unrelated] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const url = `/api/folders/${below.id}/inherited-access`;
    for (const [client, status] of [
      [testApp.anonymous, 401],
      [visitor, 403],
      [member, 403],
      [unrelated, 404],
      [admin, 200],
    ] as const)
      expect((await client.get(url)).status).toBe(status);
    await owner.delete(`/api/folders/${above.id}`);
    expect((await owner.get(url)).status).toBe(404);
  });
});
