import { describe, expect, onTestFinished } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const PASSWORD = 'long enough';
const guest = () => `${crypto.randomUUID()}@example.test`;

type Inviter = Awaited<ReturnType<TestApp['user']>>;

async function invite(inviter: Inviter, wish: object): Promise<{ id: number; token: string }> {
  const { status, body } = await inviter.post('/api/invitations', { role: 'collaborator', ...wish });
  expect(status).toBe(201);
  return { id: body.id, token: body.inviteUrl.slice(-43) };
}

let people = 0;
const form = (token: string) => {
  people += 1;
  return { username: `invited-${people}`, password: PASSWORD, confirmPassword: PASSWORD, token };
};

describe('POST /api/register-from-invitation', () => {
  test('registration creates the account of the invited address, signs in, and grants access', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const [one, two, other] = [await owner.folder(), await owner.folder(), await owner.folder()];
    const email = guest();
    const { token } = await invite(owner, { email, folderIds: [one.id, two.id] });
    const newUser = createTestClient(testApp.server.http);
    const { status, body } = await newUser.post('/api/register-from-invitation', form(token));
    expect([status, body]).toMatchObject([201, { email, isAdmin: false }]);
    expect((await newUser.get('/api/user')).body.email).toBe(email);
    const accessLevels = [];
    for (const { id } of [one, two, other])
      accessLevels.push((await newUser.get(`/api/folders/${id}`)).body.accessLevel);
    expect(accessLevels).toEqual(['collaborator', 'collaborator', undefined]);
    const [row] = (await owner.get('/api/invitations')).body;
    expect(row).toMatchObject({ accepted: true, status: 'accepted' });
    const again = await createTestClient(testApp.server.http).post(
      '/api/register-from-invitation',
      form(token),
    );
    expect([again.status, again.body.error]).toEqual([404, expect.stringContaining('already accepted')]);
  });

  test.for([
    ['a short name', { username: 'ab' }, 'username'],
    ['a long name', { username: 'a'.repeat(51) }, 'username'],
    ['a short password', { password: '1234567', confirmPassword: '1234567' }, 'password'],
    ['a different repeated password', { confirmPassword: 'another one' }, 'confirmPassword'],
    ['another e-mail address', { email: 'other@example.test' }, 'email'],
    ['an administrator flag', { isAdmin: true }, 'isAdmin'],
  ] as const)('%s is refused', async ([, change, field], { testApp }) => {
    const owner = await testApp.user();
    const { token } = await invite(owner, { email: guest(), allFolders: true });
    const answer = await testApp.anonymous.post('/api/register-from-invitation', {
      ...form(token),
      ...change,
    });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  });

  test('PASSWORD_MIN_LENGTH raises the minimum length of passwords', { tags: ['sqlite'] }, async () => {
    const firstAdmin = { username: 'admin', email: 'admin@localhost', password: 'correct horse battery' };
    const testApp = await openTestApp({ config: { passwordMinLength: 15, firstAdmin } });
    onTestFinished(() => testApp.close());
    const { token } = await invite(await testApp.user(), { email: guest(), allFolders: true });
    const answer = await testApp.anonymous.post('/api/register-from-invitation', form(token));
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { password: 'Password must be at least 15 characters' },
    ]);
  });

  test('one of ten concurrent registrations creates the account', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const email = guest();
    const { token } = await invite(owner, { email, folderIds: [folderId] });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        createTestClient(testApp.server.http).post('/api/register-from-invitation', form(token)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(404)]);
    const { db } = testApp.server.services;
    const made = await db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(made).toHaveLength(1);
    const rows = await db.selectFrom('collaborators').selectAll().where('folder_id', '=', folderId).execute();
    expect(rows).toHaveLength(1);
  });

  test('a taken username leaves the invitation open', { tags: ['sqlite'] }, async ({ testApp }) => {
    const owner = await testApp.user();
    const { token } = await invite(owner, { email: guest(), allFolders: true });
    const register = (username: string) =>
      createTestClient(testApp.server.http).post('/api/register-from-invitation', {
        ...form(token),
        username,
      });
    expect((await register(owner.username)).body.fields).toEqual({ username: 'This username is taken' });
    expect((await register(`${owner.username}-2`)).status).toBe(201);
  });

  test('a visitor link registers no account, and an address with an account must accept instead', async ({
    testApp,
  }) => {
    const [owner, taker] = [await testApp.user(), await testApp.user()];
    const visitor = await invite(owner, { email: guest(), allFolders: true, role: 'visitor' });
    expect((await testApp.anonymous.post('/api/register-from-invitation', form(visitor.token))).status).toBe(
      409,
    );
    const { token } = await invite(owner, { email: taker.email, allFolders: true });
    expect((await testApp.anonymous.get(`/api/invitations/${token}`)).body.hasAccount).toBe(true);
    const answer = await testApp.anonymous.post('/api/register-from-invitation', form(token));
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([409, ['email']]);
  });

  test('an accepted link still tells the address of its account, but no folder', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    const email = guest();
    const { token, id } = await invite(owner, { email, folderIds: [folder.id] });
    const look = () => testApp.anonymous.get(`/api/invitations/${token}`);
    expect((await look()).body).toMatchObject({ email, accepted: false, folderName: 'Deal' });
    await createTestClient(testApp.server.http).post('/api/register-from-invitation', form(token));
    expect((await look()).body).toMatchObject({
      email,
      accepted: true,
      hasAccount: true,
      folderId: null,
      folderName: null,
    });
    const { db } = testApp.server.services;
    await db.updateTable('invitations').set({ revoked_at: 1 }).where('id', '=', id).execute();
    expect((await look()).status).toBe(404);
  });

  test('a folder that the inviter lost meanwhile is left out', async ({ testApp }) => {
    const [owner, member] = [await testApp.user(), await testApp.user()];
    const shared = await owner.folder();
    await testApp.share(shared.id, member);
    const [inside, own] = [await member.folder('Inside', shared.id), await member.folder('Own')];
    const both = await invite(member, { email: guest(), folderIds: [inside.id, own.id] });
    const lost = await invite(member, { email: guest(), folderIds: [inside.id] });
    await testApp.unshare(shared.id, member);
    const newUser = createTestClient(testApp.server.http);
    expect((await newUser.post('/api/register-from-invitation', form(both.token))).status).toBe(201);
    expect((await newUser.get(`/api/folders/${inside.id}`)).status).toBe(404);
    expect((await newUser.get(`/api/folders/${own.id}`)).status).toBe(200);
    expect((await testApp.anonymous.get(`/api/invitations/${lost.token}`)).status).toBe(404);
  });
});

describe('POST /api/invitations/accept', () => {
  test('accepting grants access to the account of the address in any spelling, once', async ({ testApp }) => {
    const [owner, taker] = [await testApp.user(), await testApp.user()];
    const { id } = await owner.folder();
    const { token } = await invite(owner, {
      email: taker.email.toUpperCase(),
      folderId: id,
      role: 'collaborator',
    });
    const { status, body } = await taker.post('/api/invitations/accept', { token });
    expect([status, body]).toMatchObject([200, { id: taker.id, email: taker.email }]);
    expect((await taker.get(`/api/folders/${id}`)).body.accessLevel).toBe('collaborator');
    expect((await taker.post('/api/invitations/accept', { token })).status).toBe(404);
  });

  test('another account gets no access', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const { id } = await owner.folder();
    const { token } = await invite(owner, { email: guest(), folderId: id });
    const { status, body } = await other.post('/api/invitations/accept', { token });
    expect([status, body.error]).toEqual([403, expect.stringContaining('another email address')]);
    expect((await other.get(`/api/folders/${id}`)).status).toBe(404);
    expect((await owner.get('/api/invitations')).body[0].accepted).toBe(false);
  });

  test('an owner who accepts an invitation to their folder stays its owner', async ({ testApp }) => {
    const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const { id } = await owner.folder();
    const { token } = await invite(admin, { email: owner.email, folderId: id });
    expect((await owner.post('/api/invitations/accept', { token })).status).toBe(200);
    expect((await owner.get(`/api/folders/${id}`)).body.accessLevel).toBe('owner');
  });

  test('an invitation to all folders includes later ones until it is revoked', async ({ testApp }) => {
    const [owner, taker] = [await testApp.user(), await testApp.user()];
    const { id, token } = await invite(owner, { email: taker.email, allFolders: true });
    await taker.post('/api/invitations/accept', { token });
    const later = await owner.folder('Later');
    const below = await owner.folder('Below', later.id);
    expect((await taker.get(`/api/folders/${below.id}`)).body.accessLevel).toBe('collaborator');
    expect((await taker.get('/api/folders')).body.map((folder: { id: number }) => folder.id)).toEqual([
      later.id,
      below.id,
    ]);
    expect((await owner.delete(`/api/invitations/${id}`)).status).toBe(200);
    expect((await taker.get(`/api/folders/${below.id}`)).status).toBe(404);
    expect((await taker.get('/api/folders')).body).toEqual([]);
  });

  test('an administrator’s invitation to all folders ends with their role', async ({ testApp }) => {
    const [admin, taker, owner] = [
      await testApp.user({ isAdmin: true }),
      await testApp.user(),
      await testApp.user(),
    ];
    const [foreign, own] = [await owner.folder(), await admin.folder()];
    const { token } = await invite(admin, { email: taker.email, allFolders: true });
    await taker.post('/api/invitations/accept', { token });
    expect((await taker.get(`/api/folders/${foreign.id}`)).status).toBe(200);
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute();
    expect((await taker.get(`/api/folders/${foreign.id}`)).status).toBe(404);
    expect((await taker.get(`/api/folders/${own.id}`)).status).toBe(200);
  });

  test('a concurrent acceptance and revocation have one winner', async ({ testApp }) => {
    const owner = await testApp.user();
    for (let round = 0; round < 8; round += 1) {
      const taker = await testApp.user();
      const { id: folderId } = await owner.folder();
      const { id, token } = await invite(owner, { email: taker.email, folderId });
      const [accepted, revoked] = await Promise.all([
        taker.post('/api/invitations/accept', { token }),
        owner.delete(`/api/invitations/${id}`),
      ]);
      expect(accepted.status === 200).not.toBe(revoked.status === 200);
      const seen = (await taker.get(`/api/folders/${folderId}`)).status;
      expect(seen).toBe(accepted.status === 200 ? 200 : 404);
    }
  });

  test('an accepted invitation is ended in the folder, not by revoking', async ({ testApp }) => {
    const [owner, taker] = [await testApp.user(), await testApp.user()];
    const { id: folderId } = await owner.folder();
    const { id, token } = await invite(owner, { email: taker.email, folderId });
    await taker.post('/api/invitations/accept', { token });
    expect((await owner.delete(`/api/invitations/${id}`)).status).toBe(409);
  });
});
