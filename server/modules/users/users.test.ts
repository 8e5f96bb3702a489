import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const URL = '/api/admin/users';
const account = (username: string) => ({
  username,
  email: `${crypto.randomUUID()}@example.test`,
  password: PASSWORD,
});
const signIn = (testApp: TestApp, username: string, password: string) =>
  createTestClient(testApp.server.http).post('/api/login', { username, password });

describe('GET /api/users', () => {
  test('administrators list every account, paginated', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const first = await admin.get('/api/users?limit=2');
    expect(first.body).toEqual([
      { id: expect.any(Number), username: 'admin', email: 'admin@localhost', isAdmin: true },
      { id: admin.id, username: admin.username, email: `${admin.username}@example.test`, isAdmin: true },
    ]);
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
    const second = await admin.get(next);
    expect([second.body.map(({ id }: { id: number }) => id), second.headers['link']]).toEqual([
      [user.id],
      undefined,
    ]);
    const accounts = (await admin.get(URL)).body;
    expect(accounts.map((one: object) => Object.keys(one))).toEqual(
      Array(3).fill(['id', 'username', 'email', 'isAdmin', 'createdAt']),
    );
    await testApp.close();
  });

  test('every user finds the account with an exact name or e-mail', async ({ testApp }) => {
    const [user, other] = [await testApp.user(), await testApp.user()];
    const email = `${other.username}@example.test`;
    const found = { id: other.id, username: other.username, email, isAdmin: false };
    for (const query of [`email=${email}`, `email=${email.toUpperCase()}`, `username=${other.username}`])
      expect((await user.get(`/api/users?${query}`)).body).toEqual([found]);
    for (const query of [`email=${email.slice(1)}`, 'username=%25', 'username=person', `username=${email}`])
      expect((await user.get(`/api/users?${query}`)).body).toEqual([]);
    await testApp.server.services.db
      .updateTable('users')
      .set({ deleted_at: 1 })
      .where('id', '=', other.id)
      .execute();
    expect((await user.get(`/api/users?email=${email}`)).body).toEqual([]);
  });

  test('other users list nothing, and visitors cannot look up accounts', async ({ testApp }) => {
    const user = await testApp.user();
    const folder = await user.folder();
    const visitor = await testApp.visitor({ inviter: user, folderIds: [folder.id] });
    for (const query of ['', '?limit=1', '?email=a@example.test&username=a'])
      expect([query, (await user.get(`/api/users${query}`)).status]).toEqual([query, 403]);
    expect((await visitor.get('/api/users?username=admin')).status).toBe(403);
    expect((await testApp.anonymous.get('/api/users?username=admin')).status).toBe(401);
    expect((await user.get('/api/users?username=')).status).toBe(400);
  });

  test('lookups are limited, except for administrators', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const [user, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const ask = (client: typeof user) =>
      Array.from({ length: 110 }, (_, at) => client.get(`/api/users?email=${at}@example.test`));
    const statuses = (await Promise.all(ask(user))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100);
    expect((await user.get('/api/users?username=admin')).status).toBe(429);
    expect((await Promise.all(ask(admin))).every(({ status }) => status === 200)).toBe(true);
    expect((await (await testApp.user()).get('/api/users?username=admin')).status).toBe(200);
    await testApp.close();
  });
});

describe('POST /api/admin/users', () => {
  test('an administrator creates an account that can sign in, optionally as an administrator', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const plain = await admin.post(URL, account('Plain'));
    expect([plain.status, plain.body]).toMatchObject([201, { username: 'Plain', isAdmin: false }]);
    expect(plain.body).not.toHaveProperty('password');
    expect((await admin.post(URL, { ...account('Second'), isAdmin: true })).body.isAdmin).toBe(true);
    expect((await signIn(testApp, 'Plain', PASSWORD)).body).toEqual(plain.body);
    expect((await admin.get('/api/user')).body.id).toBe(admin.id);
    const again = await admin.post(URL, account('PLAIN'));
    expect([again.status, again.body.fields]).toEqual([409, { username: 'This username is taken' }]);
  });

  test.for([
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'a'.repeat(51), 'Username must be less than 50 characters'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['isAdmin', 'yes', expect.any(String)],
    ['id', 1, 'Unknown field'],
  ] as const)('%s: %j is refused with its field', async ([field, value, message], { testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const answer = await admin.post(URL, { ...account('Refused'), [field]: value });
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: message }]);
  });
});

describe('PATCH /api/admin/users/:id', () => {
  test('only the given fields change, and an empty password keeps password and sessions', async ({
    testApp,
  }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const before = (await user.get('/api/user')).body;
    const answer = await admin.patch(`${URL}/${user.id}`, { username: 'Renamed', password: '' });
    expect([answer.status, answer.body]).toEqual([200, { ...before, username: 'Renamed' }]);
    expect((await user.get('/api/user')).body).toEqual(answer.body);
    expect((await signIn(testApp, 'Renamed', PASSWORD)).status).toBe(200);
    const taken = await admin.patch(`${URL}/${user.id}`, { username: admin.username });
    expect([taken.status, taken.body.fields]).toEqual([409, { username: 'This username is taken' }]);
  });

  test('a new password ends the sessions of its account', { tags: ['sqlite'] }, async ({ testApp }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    expect((await admin.patch(`${URL}/${user.id}`, { password: 'from the desk' })).status).toBe(200);
    expect((await user.get('/api/user')).status).toBe(401);
    expect((await signIn(testApp, user.username, PASSWORD)).status).toBe(401);
    expect((await signIn(testApp, user.username, 'from the desk')).status).toBe(200);
    expect((await admin.get('/api/user')).status).toBe(200);
  });

  test('granted and revoked rights apply at the next request', async ({ testApp }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    await admin.patch(`${URL}/${user.id}`, { isAdmin: true });
    expect((await user.get(URL)).status).toBe(200);
    await admin.patch(`${URL}/${user.id}`, { isAdmin: false });
    expect((await user.get(URL)).status).toBe(403);
  });

  test('administrators cannot demote themselves or set their own password or address here, but may change their name', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    for (const changes of [
      { isAdmin: false },
      { password: 'another password' },
      { email: 'mine@example.test' },
    ]) {
      const { status, body } = await admin.patch(`${URL}/${admin.id}`, { username: 'Not me', ...changes });
      expect([status, body.error]).toEqual([403, expect.stringMatching(/your own/)]);
    }
    const renamed = await admin.patch(`${URL}/${admin.id}`, {
      username: 'Indeed me',
      email: admin.email,
      isAdmin: true,
      password: '',
    });
    expect(renamed.body).toMatchObject({ username: 'Indeed me', isAdmin: true });
  });

  test('when two administrators demote each other concurrently, one remains', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const { db } = testApp.server.services;
    for (let time = 0; time < 5; time += 1) {
      await db.updateTable('users').set({ is_admin: 0 }).execute();
      const [one, other] = [await testApp.user({ isAdmin: true }), await testApp.user({ isAdmin: true })];
      const answers = await Promise.all([
        one.patch(`${URL}/${other.id}`, { isAdmin: false }),
        other.patch(`${URL}/${one.id}`, { isAdmin: false }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const left = await db.selectFrom('users').select('id').where('is_admin', '=', 1).execute();
      expect(left).toHaveLength(1);
    }
    await testApp.close();
  });
});

test('an address that an administrator changes is verified, and a changed name verifies nothing', async ({
  testApp,
}) => {
  const [admin, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const { db } = testApp.server.services;
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  const change = (body: object) => admin.patch(`${URL}/${person.id}`, body);
  const renamed = {
    username: `renamed-${person.id}`,
    email: `${person.username}@example.test`.toUpperCase(),
  };
  expect((await change(renamed)).status).toBe(200);
  expect((await person.get('/api/user')).body.emailVerified).toBe(false);
  expect((await change({ email: `corrected-${person.id}@example.test` })).status).toBe(200);
  expect((await person.get('/api/user')).body).not.toHaveProperty('emailVerified');
});
