import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { codeOf, openBrowser, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { testInParallel as test } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const INVALID = { error: 'The code is not valid. Check the time on your device.', code: 'unauthenticated' };
const EXPIRED = { error: 'The sign-in has expired. Please start again.', code: 'unauthenticated' };

describe('setting up an authenticator app', () => {
  test('setting up an authenticator app counts after its first code, shows ten recovery codes and ends the other sessions', async ({
    testApp,
  }) => {
    const person = await testApp.user();
    const other = openBrowser(testApp);
    await other.signIn(person.username);
    const { id, secret, uri } = (await person.post('/api/user/factors')).body;
    expect(uri).toContain(`secret=${secret}`);
    expect((await person.get('/api/user/factors')).body).toEqual([]);
    const confirm = (code: string) => person.post(`/api/user/factors/${id}/confirm`, { code });
    const wrong = await confirm(codeOf(testApp, secret, 10 * MINUTE));
    expect([wrong.status, wrong.body]).toEqual([401, INVALID]);
    const { body } = await confirm(codeOf(testApp, secret));
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(body.recoveryCodes[0]).toMatch(/^(?:[0-9a-z]{4}-){5}[0-9a-z]{4}$/);
    expect((await person.get('/api/user/factors')).body).toMatchObject([
      { id, kind: 'totp', recoveryCodesLeft: 10 },
    ]);
    expect(await other.isSignedIn()).toBe(false);
    expect((await person.get('/api/user/sessions')).body).toMatchObject([{ assurance: 'second-factor' }]);
    expect((await confirm(codeOf(testApp, secret))).status).toBe(404);
    expect((await person.post('/api/user/factors')).status).toBe(409);
  });

  test('nobody confirms or removes the app of another user', async ({ testApp }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const { id, secret } = (await person.post('/api/user/factors')).body;
    const code = codeOf(testApp, secret);
    expect((await other.post(`/api/user/factors/${id}/confirm`, { code })).status).toBe(404);
    expect((await person.post(`/api/user/factors/${id}/confirm`, { code })).status).toBe(200);
    expect((await other.delete(`/api/user/factors/${id}`)).status).toBe(404);
  });

  test('the database contains neither the secret nor a recovery code', async ({ testApp }) => {
    const person = await testApp.user();
    const { secret, recoveryCodes } = await setUpFactor(testApp, person);
    const { db } = testApp.server.services;
    const factors = await db.selectFrom('factors').selectAll().where('user_id', '=', person.id).execute();
    const codes = await db.selectFrom('recovery_codes').selectAll().execute();
    const stored =
      factors.map((row) => row.encrypted_secret.toString('latin1')).join() + JSON.stringify(codes);
    expect(factors).toHaveLength(1);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  test('it and its removal need a proof of identity from the last ten minutes', async ({ testApp }) => {
    const person = await testApp.user();
    testApp.advanceClock(10 * MINUTE);
    const refused = await person.post('/api/user/factors');
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthenticate']);
    const wrong = await person.post('/api/user/reauthenticate', { password: 'not the password' });
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'The password is wrong.' }]);
    const until = new Date(testApp.server.services.now() + 10 * MINUTE).toISOString();
    expect((await person.post('/api/user/reauthenticate', { password: PASSWORD })).body).toEqual({ until });
    const { factorId, secret } = await setUpFactor(testApp, person);
    testApp.advanceClock(10 * MINUTE);
    expect((await person.delete(`/api/user/factors/${factorId}`)).body.code).toBe('reauthenticate');
    const code = codeOf(testApp, secret);
    expect((await person.post('/api/user/reauthenticate', { code })).status).toBe(200);
    expect((await person.post('/api/user/reauthenticate', { code })).status).toBe(401);
    expect((await person.delete(`/api/user/factors/${factorId}`)).status).toBe(200);
    const browser = openBrowser(testApp);
    expect((await browser.signIn(person.username)).status).toBe(200);
  });
});

describe('POST /api/login/second-factor', () => {
  test('a right password alone gives no session, and the code completes the sign-in', async ({ testApp }) => {
    const person = await testApp.user();
    const { secret } = await setUpFactor(testApp, person);
    const position = await findLastPosition(testApp);
    const browser = openBrowser(testApp);
    const first = await browser.signIn(person.username);
    expect([first.status, first.body]).toEqual([
      401,
      { error: 'Enter the code from your authenticator app.', code: 'second-factor' },
    ]);
    expect(String(first.headers['set-cookie'])).toMatch(
      /^muniment_challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await browser.isSignedIn()).toBe(false);
    const { status, body } = await browser.enterCode(codeOf(testApp, secret));
    expect([status, body.username]).toEqual([200, person.username]);
    expect(await browser.isSignedIn()).toBe(true);
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ result }) => result === 'done')).toMatchObject([
      { actor: person.username, action: 'session.sign-in', details: { assurance: 'second-factor' } },
    ]);
  });

  test('a recovery code works once, however it is typed, and is recorded', async ({ testApp }) => {
    const person = await testApp.user();
    const { recoveryCodes } = await setUpFactor(testApp, person);
    const browser = openBrowser(testApp);
    await browser.signIn(person.username);
    const code = recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const position = await findLastPosition(testApp);
    expect((await browser.enterCode(code)).status).toBe(200);
    expect(await listAuditEvents(testApp, position)).toMatchObject([
      { action: 'session.sign-in' },
      { action: 'user.recovery-code', details: { left: 9 } },
    ]);
    await browser.signIn(person.username);
    expect((await browser.enterCode(code)).body).toEqual(INVALID);
  });

  test('wrong codes use up the limit, which a right password does not reset', async ({ testApp }) => {
    const person = await testApp.user();
    const { secret } = await setUpFactor(testApp, person);
    const browser = openBrowser(testApp);
    for (let failure = 0; failure < 10; failure += 1) {
      await browser.signIn(person.username);
      expect((await browser.enterCode('000000')).body).toEqual(INVALID);
    }
    expect((await browser.signIn(person.username)).status).toBe(401);
    expect((await browser.enterCode(codeOf(testApp, secret))).status).toBe(429);
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.get('/api/admin/sign-in-limits')).body).toMatchObject([
      { username: person.username, scope: 'network', failures: 10 },
    ]);
    await administrator.delete(`/api/admin/users/${person.id}/sign-in-limits`);
    expect((await browser.enterCode(codeOf(testApp, secret))).status).toBe(200);
  });

  test('of two browsers that enter the same code at once, one is signed in', async ({ testApp }) => {
    const person = await testApp.user();
    const { secret } = await setUpFactor(testApp, person);
    const browsers = [openBrowser(testApp), openBrowser(testApp, '192.0.2.2')];
    for (const browser of browsers) await browser.signIn(person.username);
    const code = codeOf(testApp, secret);
    const answers = await Promise.all(browsers.map((browser) => browser.enterCode(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a challenge is void without a cookie, when used, after five minutes and a new password', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const person = await testApp.user();
    const { secret } = await setUpFactor(testApp, person);
    const browser = openBrowser(testApp);
    expect((await browser.enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);
    await browser.signIn(person.username);
    const copied = new Map(browser.cookies);
    expect((await openBrowser(testApp).enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);
    expect((await browser.enterCode(codeOf(testApp, secret))).status).toBe(200);
    testApp.advanceClock(MINUTE);
    for (const [name, value] of copied) browser.cookies.set(name, value);
    expect((await browser.enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);

    await browser.signIn(person.username);
    testApp.advanceClock(5 * MINUTE);
    expect((await browser.enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);

    await browser.signIn(person.username);
    const newPassword = 'another good password';
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect(
      (
        await person.send({
          method: 'PATCH',
          url: '/api/user/password',
          payload: change,
        })
      ).status,
    ).toBe(200);
    expect((await browser.enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);
    expect((await person.get('/api/user/sessions')).body).toMatchObject([{ assurance: 'second-factor' }]);
  });

  test('a challenge is void after all sessions were ended', { tags: ['sqlite'] }, async ({ testApp }) => {
    const person = await testApp.user();
    const { secret } = await setUpFactor(testApp, person);
    const browser = openBrowser(testApp);
    await browser.signIn(person.username);
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.post('/api/admin/sessions/end-all')).status).toBe(200);
    expect((await browser.enterCode(codeOf(testApp, secret))).body).toEqual(EXPIRED);
    await browser.signIn(person.username);
    expect((await browser.enterCode(codeOf(testApp, secret))).status).toBe(200);
  });
});
