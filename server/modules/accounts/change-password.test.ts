import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { confirmSignIn } from './confirm-sign-in.ts';

const NEW = 'another good password';
const change = (client: TestClient, fields: object = {}) =>
  client.patch('/api/user/password', {
    currentPassword: PASSWORD,
    newPassword: NEW,
    confirmPassword: NEW,
    ...fields,
  });

const signIn = async (testApp: TestApp, username: string, password: string) => {
  const client = createTestClient(testApp.server.http);
  return { client, ...(await client.post('/api/login', { username, password })) };
};

describe('PATCH /api/user/password', () => {
  test('a password change renews this session and ends every other', async ({ testApp }) => {
    const person = await testApp.user();
    const other = await signIn(testApp, person.username, PASSWORD);
    const before = createTestClient(testApp.server.http, person.cookie);
    const answer = await change(person);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(person.cookie).not.toBe(before.cookie);
    expect((await person.get('/api/user')).status).toBe(200);
    for (const ended of [before, other.client]) expect((await ended.get('/api/user')).status).toBe(401);
    expect((await signIn(testApp, person.username, PASSWORD)).status).toBe(401);
    expect((await signIn(testApp, person.username, NEW)).status).toBe(200);
  });

  test.for([
    ['a short new one', { newPassword: '1234567' }, 'newPassword', 'Password must be at least 8 characters.'],
    [
      'a short repetition',
      { confirmPassword: '1' },
      'confirmPassword',
      'Password must be at least 8 characters.',
    ],
    [
      'a short current one',
      { currentPassword: '1234567' },
      'currentPassword',
      'Password must be at least 8 characters.',
    ],
    [
      'a missing current one',
      { currentPassword: undefined },
      'currentPassword',
      'Password must be at least 8 characters.',
    ],
    ['another repetition', { confirmPassword: `${NEW}!` }, 'confirmPassword', "Passwords don't match"],
    [
      'a wrong current one',
      { currentPassword: 'not the one' },
      'currentPassword',
      'The current password is wrong.',
    ],
  ] as const)(
    '%s is refused with its field and changes nothing',
    async ([, fields, field, message], { testApp }) => {
      const person = await testApp.user();
      const answer = await change(person, fields);
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        expect.objectContaining({ [field]: message }),
      ]);
      expect((await person.get('/api/user')).status).toBe(200);
      expect((await signIn(testApp, person.username, PASSWORD)).status).toBe(200);
    },
  );

  test('a password of six characters from /auth can be changed', async ({ testApp }) => {
    const client = createTestClient(testApp.server.http);
    const password = 'hb8xq2';
    const account = { username: 'Short Password', email: 'short@example.test', password };
    await client.post('/api/register', account);
    expect((await change(client, { currentPassword: password })).status).toBe(200);
  });

  test('ten wrong current passwords stop further guesses of the session, also when sent at once', async ({
    testApp,
  }) => {
    const person = await testApp.user();
    const guesses = Array.from({ length: 20 }, () => change(person, { currentPassword: 'not the one' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
    expect((await change(person)).status).toBe(429);
    expect((await signIn(testApp, person.username, PASSWORD)).status).toBe(200);
    testApp.advanceClock(16 * 60_000);
    expect((await change(person)).status).toBe(200);
  });

  test('failed sign-ins elsewhere do not keep an open session from a new password', async ({ testApp }) => {
    const person = await testApp.user();
    for (let failure = 0; failure < 11; failure += 1) await signIn(testApp, person.username, 'not the one');
    expect((await signIn(testApp, person.username, PASSWORD)).status).toBe(429);
    expect((await change(person)).status).toBe(200);
  });

  test('one of two concurrent password changes succeeds', async ({ testApp }) => {
    const person = await testApp.user();
    const passwords = ['the first of two', 'the second of two'];
    const answers = await Promise.all(
      passwords.map((password) => {
        const browser = createTestClient(testApp.server.http, person.cookie);
        return change(browser, { newPassword: password, confirmPassword: password });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const kept = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(testApp, person.username, kept)).status).toBe(200);
  });

  test('a sign-in with the old password that was in progress creates no session', async ({ testApp }) => {
    const person = await testApp.user();
    const { db } = testApp.server.services;
    const underWay = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    await change(person);
    const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '' };
    await expect(confirmSignIn(ctx, { user: underWay }, '')).rejects.toThrow('Invalid username or password');
    const sessions = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  test('PASSWORD_MIN_LENGTH applies to new passwords', async () => {
    const testApp = await openTestApp({ config: { passwordMinLength: 12 } });
    const person = await testApp.user();
    const refused = await change(person, { newPassword: 'elevenchars', confirmPassword: 'elevenchars' });
    expect(refused.body.fields).toEqual({ newPassword: 'Password must be at least 12 characters' });
    expect((await change(person)).status).toBe(200);
    await testApp.close();
  });
});
