import { expect, test } from 'vitest';
import { openCompany } from '#server/testing/sign-in/open-company.ts';

const PROFILE = '/api/user/profile';
const OWN_ADDRESS = 'You sign in through your company. Ask an administrator to change your email address.';

test('nobody prepares an account for the first sign-in of a colleague', async () => {
  const { testApp, administrator, configure, signIn } = await openCompany();
  const { db } = testApp.server.services;
  const { browser: mallory } = await signIn({ sub: 'mallory', email: 'mallory@acme.test' });
  const refused = await mallory.client.patch(PROFILE, { email: 'boss@acme.test' });
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: OWN_ADDRESS, code: 'forbidden', fields: { email: OWN_ADDRESS } },
  ]);
  const named = await mallory.client.patch(PROFILE, { firstName: 'Mal', email: 'Mallory@acme.test' });
  expect([named.status, named.body]).toMatchObject([200, { firstName: 'Mal', email: 'Mallory@acme.test' }]);
  const { id } = named.body;

  // As version 0.1.0 allowed without a mail server.
  const address = { email: 'boss@acme.test', email_key: 'boss@acme.test', email_verified_at: null };
  await db.updateTable('users').set(address).where('id', '=', id).execute();
  await configure({ companyAdminClaim: 'groups=room-admins' });
  const boss = { sub: 'boss', email: 'boss@acme.test', groups: ['room-admins'] };
  const prepared = await signIn(boss);
  expect([prepared.answer.status, prepared.answer.body.code]).toEqual([403, 'forbidden']);
  expect(await prepared.browser.isSignedIn()).toBe(false);
  expect((await mallory.client.get('/api/user')).body.isAdmin).toBe(false);
  // The holder of the account signs in as before, and an administrator gives the address back.
  expect((await signIn({ sub: 'mallory', email: 'mallory@acme.test' })).answer.status).toBe(303);
  await administrator.patch(`/api/admin/users/${id}`, { email: 'mallory@acme.test' });
  const own = await signIn(boss);
  expect((await own.browser.client.get('/api/user')).body).toMatchObject({ isAdmin: true, username: 'boss' });
});

test('an address that an administrator entered is found at the first sign-in of its holder', async () => {
  const { administrator, configure, signIn } = await openCompany();
  const { browser } = await signIn({ sub: 'ann', email: 'ann@acme.test' });
  const { id } = (await browser.client.get('/api/user')).body;
  await administrator.patch(`/api/admin/users/${id}`, { email: 'ann.jones@acme.test' });
  await configure({ companyCreatesAccounts: false });
  const moved = await signIn({ sub: 'ann at another provider', email: 'ann.jones@acme.test' });
  expect((await moved.browser.client.get('/api/user')).body.id).toBe(id);
});
