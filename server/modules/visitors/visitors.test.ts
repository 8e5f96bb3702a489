import { describe, expect } from 'vitest';
import { readRows } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Inviter = Awaited<ReturnType<TestApp['user']>>;

const NO_VISIT = {
  isVisitor: false,
  email: null,
  folderId: null,
  folderName: null,
  inviterName: null,
  expiresAt: null,
  mayDownload: false,
};

async function invite(inviter: Inviter, wish: object): Promise<{ id: number; email: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.test`;
  const { status, body } = await inviter.post('/api/invitations', { email, ...wish });
  expect(status).toBe(201);
  return { id: body.id, email, token: body.inviteUrl.slice(-43) };
}

/** Creates a visitor in the one folder of their invitation. */
async function openVisit(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const invitation = await invite(owner, { folderIds: [folder.id] });
  const visitor = createTestClient(testApp.server.http);
  const entered = await visitor.get(`/api/visitor/auth/${invitation.token}`);
  return { owner, folder, invitation, visitor, entered };
}

describe('GET /api/visitor/auth/:token', () => {
  test('a link creates a visitor session and returns its status', async ({ testApp }) => {
    const { owner, folder, invitation, visitor, entered } = await openVisit(testApp);
    const visit = {
      isVisitor: true,
      email: invitation.email,
      folderId: folder.id,
      folderName: 'Deal',
      inviterName: owner.username,
      expiresAt: expect.any(String),
      mayDownload: false,
    };
    expect([entered.status, entered.body]).toEqual([200, visit]);
    expect((await visitor.get('/api/visitor/status')).body).toEqual(visit);
    expect((await visitor.get('/api/folders')).body).toMatchObject([
      { id: folder.id, accessLevel: 'visitor' },
    ]);
  });

  test('a link admits many visitors until it expires, and a reload keeps the session', async ({
    testApp,
  }) => {
    const { folder, invitation, visitor } = await openVisit(testApp);
    const { cookie } = visitor;
    await visitor.get(`/api/visitor/auth/${invitation.token}`);
    expect(visitor.cookie).toBe(cookie);
    const another = createTestClient(testApp.server.http);
    expect((await another.get(`/api/visitor/auth/${invitation.token}`)).status).toBe(200);
    for (const one of [visitor, another])
      expect((await one.get(`/api/folders/${folder.id}`)).status).toBe(200);
    const { db } = testApp.server.services;
    const entries = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'visitor.enter')
      .where('object_id', '=', invitation.id)
      .execute();
    expect(await readRows(testApp, entries)).toMatchObject(
      Array(2).fill({ actor_kind: 'visitor', actor_name: invitation.email }),
    );
  });

  test('another link replaces the visitor session', async ({ testApp }) => {
    const { folder, visitor } = await openVisit(testApp);
    const other = await invite(await testApp.user(), { allFolders: true });
    expect((await visitor.get(`/api/visitor/auth/${other.token}`)).status).toBe(200);
    expect((await visitor.get(`/api/folders/${folder.id}`)).status).toBe(404);
  });

  test('a signed-in user is refused and stays signed in', async ({ testApp }) => {
    const { invitation } = await openVisit(testApp);
    const user = await testApp.user();
    const { status, body } = await user.get(`/api/visitor/auth/${invitation.token}`);
    expect([status, body.error]).toEqual([409, expect.stringContaining('Already Logged In')]);
    expect((await user.get('/api/user')).body.id).toBe(user.id);
  });

  test('a link is refused from another site, and for a collaborator invitation', async ({ testApp }) => {
    const { invitation } = await openVisit(testApp);
    const unrelatedUser = createTestClient(testApp.server.http);
    const url = `/api/visitor/auth/${invitation.token}`;
    expect((await unrelatedUser.get(url, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { token } = await invite(await testApp.user(), { allFolders: true, role: 'collaborator' });
    expect((await unrelatedUser.get(`/api/visitor/auth/${token}`)).status).toBe(409);
    expect((await unrelatedUser.get(`/api/visitor/${token}`)).status).toBe(409);
    expect(unrelatedUser.cookie).toBeUndefined();
  });
});

describe('visitor sessions', () => {
  test('a visitor may only view, and only the folders of the invitation', async ({ testApp }) => {
    const { owner, folder, visitor } = await openVisit(testApp);
    const [below, other] = [await owner.folder('Below', folder.id), await owner.folder('Other')];
    const file = await owner.file({ folderId: below.id });
    expect((await visitor.get(`/api/files/${file.id}`)).status).toBe(200);
    expect((await visitor.get(`/api/files/${file.id}/download`)).status).toBe(403);
    expect((await visitor.get(`/api/folders/${other.id}`)).status).toBe(404);
    for (const url of ['/api/invitations', '/api/folders', '/api/invitations/accept'])
      expect((await visitor.post(url, {})).status).toBe(403);
  });

  test.for([
    'the expiry of the invitation',
    'its revocation',
    'the deletion of the inviter',
    'the deletion of the folder',
    'a loss of the folder by the inviter',
  ])('%s ends the visitor session at the next request', async (end, { testApp }) => {
    const { owner, folder, invitation, visitor } = await openVisit(testApp);
    const { db, now } = testApp.server.services;
    const set = (values: object) =>
      db.updateTable('invitations').set(values).where('id', '=', invitation.id).execute();
    if (end === 'the expiry of the invitation') await set({ expires_at: now() });
    else if (end === 'its revocation') await set({ revoked_at: now() });
    else if (end === 'the deletion of the folder') await owner.delete(`/api/folders/${folder.id}`);
    else if (end === 'the deletion of the inviter')
      await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', owner.id).execute();
    else {
      const heir = await testApp.user();
      await db.updateTable('folders').set({ owner_id: heir.id }).where('id', '=', folder.id).execute();
    }
    expect([401, 404]).toContain((await visitor.get(`/api/folders/${folder.id}`)).status);
    // Somebody whose session is valid learns that it has nothing to show now.
    const isValid = end === 'the deletion of the folder' || end.startsWith('a loss');
    expect((await visitor.get('/api/visitor/status')).body).toEqual({
      ...NO_VISIT,
      ...(isValid && { nothingVisible: true }),
    });
    const listed = await visitor.get('/api/folders');
    expect(listed.status === 401 || listed.body.length === 0).toBe(true);
    const again = createTestClient(testApp.server.http);
    expect((await again.get(`/api/visitor/auth/${invitation.token}`)).status).toBe(404);
    expect((await again.get(`/api/validate-token/${invitation.token}`)).body.valid).toBe(false);
  });

  test("leaving ends the visitor's session and nobody else's", async ({ testApp }) => {
    const { visitor, folder, owner } = await openVisit(testApp);
    const { cookie } = visitor;
    expect((await visitor.post('/api/visitor/logout')).body).toEqual({ success: true });
    expect(visitor.cookie).toBeUndefined();
    expect(
      (await createTestClient(testApp.server.http, cookie).get(`/api/folders/${folder.id}`)).status,
    ).toBe(401);
    expect((await owner.post('/api/visitor/logout')).status).toBe(200);
    expect((await owner.get('/api/user')).status).toBe(200);
  });

  test('anonymous actors and users are not visitors', async ({ testApp }) => {
    const user = await testApp.user();
    for (const one of [testApp.anonymous, user]) {
      const { status, body } = await one.get('/api/visitor/status');
      expect([status, body]).toEqual([200, NO_VISIT]);
    }
  });

  test('a visitor of several folders begins at the home page', async ({ testApp }) => {
    const owner = await testApp.user();
    const folderIds = [(await owner.folder()).id, (await owner.folder()).id];
    const { token } = await invite(owner, { folderIds });
    const visitor = createTestClient(testApp.server.http);
    expect((await visitor.get(`/api/visitor/auth/${token}`)).body).toMatchObject({
      folderId: null,
      folderName: null,
    });
  });
});

describe('lookups by token', () => {
  test('GET /api/visitor/:token returns address, folder, inviter and expiry', async ({ testApp }) => {
    const { invitation, owner } = await openVisit(testApp);
    expect((await testApp.anonymous.get(`/api/visitor/${invitation.token}`)).body).toEqual({
      email: invitation.email,
      folderName: 'Deal',
      inviterName: owner.username,
      expiresAt: expect.any(String),
    });
  });

  test('GET /api/validate-token/:token returns whether the link is valid, and if not, why', async ({
    testApp,
  }) => {
    const { invitation } = await openVisit(testApp);
    const ask = async () => (await testApp.anonymous.get(`/api/validate-token/${invitation.token}`)).body;
    expect(await ask()).toEqual({
      valid: true,
      role: 'visitor',
      expiresAt: expect.any(String),
      reason: null,
    });
    const { db } = testApp.server.services;
    await db.updateTable('invitations').set({ expires_at: 1 }).where('id', '=', invitation.id).execute();
    expect(await ask()).toEqual({
      valid: false,
      role: null,
      expiresAt: null,
      reason: expect.stringContaining('expired'),
    });
  });

  test("GET /api/debug/invitation-to-visitor/:id returns a visitor's links to the inviter and administrators", async ({
    testApp,
  }) => {
    const { invitation, owner } = await openVisit(testApp);
    const admin = await testApp.user({ isAdmin: true });
    for (const who of [owner, admin])
      expect((await who.get(`/api/debug/invitation-to-visitor/${invitation.id}`)).body).toEqual({
        token: invitation.token,
        debugUrl: `http://localhost:3000/visitor-debug/${invitation.token}`,
        validateUrl: `http://localhost:3000/api/validate-token/${invitation.token}`,
      });
    const collaboration = await invite(owner, { allFolders: true, role: 'collaborator' });
    expect((await owner.get(`/api/debug/invitation-to-visitor/${collaboration.id}`)).status).toBe(409);
  });

  test('responses with a token are not cached and send no referrer', async ({ testApp }) => {
    const { invitation } = await openVisit(testApp);
    const { headers } = await testApp.anonymous.get(`/api/visitor/${invitation.token}`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
});
