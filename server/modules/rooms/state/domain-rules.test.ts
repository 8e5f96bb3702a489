import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const CONFIRM = /^This room is limited to confirmed addresses at allowed\.example\.$/;

const setDomains = (owner: TestClient, { id }: { id: number }, ...allowedDomains: string[]) =>
  owner.patch(`/api/rooms/${id}`, { settings: { allowedDomains } });

async function changeAddress(testApp: TestApp, { id }: { id: number }, email: string) {
  const { db } = testApp.server.services;
  await db.updateTable('users').set({ email, email_key: email }).where('id', '=', id).execute();
}

/** Opens a room with readers of each kind whose addresses are in two domains. */
async function openSharedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const readers: Record<string, TestClient> = {};
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  for (const domain of ['allowed.example', 'other.example', 'sub.allowed.example', 'notallowed.example']) {
    const [member, helper] = [await testApp.user(), await testApp.user()];
    await changeAddress(testApp, member, `member@${domain}`);
    await changeAddress(testApp, helper, `helper@${domain}`);
    await addMembers(owner, group, `member@${domain}`, `guest@${domain}`);
    await testApp.share(inner.id, helper);
    const guest = createTestClient(testApp.server.http);
    const members = await membersOf(owner, group);
    const token = members.find(({ email }) => email === `guest@${domain}`)?.inviteUrl?.slice(-43);
    await guest.get(`/api/visitor/auth/${token}`);
    const invited = await testApp.visitor({ inviter: owner, folderIds: [inner.id], email: `v@${domain}` });
    const toAll = await testApp.visitor({ inviter: owner, allFolders: true, email: `all@${domain}` });
    for (const [kind, reader] of Object.entries({ member, helper, guest, invited, toAll }))
      readers[`${kind}@${domain}`] = reader;
  }
  return { ...room, readers };
}

describe('the allowed domains of a room', () => {
  test('exclude everybody else but the staff, at the next request and on every path', async ({ testApp }) => {
    const { owner, root, inner, file, readers } = await openSharedRoom(testApp);
    const editor = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
    await testApp.finishJobs();
    const canRead = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const [name, reader] of Object.entries(readers)) {
        const status = (await reader.get(`/api/files/${file.id}`)).status;
        const paths = ['pages', 'view', 'download', 'thumbnail'].map(
          (path) => `/api/files/${file.id}/${path}`,
        );
        for (const path of [...paths, `/api/folders/${inner.id}`, `/api/folders/${inner.id}/archive`])
          if (status !== 200)
            expect([name, path, (await reader.get(path)).status]).toEqual([
              name,
              path,
              expect.toBeOneOf([401, 404]),
            ]);
        const listed = (await reader.get('/api/files')).body;
        const isListed = Array.isArray(listed) && listed.some(({ id }: { id: number }) => id === file.id);
        const inFolder = (await reader.get(`/api/files?folderId=${inner.id}`)).status === 200;
        expect([name, isListed || inFolder]).toEqual([name, status === 200]);
        if (status === 200) found.push(name);
      }
      for (const staff of [owner, editor])
        expect((await staff.get(`/api/files/${file.id}`)).status).toBe(200);
      return found;
    };
    const all = Object.keys(readers);
    expect(await canRead()).toEqual(all);
    expect((await setDomains(owner, root, 'Allowed.example ')).body.settings.allowedDomains).toEqual([
      'allowed.example',
    ]);
    expect(await canRead()).toEqual(all.filter((name) => name.endsWith('@allowed.example')));
    const audience = (await owner.get(`/api/files/${file.id}/audience`)).body;
    const outside = audience.filter(
      ({ via, person }: { via: string; person: string }) =>
        via !== 'staff' && !person.endsWith('@allowed.example'),
    );
    expect(outside).toEqual([]);
    await setDomains(owner, root);
    expect(await canRead()).toEqual(all);
  });

  test('the allowed domains of a room are named when somebody else is invited, added or given a link', async ({
    testApp,
  }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const late = await testApp.user();
    await setDomains(owner, root, 'allowed.example');
    const visitor = { role: 'visitor', folderIds: [inner.id] };
    const link = { name: 'Link', targets: [{ kind: 'file', id: file.id }] };
    for (const { status, body } of [
      await owner.post('/api/invitations', { ...visitor, email: 'guest@other.example' }),
      await owner.post('/api/invitations', {
        email: 'x@other.example',
        role: 'collaborator',
        folderId: inner.id,
      }),
      await owner.post(`/api/folders/${inner.id}/collaborators`, { userId: late.id }),
      await owner.post('/api/links', link),
    ])
      expect([status, body.error]).toEqual([409, expect.stringMatching(CONFIRM)]);
    const added = await addMembers(owner, group, 'guest@other.example', 'guest@allowed.example');
    expect([added.body.invited, added.body.problems]).toEqual([
      ['guest@allowed.example'],
      [
        {
          email: 'guest@other.example',
          problem: 'guest@other.example is not in an allowed domain of this room.',
        },
      ],
    ]);
    expect(
      (await owner.post('/api/invitations', { ...visitor, email: 'Guest@Allowed.Example' })).status,
    ).toBe(201);
    // The staff is appointed, whatever their address.
    expect((await owner.post(`/api/folders/${root.id}/collaborators`, { userId: late.id })).status).toBe(201);
    const bad = await setDomains(owner, root, 'no domain', '%');
    expect(bad.status).toBe(400);
  });

  test('close a link that asks for no code, also to those who are in', async ({ testApp }) => {
    const { owner, root, file } = await openRoom(testApp);
    const link = { name: 'Link', targets: [{ kind: 'file', id: file.id }], settings: { askEmail: true } };
    const { url } = (await owner.post('/api/links', link)).body;
    const reader = openAccessPage(testApp.server, url);
    await reader.submit('email', { email: 'guest@allowed.example' });
    expect((await reader.submit('enter', {})).status).toBe(200);
    expect((await reader.get(`/api/files/${file.id}`)).status).toBe(200);
    await setDomains(owner, root, 'allowed.example');
    expect((await reader.get(`/api/files/${file.id}`)).status).toBe(404);
    expect((await openAccessPage(testApp.server, url).page()).status).toBe(404);
    const { db } = testApp.server.services;
    // As if the address had been confirmed with a code.
    await db.updateTable('link_visitors').set({ verified_by: 'code' }).execute();
    expect((await reader.get(`/api/files/${file.id}`)).status).toBe(200);
    await setDomains(owner, root, 'other.example');
    expect((await reader.get(`/api/files/${file.id}`)).status).toBe(404);
  });
});
