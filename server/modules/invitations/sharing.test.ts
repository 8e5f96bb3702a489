import { describe, expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['user']>>;

const listSharing = async (person: Person, folderId: number) =>
  (await person.get(`/api/folders/${folderId}/sharing`)).body;

async function openTree(testApp: TestApp) {
  const [owner, member] = [await testApp.user(), await testApp.user()];
  const above = await owner.folder('02 Contracts');
  const below = await owner.folder('Leases', above.id);
  await testApp.share(above.id, member);
  return { owner, member, above, below };
}

describe('GET /api/folders/:id/sharing', () => {
  test('owner and collaborators are listed with the folder that gives the access', async ({ testApp }) => {
    const { owner, member, above, below } = await openTree(testApp);
    const direct = await testApp.user();
    await testApp.share(below.id, direct);
    const person = ({ id, username, email }: Person) => ({ id, username, email, lastOpenedAt: null });
    const inheritedFrom = { folderId: above.id, folderName: '02 Contracts' };
    expect(await listSharing(owner, below.id)).toEqual({
      people: [
        { ...person(owner), role: 'owner', inheritedFrom: null },
        { ...person(direct), role: 'collaborator', inheritedFrom: null },
        { ...person(member), role: 'collaborator', inheritedFrom },
      ],
      groups: [],
      links: [],
      accessLinks: [],
      isComplete: true,
    });
  });

  test('a collaborator who owns a folder below sees nobody of the folder above', async ({ testApp }) => {
    const { owner, member, above } = await openTree(testApp);
    const other = await testApp.user();
    await testApp.share(above.id, other);
    await testApp.visitor({ inviter: owner, folderIds: [above.id] });
    const inside = await member.folder('Inside', above.id);
    const { people, links, isComplete } = await listSharing(member, inside.id);
    expect(people).toMatchObject([{ id: member.id, role: 'owner', inheritedFrom: null }]);
    expect({ links, isComplete }).toEqual({ links: [], isComplete: false });
  });

  test('a person who opened a file below is listed with that time, and views elsewhere do not count', async ({
    testApp,
  }) => {
    const { owner, member, above, below } = await openTree(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    await testApp.share(elsewhere.id, member);
    const [inside, outside] = [
      await owner.file({ folderId: below.id }),
      await owner.file({ folderId: elsewhere.id }),
    ];
    await member.get(`/api/files/${outside.id}/view`);
    const lastOpened = async () =>
      (await listSharing(owner, above.id)).people.find(({ id }: Person) => id === member.id).lastOpenedAt;
    expect(await lastOpened()).toBeNull();
    await member.get(`/api/files/${inside.id}/view`);
    expect(await lastOpened()).toBe(new Date(testApp.server.services.now()).toISOString());
    expect((await owner.post('/api/rooms', { folderId: above.id })).status).toBe(201);
    expect(await lastOpened()).toBe(new Date(testApp.server.services.now()).toISOString());
    await owner.patch(`/api/rooms/${above.id}`, { settings: { analytics: { hidePersons: true } } });
    for (const { id } of [above, below]) {
      const { people } = await listSharing(owner, id);
      expect(people.map(({ username }: Person) => username)).toEqual([owner.username, member.username]);
      expect(JSON.stringify(people)).not.toContain('lastOpenedAt');
    }
  });

  test('links and pending invitations are listed with their addresses for the inviter and administrators only', async ({
    testApp,
  }) => {
    const { owner, member, above } = await openTree(testApp);
    const inside = await member.folder('Inside', above.id);
    const admin = await testApp.user({ isAdmin: true });
    const invite = async (person: Person, body: object) => (await person.post('/api/invitations', body)).body;
    const visitor = await invite(member, { email: 'bidder@example.test', folderIds: [inside.id] });
    const pending = await invite(member, { email: 'new@example.test', folderId: inside.id });
    const urls = async (person: Person) =>
      (await listSharing(person, inside.id)).links.map(({ role, url }: { role: string; url: string }) => ({
        role,
        url,
      }));
    const listed = [
      { role: 'collaborator', url: pending.inviteUrl },
      { role: 'visitor', url: visitor.inviteUrl },
    ];
    expect(await urls(member)).toEqual(listed);
    expect(await urls(admin)).toEqual(listed);
    expect(await urls(owner)).toEqual(listed.map(({ role }) => ({ role, url: null })));
  });

  test('revoked, expired and accepted invitations are not listed', async ({ testApp }) => {
    const { owner, above, member } = await openTree(testApp);
    const revoked = await testApp.visitor({ inviter: owner, folderIds: [above.id] });
    await testApp.visitor({ inviter: owner, folderIds: [above.id], expiresAt: 1 });
    const { body } = await owner.post('/api/invitations', { email: member.email, folderId: above.id });
    expect((await listSharing(owner, above.id)).links).toHaveLength(2);
    await owner.delete(`/api/invitations/${revoked.invitationId}`);
    await member.post('/api/invitations/accept', { token: body.inviteUrl.slice(-43) });
    expect((await listSharing(owner, above.id)).links).toEqual([]);
  });

  test('a link says when it was last used and whether it opens other folders', async ({ testApp }) => {
    const { owner, above, below } = await openTree(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    await testApp.visitor({ inviter: owner, folderIds: [above.id, below.id] });
    await testApp.visitor({ inviter: owner, folderIds: [above.id, elsewhere.id] });
    await testApp.visitor({ inviter: owner, allFolders: true });
    const { links } = await listSharing(owner, above.id);
    expect(links.map(({ opensOtherFolders }: { opensOtherFolders: boolean }) => opensOtherFolders)).toEqual([
      true,
      true,
      false,
    ]);
    expect(links[0].lastSeenAt).toBe(new Date(testApp.server.services.now()).toISOString());
  });
});
