import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

async function register(testApp: TestApp, username: string) {
  const client = createTestClient(testApp.server.http);
  const email = `${username}@example.test`;
  const { body } = await client.post('/api/register', { username, email, password: PASSWORD });
  return Object.assign(client, { id: body.id, email, body });
}

const confirm = (client: TestClient, token: string) => client.post('/api/email-confirmation', { token });

async function openMailing() {
  const { testApp, server } = await openMailingApp();
  const readToken = async () => {
    await testApp.finishJobs();
    return /confirm-email\/([\w-]{43})/.exec(server.mails.at(-1)?.raw ?? '')?.[1] ?? '';
  };
  return { testApp, server, readToken };
}

describe('with a mail server, an account that registered itself', () => {
  test('with a mail server, an account that registered itself is found and added as a collaborator only after the mailed link confirmed its address', async () => {
    const { testApp, readToken } = await openMailing();
    const owner = await testApp.user();
    const folder = await owner.folder();
    const person = await register(testApp, 'stranger');
    expect(person.body.emailVerified).toBe(false);
    const add = () => owner.post(`/api/folders/${folder.id}/collaborators`, { userId: person.id });
    for (const query of [`email=${person.email}`, 'username=stranger'])
      expect((await owner.get(`/api/users?${query}`)).body).toEqual([]);
    const refused = await add();
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('invitation')]);
    const token = await readToken();
    expect((await confirm(person, token)).status).toBe(200);
    expect((await person.get('/api/user')).body).not.toHaveProperty('emailVerified');
    expect((await owner.get(`/api/users?email=${person.email}`)).body).toHaveLength(1);
    expect((await add()).status).toBe(201);
  });

  test('with a mail server, an account that registered itself gets a new link on request, and one for each new address, of which the old one is void', async () => {
    const { testApp, server, readToken } = await openMailing();
    const person = await register(testApp, 'mover');
    const first = await readToken();
    expect((await person.post('/api/user/email-confirmation')).status).toBe(200);
    const second = await readToken();
    expect(second).not.toBe(first);
    await person.patch('/api/user/profile', { email: 'new@example.test', currentPassword: PASSWORD });
    const third = await readToken();
    expect(server.mails.at(-1)?.to).toEqual(['new@example.test']);
    for (const token of [first, second]) expect((await confirm(person, token)).status).toBe(404);
    expect((await confirm(person, third)).status).toBe(200);
    expect((await person.post('/api/user/email-confirmation')).status).toBe(409);
  });

  test('with a mail server, an account that registered itself is confirmed by its own user alone: the holder of the address cannot confirm it for somebody who took it', async () => {
    const { testApp, readToken } = await openMailing();
    const squatter = await register(testApp, 'squatter');
    const token = await readToken();
    const other = await testApp.user();
    for (const client of [testApp.anonymous, other]) {
      const refused = await confirm(client, token);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect(refused.body.error).toContain('Sign in as squatter');
    }
    expect((await squatter.get('/api/user')).body.emailVerified).toBe(false);
  });
});

describe('with a mail server, a change of the own address', () => {
  test('with a mail server, a change of the own address needs the current password, so that a stolen session cannot have a password link mailed to itself', async () => {
    const { testApp } = await openMailing();
    const user = await testApp.user();
    const { email } = (await user.get('/api/user')).body;
    const change = (body: object) =>
      user.patch('/api/user/profile', { email: 'thief@example.test', ...body });
    for (const body of [{}, { currentPassword: 'not the one' }]) {
      const refused = await change(body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['currentPassword']]);
    }
    expect((await user.get('/api/user')).body.email).toBe(email);
    expect((await user.patch('/api/user/profile', { username: 'Renamed', email })).status).toBe(200);
    expect((await change({ currentPassword: PASSWORD })).body.email).toBe('thief@example.test');
    const recorded = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'user.profile')
      .execute();
    expect(JSON.stringify(recorded)).not.toContain(PASSWORD);
  });
});

describe('the address of an account', () => {
  test('the address of an account is verified when an administrator or an invitation vouches for it', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const folder = await admin.folder();
    const account = { username: 'Vouched', email: 'vouched@example.test', password: PASSWORD };
    expect((await admin.post('/api/admin/users', account)).body).not.toHaveProperty('emailVerified');
    const wish = { email: 'invited@example.test', folderId: folder.id, role: 'collaborator' };
    const token = (await admin.post('/api/invitations', wish)).body.inviteUrl.split('/').at(-1);
    const body = { username: 'Invited', password: PASSWORD, confirmPassword: PASSWORD, token };
    const answer = await createTestClient(testApp.server.http).post('/api/register-from-invitation', body);
    expect([answer.status, answer.body.emailVerified]).toEqual([201, undefined]);
  });

  test('the address of an account is unverified after registration and after a change; without a mail server it is shown as such', async ({
    testApp,
  }) => {
    const [owner, user] = [await testApp.user(), await testApp.user()];
    const person = await register(testApp, 'shown');
    const [found] = (await owner.get(`/api/users?email=${person.email}`)).body;
    expect(found.emailVerified).toBe(false);
    const folder = await owner.folder();
    const added = await owner.post(`/api/folders/${folder.id}/collaborators`, { userId: person.id });
    expect(added.status).toBe(201);
    expect((await user.patch('/api/user/profile', { username: 'Renamed' })).body).not.toHaveProperty(
      'emailVerified',
    );
    const changed = await user.patch('/api/user/profile', { email: 'changed@example.test' });
    expect(changed.body.emailVerified).toBe(false);
  });
});

describe('the setting for registration', () => {
  test.for([
    ['open', 201, 201],
    ['invitation', 403, 201],
    ['closed', 403, 403],
  ] as const)('%s answers %i to registration and %i to an invitation', async ([mode, own, invited]) => {
    const testApp = await openTestApp();
    const admin = await testApp.user({ isAdmin: true });
    const folder = await admin.folder();
    await admin.patch('/api/admin/system-settings', { registration: mode });
    expect((await testApp.anonymous.get('/api/system-settings/public')).body.registration).toBe(mode);
    const client = () => createTestClient(testApp.server.http);
    const account = { username: 'Newcomer', email: 'newcomer@example.test', password: PASSWORD };
    expect((await client().post('/api/register', account)).status).toBe(own);
    const wish = { email: 'invited@example.test', folderId: folder.id, role: 'collaborator' };
    const token = (await admin.post('/api/invitations', wish)).body.inviteUrl.split('/').at(-1);
    const body = { username: 'Invited', password: PASSWORD, confirmPassword: PASSWORD, token };
    expect((await client().post('/api/register-from-invitation', body)).status).toBe(invited);
    await testApp.close();
  });
});
