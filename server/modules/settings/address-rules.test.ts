import { describe, expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { clientWithToken, createTokenClient } from '#server/testing/clients/token-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { openBrowser } from '#server/testing/sign-in/with-factor.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const RULES = '/api/admin/address-rules';
const REFUSED = 'Sign-in is not allowed from this address.';
const NONE = { administrators: [], staff: [], rooms: [] };
const HERE = ['127.0.0.1'];
const ELSEWHERE = '203.0.113.7';

/** The same session, used from another address. */
const from = (testApp: TestApp, { cookie }: TestClient, remoteAddress = ELSEWHERE) =>
  createTestClient(testApp.server.http, cookie, { remoteAddress });

describe('rules for accounts', () => {
  test('administrators sign in and work only from the addresses of their rule, also with a token', async ({
    testApp,
  }) => {
    const [administrator, other] = [
      await testApp.user({ isAdmin: true }),
      await testApp.user({ isAdmin: true }),
    ];
    const [person, script] = [await testApp.user(), await createTokenClient(testApp.server, other)];
    const elsewhere = { ...NONE, administrators: [`${ELSEWHERE}/32`] };
    expect(await putJson(administrator, RULES, elsewhere)).toMatchObject({
      status: 409,
      body: { error: 'These rules would lock you out: add your own address, 127.0.0.1.' },
    });
    expect((await administrator.get(RULES)).body).toEqual({ ...NONE, address: '127.0.0.1' });
    expect((await putJson(administrator, RULES, { ...NONE, administrators: ['127.0.0.1/33'] })).status).toBe(
      400,
    );
    expect((await putJson(administrator, RULES, { ...NONE, administrators: HERE })).status).toBe(200);

    for (const client of [from(testApp, other), clientWithToken(testApp.server, script.token, ELSEWHERE)])
      expect(await client.get('/api/folders')).toMatchObject({ status: 401, body: { error: REFUSED } });
    expect((await from(testApp, other).get('/api/system-settings/public')).status).toBe(200);
    // Neither its session nor its cookie ends: at the right address, it continues.
    expect((await other.get('/api/folders')).status).toBe(200);
    expect((await script.get('/api/folders')).status).toBe(200);
    expect((await from(testApp, person).get('/api/folders')).status).toBe(200);

    const browser = openBrowser(testApp, ELSEWHERE);
    expect(await browser.signIn(other.username)).toMatchObject({ status: 403, body: { error: REFUSED } });
    expect(browser.client.cookie).toBeUndefined();
    expect((await openBrowser(testApp, '127.0.0.1').signIn(other.username)).status).toBe(200);
    expect((await openBrowser(testApp, ELSEWHERE).signIn(person.username)).status).toBe(200);

    await testApp.server.services.db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', person.id)
      .execute();
    expect((await from(testApp, person).get('/api/folders')).status).toBe(401);
    expect((await putJson(from(testApp, other), RULES, NONE)).status).toBe(401);
    expect(await listAuditEvents(testApp)).toContainEqual(
      expect.objectContaining({
        action: 'settings.update',
        details: { addressRules: { ...NONE, administrators: HERE } },
      }),
    );
  });

  test('the rule of staff concerns owners, managers and editors of rooms, and nobody else', async ({
    testApp,
  }) => {
    const administrator = await testApp.user({ isAdmin: true });
    const { owner, root, inner } = await openRoom(testApp);
    const [editor, inside, unrelated] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    await testApp.share(inner.id, inside);
    await unrelated.folder('No room');
    const invited = await testApp.user();
    const { body } = await owner.post('/api/invitations', {
      role: 'collaborator',
      email: invited.email,
      allFolders: true,
    });
    await invited.post('/api/invitations/accept', { token: body.inviteUrl.slice(-43) });
    const scripts = {
      ofEditor: await createTokenClient(testApp.server, editor),
      ofInvited: await createTokenClient(testApp.server, invited),
      ofUnrelated: await createTokenClient(testApp.server, unrelated),
    };
    expect((await putJson(administrator, RULES, { ...NONE, staff: HERE })).status).toBe(200);
    const withToken = ({ token }: { token: string }) =>
      clientWithToken(testApp.server, token, ELSEWHERE).get('/api/folders');
    for (const script of [scripts.ofEditor, scripts.ofInvited])
      expect(await withToken(script)).toMatchObject({ status: 401, body: { error: REFUSED } });
    expect((await withToken(scripts.ofUnrelated)).status).toBe(200);
    expect((await scripts.ofEditor.get('/api/folders')).status).toBe(200);
    const statusOf = async (client: TestClient) => (await from(testApp, client).get('/api/folders')).status;
    expect([await statusOf(owner), await statusOf(editor), await statusOf(invited)]).toEqual([401, 401, 401]);
    expect([await statusOf(inside), await statusOf(unrelated), await statusOf(administrator)]).toEqual([
      200, 200, 200,
    ]);
    await testApp.unshare(root.id, editor);
    expect(await statusOf(editor)).toBe(200);
    expect((await withToken(scripts.ofEditor)).status).toBe(200);
    // An administrator who is staff would be locked out too.
    await administrator.post('/api/rooms', { name: 'Own room' });
    const elsewhere = { ...NONE, staff: [ELSEWHERE] };
    expect((await putJson(administrator, RULES, elsewhere)).status).toBe(409);
  });
});

describe('rules for rooms and groups', () => {
  test('a room does not exist for anybody elsewhere, in lists, searches and by id', async ({ testApp }) => {
    const administrator = await testApp.user({ isAdmin: true });
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const beside = await owner.folder('Beside');
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: { id: inner.id, parentId: root.id }, group, level: 'original' });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id, beside.id] });
    const link = await owner.post('/api/links', {
      name: 'One file',
      targets: [{ kind: 'file', id: file.id }],
      settings: {},
    });
    const guest = openAccessPage(testApp.server, link.body.url);
    await guest.submit('email', { email: 'guest@example.test' });
    expect((await guest.submit('enter')).status).toBe(200);
    await testApp.finishJobs();
    const rules = { ...NONE, rooms: [{ roomId: root.id, ranges: [ELSEWHERE] }] };
    expect(
      (await putJson(administrator, RULES, { ...NONE, rooms: [{ roomId: 999, ranges: HERE }] })).status,
    ).toBe(404);
    const readers: Record<string, TestClient> = { owner, administrator, member, visitor, guest };
    const visible = async (client: TestClient) => {
      const [folders, files, found] = [
        (await client.get('/api/folders')).body,
        (await client.get('/api/files')).body,
        (await client.get('/api/search?query=note')).body,
      ];
      return JSON.stringify([folders, files, found]);
    };
    for (const client of Object.values(readers)) expect(await visible(client)).toContain('"note.txt"');
    expect((await putJson(administrator, RULES, rules)).status).toBe(200);
    for (const [name, client] of Object.entries(readers)) {
      expect([name, await visible(client)]).toEqual([
        name,
        expect.not.stringMatching(/note\.txt|Finance|Deal/),
      ]);
      for (const url of [
        `/api/folders/${inner.id}`,
        `/api/files/${file.id}`,
        `/api/files/${file.id}/download`,
        `/api/folders/${inner.id}/archive`,
        ...(client === visitor || client === guest
          ? []
          : [`/api/rooms/${root.id}/groups`, `/api/rooms/${root.id}/publications`]),
      ])
        expect([name, url, (await client.get(url)).status]).toEqual([name, url, 404]);
      expect([name, (await from(testApp, client).get(`/api/files/${file.id}`)).status]).toEqual([name, 200]);
    }
    expect((await owner.get(`/api/folders/${beside.id}`)).status).toBe(200);
    expect((await visitor.get('/api/visitor/status')).body.folders ?? []).not.toContainEqual(
      expect.objectContaining({ id: inner.id }),
    );
    expect(JSON.stringify((await administrator.get('/api/rooms')).body)).not.toContain('Deal');
    expect((await administrator.patch(`/api/folders/${inner.id}`, { name: 'Renamed' })).status).toBe(404);
    expect((await putJson(administrator, RULES, NONE)).status).toBe(200);
    for (const client of Object.values(readers)) expect(await visible(client)).toContain('"note.txt"');
  });

  test('a group sees its room only from its addresses, and its staff from everywhere', async ({
    testApp,
  }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: { id: inner.id, parentId: root.id }, group, level: 'view' });
    const url = `/api/files/${file.id}`;
    expect((await member.get(url)).status).toBe(200);
    const restricted = await owner.patch(`/api/groups/${group.id}`, { addressRanges: [`${ELSEWHERE}/24`] });
    expect(restricted.body.addressRanges).toEqual([`${ELSEWHERE}/24`]);
    expect([(await member.get(url)).status, (await owner.get(url)).status]).toEqual([404, 200]);
    expect((await from(testApp, member, '203.0.113.99').get(url)).status).toBe(200);
    expect((await member.get('/api/files')).body).toEqual([]);
    await owner.patch(`/api/groups/${group.id}`, { addressRanges: null });
    expect((await member.get(url)).status).toBe(200);
  });
});
