import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const FORBIDDEN = { error: 'This token does not allow this action.', code: 'forbidden' };
const toAll = { email: 'friend@example.test', allFolders: true } as const;

describe('an invitation to all folders', () => {
  test('a token invites to all folders of an administrator with the scope admin only', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const own = await admin.folder('Own');
    const tokenOf = (scope: 'write' | 'admin') => createTokenClient(testApp.server, admin, { scope });
    const [writer, administrator] = [await tokenOf('write'), await tokenOf('admin')];
    for (const role of ['visitor', 'collaborator'] as const)
      expect((await writer.post('/api/invitations', { ...toAll, role })).body).toEqual(FORBIDDEN);
    expect((await admin.get('/api/invitations')).body).toEqual([]);
    // Its own folders are not more than the token sees.
    const named = { email: toAll.email, folderIds: [own.id] };
    expect((await writer.post('/api/invitations', named)).status).toBe(201);
    expect((await administrator.post('/api/invitations', toAll)).status).toBe(201);
    expect((await admin.post('/api/invitations', toAll)).status).toBe(201);
  });

  test('a token sends an invitation to all folders of an administrator again with the scope admin only', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { id } = (await admin.post('/api/invitations', toAll)).body;
    const { db } = testApp.server.services;
    await db.updateTable('invitations').set({ expires_at: 1 }).where('id', '=', id).execute();
    const resend = async (client: TestClient) => client.post(`/api/invitations/${id}/resend`);
    const writer = await createTokenClient(testApp.server, admin, { scope: 'write' });
    expect((await resend(writer)).body).toEqual(FORBIDDEN);
    const invitation = await db
      .selectFrom('invitations')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(invitation.expires_at).toBe(1);
    const administrator = await createTokenClient(testApp.server, admin, { scope: 'admin' });
    expect((await resend(administrator)).status).toBe(200);
  });

  test('a token that may change things invites to all folders of a user without the role', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const writer = await createTokenClient(testApp.server, owner, { scope: 'write' });
    const { status, body } = await writer.post('/api/invitations', toAll);
    expect(status).toBe(201);
    expect((await writer.post(`/api/invitations/${body.id}/resend`)).status).toBe(200);
  });
});

/** A room with an invitation, a link and a member whose addresses admit everybody who has them. */
async function openShared(testApp: TestApp) {
  const { owner, root, inner, group } = await openRoom(testApp);
  const { body: invitation } = await owner.post('/api/invitations', {
    email: 'friend@example.test',
    folderIds: [inner.id],
  });
  const targets = [{ kind: 'folder', id: inner.id }];
  const { body: link } = await owner.post('/api/links', { name: 'For the bank', targets });
  await addMembers(owner, group, 'bidder@example.test');
  const sharing = `/api/folders/${inner.id}/sharing`;
  const members = `/api/groups/${group.id}/members`;
  /** The addresses in the answers to one client. */
  const urlsFor = async (client: TestClient) => {
    const { links, accessLinks } = (await client.get(sharing)).body;
    const [member] = (await client.get(members)).body;
    return [links[0].url, accessLinks[0].url, member.inviteUrl];
  };
  /** The addresses in the answers of the calls that a token for folders is refused. */
  const otherUrlsFor = async (client: TestClient) => [
    (await client.get('/api/invitations')).body[0].inviteUrl,
    (await client.get('/api/links')).body[0].url,
    (await client.get(`/api/links/${link.id}`)).body.url,
  ];
  return { owner, root, targets, invitation, link, urlsFor, otherUrlsFor };
}

describe('addresses that admit everybody who has them', () => {
  test('a token that may only read gets no address of an invitation, a link or a member', async ({
    testApp,
  }) => {
    const { owner, targets, invitation, link, urlsFor, otherUrlsFor } = await openShared(testApp);
    const reader = await createTokenClient(testApp.server, owner, { scope: 'read' });
    const writer = await createTokenClient(testApp.server, owner, { scope: 'write' });
    for (const client of [owner, writer]) {
      expect(await otherUrlsFor(client)).toEqual([invitation.inviteUrl, link.url, link.url]);
      expect(await urlsFor(client)).toEqual([
        invitation.inviteUrl,
        link.url,
        expect.stringContaining('/accept-invite/'),
      ]);
    }
    expect(await otherUrlsFor(reader)).toEqual([null, null, null]);
    expect(await urlsFor(reader)).toEqual([null, null, null]);
    const debug = `/api/debug/invitation-to-visitor/${invitation.id}`;
    expect((await reader.get(debug)).body).toEqual(FORBIDDEN);
    expect((await writer.get(debug)).status).toBe(200);
    expect((await writer.post('/api/links', { name: 'New', targets })).body.url).toContain('/l/');
  });

  test('a token for folders gets no address, whatever its scope', async ({ testApp }) => {
    const { owner, root, urlsFor } = await openShared(testApp);
    for (const scope of ['read', 'write'] as const) {
      const client = await createTokenClient(testApp.server, owner, { scope, folderIds: [root.id] });
      expect([scope, await urlsFor(client)]).toEqual([scope, [null, null, null]]);
    }
  });
});
