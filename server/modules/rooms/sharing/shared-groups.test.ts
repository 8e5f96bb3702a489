import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { SharedAccessLink, SharedGroup } from '#shared/contracts/links/sharing.ts';

const sharing = (person: TestClient, folderId: number) => person.get(`/api/folders/${folderId}/sharing`);
const groupsOf = async (person: TestClient, folderId: number): Promise<SharedGroup[]> =>
  (await sharing(person, folderId)).body.groups;
const linksOf = async (person: TestClient, folderId: number): Promise<SharedAccessLink[]> =>
  (await sharing(person, folderId)).body.accessLinks;

const link = async (person: TestClient, folderId: number, name = 'Press') => {
  const targets = [{ kind: 'folder', id: folderId }];
  return (await person.post('/api/links', { name, targets })).body;
};

describe('groups of GET /api/folders/:id/sharing', () => {
  test('managers see the groups that can open a folder, with their members and level', async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, group } = await openRoom(testApp);
    await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
    await addMembers(owner, group, 'a@bidder.test', 'b@bidder.test');
    expect(await groupsOf(owner, inner.id)).toEqual([]);
    await grant(owner, root.id, { folder: inner, group, level: 'download' });
    const seen = { id: group.id, roomId: root.id, name: 'Bidder A', memberCount: 2, level: 'download' };
    expect(await groupsOf(owner, inner.id)).toEqual([seen]);
    expect(await groupsOf(owner, deep.id)).toEqual([seen]);
    expect(await groupsOf(owner, root.id)).toEqual([]);
    await grant(owner, root.id, { folder: deep, group, level: 'none' });
    expect(await groupsOf(owner, deep.id)).toEqual([]);
  });

  test('groups that cannot open the folder now are not listed: ended, before publication, in a room that is not open', async ({
    testApp,
  }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const draft = await owner.folder('Draft', inner.id);
    expect(await groupsOf(owner, draft.id)).toEqual([]);
    const { db, now } = testApp.server.services;
    const setEnd = (ends_at: number | null) => db.updateTable('room_groups').set({ ends_at }).execute();
    await setEnd(now() - 1);
    expect(await groupsOf(owner, inner.id)).toEqual([]);
    await setEnd(null);
    expect(await groupsOf(owner, inner.id)).toHaveLength(1);
    await db.updateTable('rooms').set({ state: 'closed' }).execute();
    expect(await groupsOf(owner, inner.id)).toEqual([]);
  });

  test('only the staff of the room learn of its groups', async ({ testApp }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const [editor, collaborator, member] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    await testApp.share(inner.id, collaborator);
    await addMembers(owner, group, member.email);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
    for (const person of [editor, collaborator, member, visitor]) {
      const { status, body } = await sharing(person, inner.id);
      expect([403, 401]).toContain(status);
      expect(JSON.stringify(body)).not.toContain('Bidder');
    }
    const own = await collaborator.folder('Own', inner.id);
    const { status, body } = await sharing(collaborator, own.id);
    expect([status, body.groups, body.isComplete]).toEqual([200, [], false]);
    const admin = await testApp.user({ isAdmin: true });
    expect(await groupsOf(admin, inner.id)).toHaveLength(1);
  });
});

describe('accessLinks of GET /api/folders/:id/sharing', () => {
  test('open links to the folder and above it are listed, with addresses for their owner and administrators only', async ({
    testApp,
  }) => {
    const [owner, member] = [await testApp.user(), await testApp.user()];
    const above = await owner.folder('02 Contracts');
    await testApp.share(above.id, member);
    const inside = await member.folder('Inside', above.id);
    const [press, own] = [await link(owner, above.id), await link(member, inside.id, 'Bank')];
    const listed = {
      level: 'view',
      expiresAt: null,
      lastVisitAt: null,
      inheritedFrom: null,
    };
    const inheritedFrom = { folderId: above.id, folderName: '02 Contracts' };
    expect(await linksOf(owner, inside.id)).toEqual([
      { ...listed, id: own.id, name: 'Bank', url: null },
      { ...listed, id: press.id, name: 'Press', inheritedFrom, url: press.url },
    ]);
    // The owner of the folder inside manages nothing above it.
    expect(await linksOf(member, inside.id)).toEqual([{ ...listed, id: own.id, name: 'Bank', url: own.url }]);
    const admin = await testApp.user({ isAdmin: true });
    expect((await linksOf(admin, inside.id)).map(({ url }) => url)).toEqual([own.url, press.url]);
    expect(await linksOf(owner, above.id)).toHaveLength(1);
  });

  test('links that open nothing are not listed: ended, disabled, revoked, or of somebody who lost the folder', async ({
    testApp,
  }) => {
    const [owner, member] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Deal');
    await testApp.share(folder.id, member);
    const inside = await member.folder('Inside', folder.id);
    const links = [await link(owner, folder.id), await link(owner, folder.id), await link(owner, folder.id)];
    await link(member, inside.id, 'Bank');
    expect(await linksOf(owner, inside.id)).toHaveLength(4);
    const { db } = testApp.server.services;
    await owner.delete(`/api/links/${links[0].id}`);
    await db.updateTable('links').set({ expires_at: 1 }).where('id', '=', links[1].id).execute();
    await db.updateTable('links').set({ disabled_at: 1 }).where('id', '=', links[2].id).execute();
    expect((await linksOf(owner, inside.id)).map(({ name }) => name)).toEqual(['Bank']);
    await owner.delete(`/api/folders/${folder.id}/collaborators/${member.id}`);
    expect(await linksOf(owner, inside.id)).toEqual([]);
  });
});

test('an administrator whom a room excludes gets no address that opens it', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  const ordinary = await owner.folder('Ordinary');
  const targets = [ordinary.id, inner.id].map((id) => ({ kind: 'folder', id }));
  expect((await owner.post('/api/links', { name: 'Both', targets })).status).toBe(201);
  const folderIds = [ordinary.id, inner.id];
  await testApp.visitor({ inviter: owner, folderIds });
  await testApp.visitor({ inviter: owner, allFolders: true });
  const admin = await testApp.user({ isAdmin: true });
  const addresses = async (person: TestClient) => {
    const { links, accessLinks } = (await sharing(person, ordinary.id)).body;
    const all = [...accessLinks, ...links].map(({ url }: { url: string | null }) => url !== null);
    const listed = (await admin.get('/api/admin/invitations')).body;
    return { all, listed: person === admin ? listed.length : undefined };
  };
  const before = await addresses(admin);
  expect(before.all).toContain(true);
  expect(
    (await owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: false } })).status,
  ).toBe(200);
  expect((await addresses(admin)).all).not.toContain(true);
  expect((await addresses(admin)).listed).toBe(Number(before.listed) - 2);
  expect((await addresses(owner)).all).toContain(true);
});
