import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { addPasskey, openPasskeyBrowser } from '#server/testing/sign-in/with-passkey.ts';
import { test, testWith } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const REFUSED = { error: 'The passkey was not accepted.', code: 'unauthenticated' };
const EXPIRED = { error: 'The sign-in has expired. Please start again.', code: 'unauthenticated' };
const DISABLED = { error: 'This passkey was disabled for your safety.', code: 'unauthenticated' };

describe('POST /api/login/passkey/verify', () => {
  test('a passkey alone signs in, as two factors, and is recorded', async ({ testApp }) => {
    const person = await testApp.user();
    const { authenticator } = await addPasskey(testApp, person);
    const position = await findLastPosition(testApp);
    const browser = openPasskeyBrowser(testApp);
    const options = await browser.post('/api/login/passkey/options');
    expect(options.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 5 * MINUTE,
      userVerification: 'required',
    });
    expect(String(options.headers['set-cookie'])).toMatch(
      /^muniment_passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await browser.isSignedIn()).toBe(false);
    const { status, body } = await browser.signIn(authenticator);
    expect([status, body.username]).toEqual([200, person.username]);
    expect(await browser.isSignedIn()).toBe(true);
    const sessions = (await browser.client.get('/api/user/sessions')).body;
    expect(sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).assurance).toBe('passkey');
    expect((await person.get('/api/user/passkeys')).body[0].lastUsedAt).not.toBeNull();
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ result }) => result === 'done')).toMatchObject([
      { actor: person.username, action: 'session.sign-in', details: { assurance: 'passkey' } },
    ]);
    expect((await testApp.anonymous.get('/api/system-settings/public')).body).toMatchObject({
      passkeyOrigin: 'http://localhost:3000',
      passkeySignIn: true,
    });
  });

  test('a challenge of another browser, used, expired, or of adding a passkey is refused', async ({
    testApp,
  }) => {
    const person = await testApp.user();
    const { authenticator } = await addPasskey(testApp, person);
    const [browser, other] = [openPasskeyBrowser(testApp), openPasskeyBrowser(testApp)];
    const credential = await browser.sign(authenticator);
    const verify = (by = browser) => by.post('/api/login/passkey/verify', { credential });
    expect((await verify(other)).body).toEqual(EXPIRED);
    await other.post('/api/login/passkey/options');
    expect((await verify(other)).body).toEqual(REFUSED);
    const copied = browser.challengeCookie;
    expect((await verify()).status).toBe(200);
    other.challengeCookie = copied;
    expect((await verify(other)).body).toEqual(EXPIRED);

    const late = await other.sign(authenticator);
    testApp.advanceClock(5 * MINUTE);
    const answer = await other.post('/api/login/passkey/verify', { credential: late });
    expect([answer.status, answer.body]).toEqual([401, EXPIRED]);
    const setup = openPasskeyBrowser(testApp, await testApp.user());
    const { challenge } = (await setup.post('/api/user/passkeys/options')).body;
    const misused = { credential: authenticator.get({ challenge }) };
    expect((await setup.post('/api/login/passkey/verify', misused)).body).toEqual(EXPIRED);
    expect(await other.isSignedIn()).toBe(false);
  });

  test('another origin, host, key, account or user verification left out is refused', async ({ testApp }) => {
    const [person, victim] = [await testApp.user(), await testApp.user()];
    const { authenticator } = await addPasskey(testApp, person);
    const { authenticator: victims } = await addPasskey(testApp, victim);
    const browser = openPasskeyBrowser(testApp);
    const attempt = async (
      change: (signed: ReturnType<typeof authenticator.get>, challenge: string) => unknown,
    ) => {
      const { challenge } = (await browser.post('/api/login/passkey/options')).body;
      const credential = change(authenticator.get({ challenge }), challenge);
      return (await browser.post('/api/login/passkey/verify', { credential })).body;
    };
    const id = victims.id.toString('base64url');
    const userHandle = victims.userHandle;
    expect(
      await attempt((_, challenge) => authenticator.get({ challenge, origin: 'https://a.test' })),
    ).toEqual(REFUSED);
    expect(await attempt((_, challenge) => authenticator.get({ challenge, rpId: 'a.test' }))).toEqual(
      REFUSED,
    );
    expect(await attempt((signed) => ({ ...signed, id, rawId: id }))).toEqual(REFUSED);
    expect(await attempt((signed) => ({ ...signed, response: { ...signed.response, userHandle } }))).toEqual(
      REFUSED,
    );
    expect(
      await attempt((signed) => ({ ...signed, response: { ...signed.response, signature: 'AAAA' } })),
    ).toEqual(REFUSED);
    authenticator.verifiesUser = false;
    expect(await attempt((signed) => signed)).toEqual(REFUSED);
    expect(await browser.isSignedIn()).toBe(false);
    for (const user of [person, victim])
      expect((await user.get('/api/user/passkeys')).body).toMatchObject([{ isDisabled: false }]);
  });

  test('failures use up the limits of sign-in', async ({ testApp }) => {
    const person = await testApp.user();
    const { authenticator } = await addPasskey(testApp, person);
    const browser = openPasskeyBrowser(testApp);
    authenticator.verifiesUser = false;
    for (let failure = 0; failure < 10; failure += 1)
      expect((await browser.signIn(authenticator)).status).toBe(401);
    authenticator.verifiesUser = true;
    expect((await browser.signIn(authenticator)).status).toBe(429);
    testApp.advanceClock(15 * MINUTE);
    expect((await browser.signIn(authenticator)).status).toBe(200);
  });

  test('a counter that went back disables the passkey, which stays a factor', async ({ testApp }) => {
    const person = await testApp.user();
    const { authenticator, recoveryCodes } = await addPasskey(testApp, person);
    const browser = openPasskeyBrowser(testApp);
    expect((await browser.signIn(authenticator)).status).toBe(200);
    await browser.client.post('/api/logout');
    authenticator.counter = 0;
    const position = await findLastPosition(testApp);
    const cloned = await browser.signIn(authenticator);
    expect([cloned.status, cloned.body]).toEqual([401, DISABLED]);
    authenticator.counter = 50;
    expect((await browser.signIn(authenticator)).body).toEqual(DISABLED);
    expect(await browser.isSignedIn()).toBe(false);
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ action }) => action === 'user.disable-passkey')).toMatchObject([
      {
        object: `user ${person.id} ${person.username}`,
        details: { passkey: 'Laptop', counter: 1, expectedAbove: 1 },
      },
    ]);
    expect((await person.get('/api/user/passkeys')).body).toMatchObject([{ isDisabled: true }]);
    const password = openBrowser(testApp);
    expect((await password.signIn(person.username)).body.code).toBe('second-factor');
    expect((await password.enterCode(recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('an authenticator that does not count signs in again and again', async ({ testApp }) => {
    const person = await testApp.user();
    const { authenticator } = await addPasskey(testApp, person);
    authenticator.countsBy = 0;
    const browser = openPasskeyBrowser(testApp);
    for (const status of [200, 200]) expect((await browser.signIn(authenticator)).status).toBe(status);
  });

  test('the passkey of a deleted account signs nobody in', async ({ testApp }) => {
    const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const { authenticator } = await addPasskey(testApp, person);
    expect((await administrator.delete(`/api/admin/users/${person.id}`)).status).toBe(200);
    expect((await openPasskeyBrowser(testApp).signIn(authenticator)).body).toEqual(REFUSED);
  });
});

describe('POST /api/user/reauthenticate with a passkey', () => {
  test('proves the identity of its owner only', async ({ testApp }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const { id, authenticator } = await addPasskey(testApp, person);
    const { authenticator: others } = await addPasskey(testApp, other);
    const browser = openPasskeyBrowser(testApp, person);
    testApp.advanceClock(10 * MINUTE);
    const prove = async (key: typeof others) =>
      browser.post('/api/user/reauthenticate', { passkey: await browser.sign(key) });
    expect((await prove(others)).body).toEqual(REFUSED);
    expect((await person.delete(`/api/user/passkeys/${id}`)).body.code).toBe('reauthenticate');
    expect((await prove(authenticator)).status).toBe(200);
    expect((await person.delete(`/api/user/passkeys/${id}`)).status).toBe(200);
    const both = { password: 'x', code: '123456' };
    expect((await person.post('/api/user/reauthenticate', both)).status).toBe(400);
  });
});

test('a passkey fulfils the requirement of a second factor', async ({ testApp }) => {
  const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  await setUpFactor(testApp, administrator);
  const settings = '/api/admin/sign-in-settings';
  await administrator.patch(settings, { requireSecondFactor: 'everybody' });
  const { client, signIn } = openBrowser(testApp);
  expect((await signIn(person.username)).body.mustSetUpFactor).toBe(true);
  const { authenticator } = await addPasskey(testApp, client);
  expect((await client.get('/api/folders')).status).toBe(200);
  const answer = await openPasskeyBrowser(testApp).signIn(authenticator);
  expect([answer.status, answer.body.mustSetUpFactor]).toEqual([200, undefined]);
  await administrator.patch(settings, { requireSecondFactor: 'nobody' });
});

const atAddress = testWith({ config: { publicUrl: 'http://192.0.2.10:3000' } });
atAddress('without https and a host name there are no passkeys', async ({ testApp }) => {
  const person = await testApp.user();
  const refusal = {
    error: 'Passkeys need https and a host name. Ask your administrator.',
    code: 'conflict',
  };
  expect((await person.post('/api/user/passkeys/options')).body).toEqual(refusal);
  expect((await testApp.anonymous.post('/api/login/passkey/options')).body).toEqual(refusal);
  expect((await testApp.anonymous.get('/api/system-settings/public')).body).toMatchObject({
    passkeyOrigin: null,
    passkeySignIn: false,
  });
});
