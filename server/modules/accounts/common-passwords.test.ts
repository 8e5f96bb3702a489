import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, test } from '#server/testing/test-app.ts';
import { PASSWORD_TOO_COMMON } from './assert-acceptable-password.ts';

const register = (username: string, password: string) => ({
  username,
  email: `${crypto.randomUUID()}@example.test`,
  password,
});

describe('a password that is easy to guess', () => {
  test.for([
    ['the most common password', '123456'],
    ['a common password with a digit', 'sunshine1'],
    ['a common password with replaced letters', 'P@ssw0rd'],
    ['a row of keys', 'asdfghjk'],
    ['a repeated letter', 'aaaaaaaaaaaa'],
    ['the username', 'Wilhelmina Ortega'],
    ['the username backwards with a year', 'agetrO animlehliW'],
    ['the name of the product with a year', 'Muniment2026'],
    ['a common password repeated to 256 characters', 'password'.repeat(32)],
  ])('a common password is refused at registration: %s', async ([, password], { testApp }) => {
    const body = register('Wilhelmina Ortega', password ?? '');
    const answer = await createTestClient(testApp.server.http).post('/api/register', body);
    expect([answer.status, answer.body.fields]).toEqual([400, { password: PASSWORD_TOO_COMMON }]);
  });

  test('a common password is refused in the password form, from an administrator and with an invitation', async ({
    testApp,
  }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const common = 'letmein12';
    const change = { currentPassword: PASSWORD, newPassword: common, confirmPassword: common };
    const own = await user.patch('/api/user/password', change);
    expect([own.status, own.body.fields]).toEqual([400, { newPassword: PASSWORD_TOO_COMMON }]);
    const created = await admin.post('/api/admin/users', register('Created', common));
    expect([created.status, created.body.fields]).toEqual([400, { password: PASSWORD_TOO_COMMON }]);
    const renamed = { username: 'Theodora Bright', password: 'theodora bright' };
    const updated = await admin.patch(`/api/admin/users/${user.id}`, renamed);
    expect([updated.status, updated.body.fields]).toEqual([400, { password: PASSWORD_TOO_COMMON }]);
    const folder = await user.folder();
    const wish = { email: 'invited@example.test', folderId: folder.id, role: 'collaborator' };
    const { body } = await user.post('/api/invitations', wish);
    const token = body.inviteUrl.split('/').at(-1);
    const invited = { username: 'Invited', password: common, confirmPassword: common, token };
    const answer = await createTestClient(testApp.server.http).post('/api/register-from-invitation', invited);
    expect([answer.status, answer.body.fields]).toEqual([400, { password: PASSWORD_TOO_COMMON }]);
  });

  test('a common password is refused as ADMIN_PASSWORD, which the start reports', async () => {
    const firstAdmin = { username: 'root', email: 'root@localhost', password: 'adminadmin' };
    await expect(openTestApp({ config: { firstAdmin } })).rejects.toThrow(
      /^ADMIN_PASSWORD is not usable: .*guess/,
    );
  });
});

test.for(['hb8xq2', 'correct horse', 'überlandleitung', 'v'.concat('7Kq!w'.repeat(51))])(
  'an uncommon password of any length is accepted: %s',
  async (password, { testApp }) => {
    const body = register(`Person ${password.length}`, password);
    expect((await createTestClient(testApp.server.http).post('/api/register', body)).status).toBe(201);
  },
);
