import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { SoftwareAuthenticator } from '#server/testing/sign-in/software-authenticator.ts';
import { openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { addPasskey, openPasskeyBrowser } from '#server/testing/sign-in/with-passkey.ts';
import { test } from '#server/testing/test-app.ts';

const MINUTE = 60_000;

describe('adding a passkey', () => {
  test('the first one brings recovery codes, ends other sessions and makes the password alone too little', async ({
    testApp,
  }) => {
    const person = await testApp.user();
    const other = openBrowser(testApp);
    await other.signIn(person.username);
    const { id, recoveryCodes } = await addPasskey(testApp, person, '  My laptop ');
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await person.get('/api/user/passkeys')).body).toMatchObject([
      { id, name: 'My laptop', lastUsedAt: null, isDisabled: false },
    ]);
    expect(await other.isSignedIn()).toBe(false);
    expect((await person.get('/api/user/sessions')).body).toMatchObject([{ assurance: 'passkey' }]);
    expect((await other.signIn(person.username)).body).toEqual({
      error: 'Use your passkey, or enter a recovery code.',
      code: 'second-factor',
    });
    expect((await other.enterCode(recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await person.get('/api/user/recovery-codes')).body).toEqual({ left: 9 });
    const second = await addPasskey(testApp, person, 'Phone');
    expect(second.recoveryCodes).toBeUndefined();
    expect(await other.isSignedIn()).toBe(true);
  });

  test('it needs a recent proof, and a challenge of this browser, account and purpose, which counts once', async ({
    testApp,
  }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const authenticator = new SoftwareAuthenticator('http://localhost:3000');
    const [browser, others] = [openPasskeyBrowser(testApp, person), openPasskeyBrowser(testApp, other)];
    const add = (credential: unknown, by = browser) =>
      by.post('/api/user/passkeys/verify', { name: 'Key', credential });
    const { challenge } = (await browser.post('/api/user/passkeys/options')).body;
    const credential = authenticator.create({ challenge });
    const expired = { error: 'The sign-in has expired. Please start again.', code: 'unauthenticated' };
    expect((await add(credential, others)).body).toEqual(expired);
    others.challengeCookie = browser.challengeCookie;
    expect((await add(credential, others)).body).toEqual(expired);
    expect((await add(credential)).body).toEqual(expired);

    const signIn = await browser.post('/api/login/passkey/options');
    expect((await add(authenticator.create(signIn.body))).body).toEqual(expired);
    testApp.advanceClock(10 * MINUTE);
    expect((await browser.post('/api/user/passkeys/options')).body.code).toBe('reauthenticate');
  });

  test.for([
    ['of another origin', { origin: 'https://elsewhere.test' }, 'none', true],
    ['for another host', { rpId: 'elsewhere.test' }, 'none', true],
    ['without verification of the user', {}, 'none', false],
    ['with an attestation that names certificates', {}, 'fido-u2f', true],
  ] as const)('a key %s is refused', async ([, spoiled, format, verifiesUser], { testApp }) => {
    const person = await testApp.user();
    const browser = openPasskeyBrowser(testApp, person);
    const authenticator = new SoftwareAuthenticator('http://localhost:3000');
    authenticator.verifiesUser = verifiesUser;
    const { challenge } = (await browser.post('/api/user/passkeys/options')).body;
    const credential = authenticator.create({ challenge, ...spoiled }, format);
    const answer = await browser.post('/api/user/passkeys/verify', { name: 'Key', credential });
    expect([answer.status, answer.body.error]).toEqual([400, 'The passkey could not be added. Try again.']);
    expect((await person.get('/api/user/passkeys')).body).toEqual([]);
  });

  test('nobody has more than 20, and one key belongs to one account', async ({ testApp }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const { authenticator } = await addPasskey(testApp, person);
    const browser = openPasskeyBrowser(testApp, other);
    const options = (await browser.post('/api/user/passkeys/options')).body;
    const answer = await browser.post('/api/user/passkeys/verify', {
      name: 'Key',
      credential: authenticator.create(options),
    });
    expect([answer.status, answer.body.error]).toEqual([409, 'This passkey was added before.']);
    for (let count = 1; count < 20; count += 1) await addPasskey(testApp, person);
    const full = await openPasskeyBrowser(testApp, person).post('/api/user/passkeys/options');
    expect(full.body.error).toBe('You can have at most 20 passkeys. Remove one first.');
  });
});

describe('managing passkeys', () => {
  test('their owner renames and removes them, nobody else, and it is recorded', async ({ testApp }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const { id } = await addPasskey(testApp, person);
    const path = `/api/user/passkeys/${id}`;
    const position = await findLastPosition(testApp);
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect((await person.patch(path, { name: ' ' })).body.fields).toEqual({ name: 'Enter a name.' });
    expect((await person.patch(path, { name: 'Work laptop' })).body).toMatchObject({
      id,
      name: 'Work laptop',
    });
    expect((await person.delete(path)).status).toBe(200);
    expect((await person.delete(path)).status).toBe(404);
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ result }) => result === 'done')).toMatchObject([
      { action: 'user.rename-passkey', details: { from: 'Laptop', to: 'Work laptop' } },
      { action: 'user.remove-passkey', details: { passkey: 'Work laptop' } },
    ]);
  });

  test('the recovery codes end with the last factor, not before', async ({ testApp }) => {
    const person = await testApp.user();
    const { id } = await addPasskey(testApp, person);
    const { factorId } = await setUpFactor(testApp, person);
    expect((await person.delete(`/api/user/factors/${factorId}`)).status).toBe(200);
    expect((await person.get('/api/user/recovery-codes')).body).toEqual({ left: 10 });
    expect((await openBrowser(testApp).signIn(person.username)).body.code).toBe('second-factor');
    testApp.advanceClock(10 * MINUTE);
    expect((await person.delete(`/api/user/passkeys/${id}`)).body.code).toBe('reauthenticate');
    await person.post('/api/user/reauthenticate', { password: PASSWORD });
    expect((await person.delete(`/api/user/passkeys/${id}`)).status).toBe(200);
    expect((await person.get('/api/user/recovery-codes')).body).toEqual({ left: 0 });
    expect((await openBrowser(testApp).signIn(person.username)).status).toBe(200);
    expect((await person.post('/api/user/recovery-codes')).status).toBe(409);
  });

  test('new recovery codes end the old ones and need a recent proof', async ({ testApp }) => {
    const person = await testApp.user();
    const { recoveryCodes: old } = await addPasskey(testApp, person);
    const fresh = (await person.post('/api/user/recovery-codes')).body.recoveryCodes;
    const browser = openBrowser(testApp);
    await browser.signIn(person.username);
    expect((await browser.enterCode(old[0] ?? '')).status).toBe(401);
    expect((await browser.enterCode(fresh[0])).status).toBe(200);
    testApp.advanceClock(10 * MINUTE);
    expect((await person.post('/api/user/recovery-codes')).body.code).toBe('reauthenticate');
  });

  test('an administrator removes lost passkeys with all factors', async ({ testApp }) => {
    const [administrator, person] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const { authenticator } = await addPasskey(testApp, person);
    expect((await administrator.delete(`/api/admin/users/${person.id}/factors`)).status).toBe(200);
    expect((await openPasskeyBrowser(testApp).signIn(authenticator)).status).toBe(401);
    expect((await openBrowser(testApp).signIn(person.username)).status).toBe(200);
  });
});
