import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/**
 * An owner shares a folder with a collaborator, who creates a folder in it and shares that with a second collaborator, who does
 * the same with a third.
 */
async function openChain(testApp: TestApp) {
  const owner = await testApp.user();
  const [first, second, third] = [await testApp.user(), await testApp.user(), await testApp.user()];
  const top = await owner.folder('Deal');
  const share = async (giver: TestClient, folderId: number, receiver: { id: number }) =>
    expect((await giver.post(`/api/folders/${folderId}/collaborators`, { userId: receiver.id })).status).toBe(
      201,
    );
  await share(owner, top.id, first);
  const middle = await first.folder('Contracts', top.id);
  await share(first, middle.id, second);
  const bottom = await second.folder('Drafts', middle.id);
  await share(second, bottom.id, third);
  const file = await third.file({ name: 'draft.txt', content: 'A godwit clause', folderId: bottom.id });
  const statuses = async () =>
    (await Promise.all([first, second, third].map((each) => each.get(`/api/files/${file.id}`)))).map(
      ({ status }) => status,
    );
  const removalUrl = `/api/folders/${top.id}/collaborators/${first.id}`;
  return { owner, first, second, third, top, middle, bottom, file, share, statuses, removalUrl };
}

describe('removing a collaborator', () => {
  test('removing a collaborator ends the access that they gave to others, and that those gave', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, first, second, third, top, middle, file, statuses, removalUrl, share } =
      await openChain(testApp);
    expect(await statuses()).toEqual([200, 200, 200]);
    const before = await findLastPosition(testApp);
    expect((await owner.delete(removalUrl)).body).toEqual({ success: true });
    expect(await statuses()).toEqual([404, 404, 404]);
    for (const client of [first, second, third]) {
      expect((await client.get('/api/folders')).body).toEqual([]);
      expect((await client.get('/api/files')).body).toEqual([]);
    }
    const ended = (await listAuditEvents(testApp, before)).filter(({ action }) => action !== 'call.refused');
    expect(ended.map(({ action, details }) => [action, details.userId]).toSorted()).toEqual(
      [first, second, third].map(({ id }) => ['collaborator.remove', id]).toSorted(),
    );
    // The access of the first alone returns.
    await share(owner, top.id, first);
    expect(await statuses()).toEqual([200, 404, 404]);
    expect((await first.get(`/api/folders/${middle.id}/collaborators`)).body).toEqual([]);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
  });

  test('the owner can keep the access that a removed collaborator gave', async ({ testApp }) => {
    const { owner, first, second, top, middle, statuses, removalUrl } = await openChain(testApp);
    expect((await owner.delete(`${removalUrl}?givenAccess=transfer`)).status).toBe(200);
    expect(await statuses()).toEqual([404, 200, 200]);
    const { body } = await owner.get(`/api/folders/${top.id}/access-below`);
    expect(body.collaborators).toMatchObject([
      { id: second.id, folderId: middle.id, givenBy: { id: owner.id, username: owner.username } },
      { givenBy: { id: second.id } },
    ]);
    expect((await first.get(`/api/folders/${middle.id}`)).status).toBe(404);
  });

  test('an administrator who removes a collaborator passes the access that they gave to the owner of the topmost folder', async ({
    testApp,
  }) => {
    const { owner, top, statuses, removalUrl } = await openChain(testApp);
    const admin = await testApp.user({ isAdmin: true });
    await admin.delete(`${removalUrl}?givenAccess=transfer`);
    expect(await statuses()).toEqual([404, 200, 200]);
    const { body } = await owner.get(`/api/folders/${top.id}/access-below`);
    expect(body.collaborators[0].givenBy.id).toBe(owner.id);
  });

  test('the owner can keep the visitors of a removed collaborator, but none with more than this folder', async ({
    testApp,
  }) => {
    const { owner, first, top, middle, removalUrl } = await openChain(testApp);
    const own = await first.folder('Own');
    const file = await first.file({ folderId: middle.id });
    const visitors = [
      await testApp.visitor({ inviter: first, folderIds: [middle.id] }),
      await testApp.visitor({ inviter: first, folderIds: [middle.id, own.id] }),
    ];
    const visited = async () =>
      (await Promise.all(visitors.map((each) => each.get(`/api/folders/${middle.id}`)))).map(
        ({ status }) => status,
      );
    const linkTo = async (targets: object[], settings: object = {}): Promise<{ id: number }> => {
      const { status, body } = await first.post('/api/links', { name: 'Link', targets, settings });
      expect(status).toBe(201);
      return body;
    };
    const target = { kind: 'folder', id: middle.id };
    const termsId = (await first.post('/api/terms', { name: 'NDA', text: 'Keep it secret.' })).body.id;
    const [folderLink, fileLink, mixedLink, linkWithTerms] = [
      await linkTo([target]),
      await linkTo([{ kind: 'file', id: file.id }]),
      await linkTo([target, { kind: 'folder', id: own.id }]),
      await linkTo([target], { termsId }),
    ];
    expect(await visited()).toEqual([200, 200]);
    const before = await findLastPosition(testApp);
    expect((await owner.delete(`${removalUrl}?givenAccess=transfer`)).status).toBe(200);
    expect(await visited()).toEqual([200, 404]);
    expect((await first.get(`/api/folders/${middle.id}`)).status).toBe(404);
    const idsOf = async (client: TestClient) =>
      (await client.get('/api/links')).body.map(({ id }: { id: number }) => id).toSorted();
    expect(await idsOf(owner)).toEqual([folderLink.id, fileLink.id].toSorted());
    expect(await idsOf(first)).toEqual([mixedLink.id, linkWithTerms.id].toSorted());
    const [removal] = (await listAuditEvents(testApp, before)).filter(
      ({ action }) => action === 'collaborator.remove',
    );
    expect(removal?.details).toMatchObject({ transferredInvitations: 1, transferredLinks: 2 });
    // A removed collaborator has no control of it any more.
    const [visitor] = visitors;
    expect((await first.delete(`/api/invitations/${visitor?.invitationId}`)).status).toBe(404);
    expect((await first.delete(`/api/links/${folderLink.id}`)).status).toBe(404);
    expect((await owner.delete(`/api/invitations/${visitor?.invitationId}`)).status).toBe(200);
    expect(await visited()).toEqual([401, 404]);
    expect((await owner.get(`/api/folders/${top.id}/access-below`)).body.visitors).toEqual([]);
  });

  test('an invitation to all folders is never passed on', async ({ testApp }) => {
    const { owner, first, top, middle, removalUrl } = await openChain(testApp);
    const [own, secret] = [await first.folder('Own'), await owner.folder('Secret')];
    const visitor = await testApp.visitor({ inviter: first, allFolders: true });
    const statuses = async () =>
      (await Promise.all([own, top, middle, secret].map(({ id }) => visitor.get(`/api/folders/${id}`)))).map(
        ({ status }) => status,
      );
    const before = await statuses();
    await owner.delete(`${removalUrl}?givenAccess=transfer`);
    expect([before, await statuses()]).toEqual([
      [200, 404, 404, 404],
      [200, 404, 404, 404],
    ]);
  });

  test('a removal with an unknown choice is refused', async ({ testApp }) => {
    const { owner, statuses, removalUrl } = await openChain(testApp);
    expect((await owner.delete(`${removalUrl}?givenAccess=forget`)).status).toBe(400);
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe('access that a collaborator gave', () => {
  test('access ends when the folder in which it was given is moved away from its giver', async ({
    testApp,
  }) => {
    const { owner, middle, statuses } = await openChain(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    expect((await owner.patch(`/api/folders/${middle.id}`, { parentId: elsewhere.id })).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404]);
    const people = await owner.get(`/api/folders/${middle.id}/collaborators`);
    expect(people.body).toEqual([]);
  });

  test('ended access also applies to search and to notifications of a bulk upload', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, third, removalUrl } = await openChain(testApp);
    await testApp.finishJobs();
    const found = async () => (await third.get('/api/search?query=godwit')).body.relatedDocuments.length;
    expect(await found()).toBe(1);
    await owner.delete(removalUrl);
    expect(await found()).toBe(0);
  });

  test('access ends when its giver is no longer an administrator, but not when they are deleted', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [demoted, deleted, chief] = [
      await testApp.user({ isAdmin: true }),
      await testApp.user({ isAdmin: true }),
      await testApp.user({ isAdmin: true }),
    ];
    const folder = await owner.folder();
    const [one, other] = [await testApp.user(), await testApp.user()];
    await demoted.post(`/api/folders/${folder.id}/collaborators`, { userId: one.id });
    await deleted.post(`/api/folders/${folder.id}/collaborators`, { userId: other.id });
    const statuses = async () =>
      [await one.get(`/api/folders/${folder.id}`), await other.get(`/api/folders/${folder.id}`)].map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual([200, 200]);
    await chief.patch(`/api/admin/users/${demoted.id}`, { isAdmin: false });
    await chief.delete(`/api/admin/users/${deleted.id}`);
    expect(await statuses()).toEqual([404, 200]);
    expect((await owner.post(`/api/folders/${folder.id}/collaborators`, { userId: one.id })).status).toBe(
      201,
    );
    expect(await statuses()).toEqual([200, 200]);
  });

  test('access of version 0.1.0 depends on the owner of its folder', async ({ testApp }) => {
    const { owner, middle, removalUrl } = await openChain(testApp);
    const legacy = await testApp.user();
    await testApp.share(middle.id, legacy);
    expect((await legacy.get(`/api/folders/${middle.id}`)).status).toBe(200);
    await owner.delete(removalUrl);
    expect((await legacy.get(`/api/folders/${middle.id}`)).status).toBe(404);
  });
});

describe('the access below a folder', () => {
  test('collaborators and visitors are listed with their folder and giver', async ({ testApp }) => {
    const { owner, first, second, third, top, middle, bottom } = await openChain(testApp);
    const visitor = await testApp.visitor({ inviter: first, folderIds: [middle.id] });
    const { status, body } = await owner.get(`/api/folders/${top.id}/access-below`);
    expect(status).toBe(200);
    const entry = (person: typeof first, folder: typeof top, giver: typeof first) => ({
      id: person.id,
      username: person.username,
      email: `${person.username}@example.test`,
      givenBy: { id: giver.id, username: giver.username },
      folderId: folder.id,
      folderName: folder.name,
    });
    expect(body.collaborators).toEqual([entry(second, middle, first), entry(third, bottom, second)]);
    expect(body.visitors).toMatchObject([
      {
        invitationId: visitor.invitationId,
        folderId: middle.id,
        givenBy: { id: first.id, username: first.username },
      },
    ]);
    expect(body.isComplete).toBe(true);
    const below = await first.get(`/api/folders/${middle.id}/access-below`);
    expect(below.body.collaborators).toEqual([entry(third, bottom, second)]);
  });

  test('deleted folders and ended access are left out', async ({ testApp }) => {
    const { owner, first, top, middle, bottom } = await openChain(testApp);
    await testApp.visitor({ inviter: first, folderIds: [middle.id] });
    await owner.delete(`/api/folders/${bottom.id}`);
    const list = async () => (await owner.get(`/api/folders/${top.id}/access-below`)).body;
    expect((await list()).collaborators).toHaveLength(1);
    await testApp.unshare(top.id, first);
    expect(await list()).toEqual({ collaborators: [], visitors: [], isComplete: true });
  });
});
