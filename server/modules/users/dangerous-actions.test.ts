import { expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';

const TEN_MINUTES = 600_000;

test('dangerous actions need a proof of identity from the last ten minutes where a factor or the setting asks for it', async ({
  testApp,
}) => {
  const administrator = await testApp.user({ isAdmin: true });
  const [person, demoted] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  const { id: folderId } = await administrator.folder();
  const { id: fileId } = await administrator.file();
  await administrator.delete(`/api/files/${fileId}`);
  await administrator.delete(`/api/folders/${folderId}`);
  const account = { username: 'second-admin', email: 'second-admin@example.test', password: PASSWORD };
  const actions = {
    settings: () => administrator.patch('/api/admin/sign-in-settings', { requireSecondFactor: 'nobody' }),
    'export of the audit log': () => administrator.get('/api/admin/audit/export'),
    'check of the export': () => administrator.send({ method: 'HEAD', url: '/api/admin/audit/export' }),
    'new signing key': () => administrator.post('/api/admin/signing-keys'),
    'purge of a file': () => administrator.delete(`/api/trash/files/${fileId}`),
    'purge of a folder': () => administrator.delete(`/api/trash/folders/${folderId}`),
    'purge of all': () => administrator.delete('/api/trash'),
    'rights of another': () => administrator.patch(`/api/admin/users/${person.id}`, { isAdmin: true }),
    'password of another': () =>
      administrator.patch(`/api/admin/users/${person.id}`, { password: 'another good password' }),
    'address of another': () =>
      administrator.patch(`/api/admin/users/${person.id}`, { email: 'moved@example.test' }),
    'new administrator': () => administrator.post('/api/admin/users', { ...account, isAdmin: true }),
    'removal of an administrator': () => administrator.delete(`/api/admin/users/${demoted.id}`),
  };
  const perform = async () => {
    const statuses: Record<string, number> = {};
    for (const [name, act] of Object.entries(actions)) statuses[name] = (await act()).status;
    return statuses;
  };
  const all = (status: number) => Object.fromEntries(Object.keys(actions).map((name) => [name, status]));

  testApp.advanceClock(TEN_MINUTES);
  expect((await actions['export of the audit log']()).status).toBe(200);
  await administrator.patch('/api/admin/sign-in-settings', { requireReauthentication: true });
  expect(await perform()).toEqual(all(403));
  expect((await actions.settings()).body.code).toBe('reauthenticate');
  await administrator.post('/api/user/reauthenticate', { password: PASSWORD });
  await administrator.patch('/api/admin/sign-in-settings', { requireReauthentication: false });
  await setUpFactor(testApp, administrator);
  testApp.advanceClock(TEN_MINUTES);
  expect(await perform()).toEqual(all(403));
  expect((await administrator.get('/api/trash')).body).toHaveLength(2);
  await administrator.post('/api/user/reauthenticate', { password: PASSWORD });
  expect(await perform()).toEqual({ ...all(200), 'new administrator': 201, 'new signing key': 201 });
});

test('other changes of an account, and the own trash of users, need no proof', async ({ testApp }) => {
  const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  await administrator.patch('/api/admin/sign-in-settings', { requireReauthentication: true });
  const { id } = await person.file();
  await person.delete(`/api/files/${id}`);
  testApp.advanceClock(TEN_MINUTES);
  const rename = { username: 'renamed', email: person.email.toUpperCase(), isAdmin: false };
  expect((await administrator.patch(`/api/admin/users/${person.id}`, rename)).status).toBe(200);
  expect((await person.delete(`/api/trash/files/${id}`)).status).toBe(200);
});
