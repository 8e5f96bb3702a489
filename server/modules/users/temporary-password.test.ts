import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const TEMPORARY = 'a temporary password';

async function setTemporaryPassword(testApp: TestApp) {
  const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user({ isAdmin: true })];
  await admin.patch(`/api/admin/users/${user.id}`, { password: TEMPORARY });
  const client = createTestClient(testApp.server.http);
  const { body } = await client.post('/api/login', { username: user.username, password: TEMPORARY });
  return { admin, user, client, body };
}

describe('a password set by an administrator', () => {
  test('only opens the calls with which the user changes it', async ({ testApp }) => {
    const { client, body, user } = await setTemporaryPassword(testApp);
    expect(body).toMatchObject({ id: user.id, mustChangePassword: true });
    expect((await client.get('/api/user')).body).toEqual(body);
    const refused = { error: 'Choose a new password first', code: 'password-change-required' };
    for (const url of ['/api/folders', '/api/files', '/api/admin/users', '/api/search?query=secret']) {
      const answer = await client.get(url);
      expect([url, answer.status, answer.body]).toEqual([url, 403, refused]);
    }
    expect((await client.post('/api/folders', { name: 'Folder', parentId: null })).body).toEqual(refused);
    const change = { currentPassword: TEMPORARY, newPassword: PASSWORD, confirmPassword: PASSWORD };
    expect((await client.patch('/api/user/password', change)).status).toBe(200);
    expect((await client.get('/api/user')).body).not.toHaveProperty('mustChangePassword');
    expect((await client.get('/api/folders')).status).toBe(200);
  });

  test('a password set by an administrator cannot be kept', async ({ testApp }) => {
    const { client } = await setTemporaryPassword(testApp);
    const same = { currentPassword: TEMPORARY, newPassword: TEMPORARY, confirmPassword: TEMPORARY };
    const answer = await client.patch('/api/user/password', same);
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { newPassword: 'Choose a password that differs from the current one.' },
    ]);
  });

  test('a password set by an administrator does not have to be changed again after other changes of the account', async ({
    testApp,
  }) => {
    const { admin, client, user } = await setTemporaryPassword(testApp);
    const change = { currentPassword: TEMPORARY, newPassword: PASSWORD, confirmPassword: PASSWORD };
    await client.patch('/api/user/password', change);
    await admin.patch(`/api/admin/users/${user.id}`, { username: `renamed ${user.id}`, password: '' });
    expect((await client.get('/api/folders')).status).toBe(200);
  });
});
