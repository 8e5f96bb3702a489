import { expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { codeOf, openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';

const SETTINGS = '/api/admin/sign-in-settings';
const REFUSED = { error: 'Set up a second factor first', code: 'second-factor-setup-required' };

test('nobody requires a second factor before they have one, and those without set it up at the next sign-in', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const requireOf = (requireSecondFactor: string) => administrator.patch(SETTINGS, { requireSecondFactor });
  expect(await requireOf('everybody')).toMatchObject({
    status: 409,
    body: { error: 'Set up your own second factor first.' },
  });
  await setUpFactor(testApp, administrator);
  expect((await requireOf('everybody')).body).toEqual({
    requireSecondFactor: 'everybody',
    requireReauthentication: false,
    companyName: 'your company',
    companyDomains: [],
    companyCreatesAccounts: false,
    companyAdminClaim: '',
    companyIssuer: null,
    companyCallback: 'http://localhost:3000/api/oidc/callback',
  });
  expect((await person.get('/api/folders')).status).toBe(200);

  const browser = openBrowser(testApp);
  const { status, body } = await browser.signIn(person.username);
  expect([status, body.mustSetUpFactor]).toEqual([200, true]);
  const { client } = browser;
  for (const path of ['/api/folders', '/api/user/sessions', '/api/files'])
    expect((await client.get(path)).body).toEqual(REFUSED);
  expect((await client.get('/api/user')).body.mustSetUpFactor).toBe(true);

  const change = { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD };
  expect((await client.patch('/api/user/password', change)).status).toBe(200);
  expect((await client.get('/api/folders')).body).toEqual(REFUSED);
  const registered = await openBrowser(testApp).client.post('/api/register', {
    username: 'somebody new',
    email: 'somebody-new@example.test',
    password: PASSWORD,
  });
  expect(registered.body.mustSetUpFactor).toBe(true);

  await setUpFactor(testApp, client);
  expect((await client.get('/api/folders')).status).toBe(200);
  expect((await client.get('/api/user')).body).not.toHaveProperty('mustSetUpFactor');
});

test('a requirement of administrators concerns them alone, and its end frees those who wait', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  const [other, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  await setUpFactor(testApp, administrator);
  await administrator.patch(SETTINGS, { requireSecondFactor: 'administrators' });
  const [browser, usersBrowser] = [openBrowser(testApp), openBrowser(testApp)];
  expect((await usersBrowser.signIn(person.username)).body).not.toHaveProperty('mustSetUpFactor');
  expect((await browser.signIn(other.username)).body.mustSetUpFactor).toBe(true);
  expect((await browser.client.get('/api/admin/users')).body).toEqual(REFUSED);
  expect((await browser.client.get('/api/openapi.json', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(
    401,
  );
  await administrator.patch(SETTINGS, { requireSecondFactor: 'nobody' });
  expect((await browser.client.get('/api/admin/users')).status).toBe(200);
});

test('an administrator removes a lost factor, which ends the sessions of its user', async ({ testApp }) => {
  const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const { secret } = await setUpFactor(testApp, person);
  const remove = () => administrator.delete(`/api/admin/users/${person.id}/factors`);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(409);
  expect((await person.get('/api/user')).status).toBe(401);
  const browser = openBrowser(testApp);
  expect((await browser.signIn(person.username)).status).toBe(200);
  expect((await browser.enterCode(codeOf(testApp, secret))).status).toBe(401);
  const { db } = testApp.server.services;
  expect(
    await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute(),
  ).toEqual([]);
});

test('the staff of rooms and the members of a group are asked for a factor at their next sign-in', async ({
  testApp,
}) => {
  const administrator = await testApp.user({ isAdmin: true });
  const { owner, inner, group } = await openRoom(testApp);
  const [inside, member] = [await testApp.user(), await testApp.user()];
  await testApp.share(inner.id, inside);
  const invited = await testApp.user();
  const invitation = { role: 'collaborator', email: invited.email, allFolders: true };
  const { body } = await owner.post('/api/invitations', invitation);
  await invited.post('/api/invitations/accept', { token: body.inviteUrl.slice(-43) });
  await addMembers(owner, group, member.email);
  await setUpFactor(testApp, administrator);
  const scripts = [
    await createTokenClient(testApp.server, owner),
    await createTokenClient(testApp.server, inside),
  ];
  const isAsked = async (user: { username: string }): Promise<boolean> =>
    (await openBrowser(testApp).signIn(user.username)).body.mustSetUpFactor === true;
  expect((await administrator.patch(SETTINGS, { requireSecondFactor: 'staff' })).body).toMatchObject({
    requireSecondFactor: 'staff',
  });
  expect([await isAsked(owner), await isAsked(inside), await isAsked(member)]).toEqual([true, false, false]);
  expect(await isAsked(invited)).toBe(true);
  const [ofOwner, ofInside] = await Promise.all(scripts.map((script) => script.get('/api/folders')));
  expect([ofOwner?.body, ofInside?.status]).toEqual([REFUSED, 200]);
  const other = await testApp.user({ isAdmin: true });
  expect(await isAsked(other)).toBe(true);
  expect((await administrator.patch(SETTINGS, { requireSecondFactor: 'nobody' })).body).toMatchObject({
    requireSecondFactor: 'nobody',
  });
  expect(await isAsked(owner)).toBe(false);

  const demand = (requiresSecondFactor: boolean) =>
    owner.patch(`/api/groups/${group.id}`, { requiresSecondFactor });
  expect((await demand(true)).body.requiresSecondFactor).toBe(true);
  const browser = openBrowser(testApp);
  expect((await browser.signIn(member.username)).body.mustSetUpFactor).toBe(true);
  expect(await isAsked(inside)).toBe(false);
  expect((await browser.client.get('/api/folders')).body).toEqual(REFUSED);
  await demand(false);
  expect((await browser.client.get('/api/folders')).status).toBe(200);
});
