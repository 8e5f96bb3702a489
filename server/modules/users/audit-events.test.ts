import { expect } from 'vitest';
import { readRows } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';

test('every change of an account, a setting or a collaborator is recorded, without passwords', async ({
  testApp,
}) => {
  const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const folder = await user.folder('Deal');
  const collaborators = `/api/folders/${folder.id}/collaborators`;
  const password = 'a secret to keep';
  await user.patch('/api/user/profile', { email: 'new@example.test' });
  await user.patch('/api/user/password', {
    currentPassword: PASSWORD,
    newPassword: password,
    confirmPassword: password,
  });
  await user.patch('/api/user/notifications', { fileShared: true });
  await user.post(collaborators, { userId: admin.id });
  await user.delete(`${collaborators}/${admin.id}`);
  await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 50 });
  const { body: made } = await admin.post('/api/admin/users', {
    username: 'Made',
    email: 'made@example.test',
    password,
  });
  await admin.patch(`/api/admin/users/${made.id}`, { isAdmin: true, password });
  await admin.delete(`/api/admin/users/${made.id}`);
  // Refused, so not done.
  await user.patch('/api/user/profile', { username: admin.username });
  await admin.delete(`/api/admin/users/${admin.id}`);

  const stored = await testApp.server.services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'not like', 'call.%')
    .where('actor_id', 'in', [admin.id, user.id])
    .orderBy('position')
    .execute();
  const rows = await readRows(testApp, stored);
  const OURS = /^(user|collaborator|settings)\./;
  const listed = rows.filter(({ action, result }) => OURS.test(action) && result === 'done');
  expect(
    listed.map(({ action, actor_id, object_kind, object_id }) => [action, actor_id, object_kind, object_id]),
  ).toEqual([
    ['user.profile', user.id, 'user', user.id],
    ['user.password', user.id, 'user', user.id],
    ['user.notifications', user.id, 'user', user.id],
    ['collaborator.add', user.id, 'folder', folder.id],
    ['collaborator.remove', user.id, 'folder', folder.id],
    ['settings.update', admin.id, null, null],
    ['user.create', admin.id, 'user', made.id],
    ['user.update', admin.id, 'user', made.id],
    ['user.delete', admin.id, 'user', made.id],
  ]);
  expect(listed.map(({ details }) => JSON.parse(details ?? '{}'))).toMatchObject([
    { before: { email: `${user.username}@example.test` }, changes: { email: 'new@example.test' } },
    {},
    { fileShared: true },
    { userId: admin.id, username: admin.username },
    { userId: admin.id, username: admin.username },
    { maxFilesPerFolder: 50 },
    { email: 'made@example.test', isAdmin: false },
    { before: { isAdmin: false }, changes: { isAdmin: true }, newPassword: true },
    { email: 'made@example.test', ownershipTransferredTo: admin.id },
  ]);
  expect(JSON.stringify(listed)).not.toMatch(/a secret to keep|argon2/);
});
