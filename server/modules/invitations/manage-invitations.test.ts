import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const DAY = 86_400_000;
const guest = () => `${crypto.randomUUID()}@example.test`;
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

type Inviter = Awaited<ReturnType<TestApp['user']>>;

async function invite(inviter: Inviter, wish: object) {
  const { status, body } = await inviter.post('/api/invitations', { email: guest(), ...wish });
  expect(status).toBe(201);
  return { ...body, token: tokenOf(body.inviteUrl) } as { id: number; inviteUrl: string; token: string }; // as the contract says
}

async function expire(testApp: TestApp, id: number) {
  const { db, now } = testApp.server.services;
  await db.updateTable('invitations').set({ expires_at: now() }).where('id', '=', id).execute();
}

describe('GET /api/invitations', () => {
  test('own invitations are listed newest first, with link, folders and status, paginated', async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const [one, two] = [await owner.folder('One'), await owner.folder('Two')];
    const first = await invite(owner, { folderIds: [one.id] });
    const second = await invite(owner, { folderIds: [one.id, two.id] });
    const third = await invite(owner, { allFolders: true, role: 'collaborator' });
    await expire(testApp, first.id);
    await invite(other, { allFolders: true });
    const { body } = await owner.get('/api/invitations');
    expect(
      body.map(({ id, status, folderName, folderCount, allFolders }: never) => [
        id,
        status,
        folderName,
        folderCount,
        allFolders,
      ]),
    ).toEqual([
      [third.id, 'pending', null, 0, true],
      [second.id, 'pending', null, 2, false],
      [first.id, 'expired', 'One', 1, false],
    ]);
    expect(body[0].inviteUrl).toBe(third.inviteUrl);
    const page = await owner.get('/api/invitations?limit=2');
    expect(page.headers['link']).toBe(`</api/invitations?limit=2&cursor=${second.id}>; rel="next"`);
    expect((await owner.get(`/api/invitations?limit=2&cursor=${second.id}`)).body).toHaveLength(1);
  });
});

describe('DELETE /api/invitations/:id', () => {
  test('revoking ends the visitor session at the next request, and the link', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const { id, token } = await invite(owner, { folderIds: [folderId] });
    const visitor = createTestClient(testApp.server.http);
    await visitor.get(`/api/visitor/auth/${token}`);
    expect((await visitor.get(`/api/folders/${folderId}`)).status).toBe(200);
    expect((await owner.delete(`/api/invitations/${id}`)).body).toEqual({ success: true });
    expect((await visitor.get(`/api/folders/${folderId}`)).status).toBe(401);
    expect((await testApp.anonymous.get(`/api/invitations/${token}`)).status).toBe(404);
    expect((await owner.get('/api/invitations')).body).toEqual([]);
    expect((await owner.delete(`/api/invitations/${id}`)).status).toBe(404);
  });

  test('the inviter and administrators may revoke, and others get not found', async ({ testApp }) => {
    const [owner, collaborator, admin] = [
      await testApp.user(),
      await testApp.user(),
      await testApp.user({ isAdmin: true }),
    ];
    const { id: folderId } = await owner.folder();
    await testApp.share(folderId, collaborator);
    const { id } = await invite(owner, { folderIds: [folderId] });
    const absent = await collaborator.delete('/api/invitations/99999999');
    const foreign = await collaborator.delete(`/api/invitations/${id}`);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect((await collaborator.post(`/api/invitations/${id}/resend`)).body).toEqual(absent.body);
    expect((await collaborator.get(`/api/debug/invitation-to-visitor/${id}`)).body).toEqual(absent.body);
    expect((await admin.delete(`/api/invitations/${id}`)).status).toBe(200);
  });
});

describe('POST /api/invitations/:id/resend', () => {
  test('resending renews the invitation for its number of days, with the same link', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id, inviteUrl, token } = await invite(owner, { allFolders: true, expirationDays: 3 });
    await expire(testApp, id);
    const expired = await testApp.anonymous.get(`/api/invitations/${token}`);
    expect([expired.status, expired.body.error]).toEqual([404, expect.stringContaining('expired')]);
    const { status, body } = await owner.post(`/api/invitations/${id}/resend`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        inviteUrl,
        emailed: false,
        expiresAt: new Date(testApp.server.services.now() + 3 * DAY).toISOString(),
      },
    ]);
    expect((await testApp.anonymous.get(`/api/invitations/${token}`)).status).toBe(200);
  });

  test('an accepted or revoked invitation, or one without folders, is not resent', async ({ testApp }) => {
    const [owner, taker] = [await testApp.user(), await testApp.user()];
    const { id: folderId } = await owner.folder();
    const accepted = await invite(owner, { email: taker.email, folderId, role: 'collaborator' });
    await taker.post('/api/invitations/accept', { token: accepted.token });
    const revoked = await invite(owner, { folderIds: [folderId] });
    await owner.delete(`/api/invitations/${revoked.id}`);
    const gone = await invite(owner, { folderIds: [folderId] });
    await owner.delete(`/api/folders/${folderId}`);
    const statuses = [];
    for (const { id } of [accepted, revoked, gone])
      statuses.push((await owner.post(`/api/invitations/${id}/resend`)).status);
    expect(statuses).toEqual([409, 404, 409]);
  });
});

describe('GET and DELETE /api/admin/invitations', () => {
  test('administrators list and revoke the invitations of all users', async ({ testApp }) => {
    const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const { id: folderId } = await owner.folder('Due diligence');
    const { id, inviteUrl } = await invite(owner, { folderIds: [folderId] });
    const find = async () =>
      (await admin.get('/api/admin/invitations')).body.find((row: { id: number }) => row.id === id);
    expect(await find()).toMatchObject({
      inviter: owner.username,
      folderName: 'Due diligence',
      role: 'visitor',
      accepted: false,
      url: inviteUrl,
    });
    expect((await admin.delete(`/api/admin/invitations/${id}`)).status).toBe(200);
    expect(await find()).toBeUndefined();
  });
});

describe('GET /api/invitations/:token', () => {
  test('the link reveals its purpose and nothing else', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder('Deal');
    const email = guest();
    const { token } = await invite(owner, { email, folderIds: [folderId] });
    const { status, body } = await testApp.anonymous.get(`/api/invitations/${token}`);
    expect([status, body]).toEqual([
      200,
      {
        email,
        folderId,
        folderName: 'Deal',
        inviter: owner.username,
        role: 'visitor',
        isVisitorAccess: true,
        isVisitor: true,
        accepted: false,
        hasAccount: false,
        expiresAt: expect.any(String),
      },
    ]);
  });

  test('unknown and revoked tokens get the same response', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id, token } = await invite(owner, { allFolders: true });
    await owner.delete(`/api/invitations/${id}`);
    const revoked = await testApp.anonymous.get(`/api/invitations/${token}`);
    const unknown = await testApp.anonymous.get(`/api/invitations/${'A'.repeat(43)}`);
    expect([revoked.status, revoked.body]).toEqual([404, unknown.body]);
  });

  test('fifty wrong guesses block the address on all token calls', async ({ testApp }) => {
    const owner = await testApp.user();
    const { token } = await invite(owner, { allFolders: true });
    const ask = (url: string, remoteAddress: string, options: object = {}) =>
      createTestClient(testApp.server.http).send({ method: 'GET', url, remoteAddress, ...options });
    for (let guesses = 0; guesses < 50; guesses += 1) {
      const { status } = await ask(`/api/invitations/${'B'.repeat(43)}`, '198.51.100.1');
      expect(status).toBe(404);
    }
    const calls = [
      `/api/invitations/${token}`,
      `/api/visitor/auth/${token}`,
      `/api/visitor/${token}`,
      `/api/validate-token/${token}`,
    ];
    for (const url of calls) expect((await ask(url, '198.51.100.1')).status).toBe(429);
    const payload = { username: 'guesser', password: 'long enough', confirmPassword: 'long enough', token };
    const register = await ask('/api/register-from-invitation', '198.51.100.1', { method: 'POST', payload });
    expect(register.status).toBe(429);
    expect((await ask(`/api/invitations/${token}`, '198.51.100.2')).status).toBe(200);
  });

  test('guesses of a signed-in user are counted too', async ({ testApp }) => {
    const user = await testApp.user();
    const guess = () =>
      user.send({
        method: 'POST',
        url: '/api/invitations/accept',
        payload: { token: 'C'.repeat(43) },
        remoteAddress: '198.51.100.3',
      });
    for (let guesses = 0; guesses < 50; guesses += 1) expect((await guess()).status).toBe(404);
    expect((await guess()).status).toBe(429);
  });
});
