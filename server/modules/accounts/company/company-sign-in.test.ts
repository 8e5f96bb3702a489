import { describe, expect, onTestFinished, test } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import type { TestIssuer } from '#server/testing/fakes/test-issuer.ts';
import { openCompany } from '#server/testing/sign-in/open-company.ts';
import { openCompanyBrowser } from '#server/testing/sign-in/through-company.ts';
import { codeOf, setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { openTestApp, type TestApp, test as withoutCompany } from '#server/testing/test-app.ts';

const SETTINGS = '/api/admin/sign-in-settings';
const NO_ACCESS = { error: 'Your account has no access. Ask your administrator.', code: 'forbidden' };
const FAILED = { error: 'The sign-in with Acme failed.', code: 'unauthenticated' };
const EXPIRED = { error: 'The sign-in has expired. Please start again.', code: 'unauthenticated' };

test('another site cannot start a sign-in: its visitors get the sign-in page', async () => {
  const { testApp } = await openCompany();
  const start = (site: string) =>
    testApp.anonymous.send({
      method: 'GET',
      url: '/api/oidc/start?returnTo=/folder/7',
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
    });
  for (const site of ['cross-site', 'same-site']) {
    const { status, headers } = await start(site);
    expect([status, headers['location'], headers['set-cookie']]).toEqual([
      303,
      '/auth?next=%2Ffolder%2F7',
      undefined,
    ]);
  }
  // Opens it from the sign-in page, and as a bookmark.
  for (const site of ['same-origin', 'none'])
    expect((await start(site)).headers['location']).toContain('response_type=code');
});

describe('accounts of the company', () => {
  test('a new person gets an account without a password, and the same one the next time', async () => {
    const { testApp, configure, signIn } = await openCompany();
    const position = await findLastPosition(testApp);
    const person = { sub: 'ann', email: 'Ann@acme.test', preferred_username: 'ann.smith' };
    const { browser, answer } = await signIn(person);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/folder/7']);
    expect(String(answer.headers['cache-control'])).toBe('no-store');
    const { body } = await browser.client.get('/api/user');
    expect(body).toMatchObject({ username: 'ann.smith', email: 'Ann@acme.test', hasPassword: false });
    expect((await browser.client.get('/api/user/sessions')).body).toMatchObject([{ assurance: 'oidc' }]);
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ result }) => result === 'done').map(({ action }) => action)).toEqual([
      'user.create',
      'user.link-company',
      'session.sign-in',
    ]);
    for (const password of ['', PASSWORD, 'company:'])
      expect(
        (await testApp.anonymous.post('/api/login', { username: 'ann.smith', password })).status,
      ).not.toBe(200);
    await configure({ companyCreatesAccounts: false });
    const again = await signIn({ ...person, email: 'ann.jones@acme.test' });
    expect((await again.browser.client.get('/api/user')).body.id).toBe(body.id);
    const namesake = await signIn({ ...person, sub: 'other' });
    expect((await namesake.browser.client.get('/api/user')).body.id).toBe(body.id);
    await configure({ companyCreatesAccounts: true });
    const third = await signIn({ ...person, sub: 'third', email: 'third@acme.test' });
    expect((await third.browser.client.get('/api/user')).body.username).toBe('ann.smith2');
  });

  test('a domain that is not listed, an unverified or missing address and a missing account have no access', async () => {
    const { configure, signIn } = await openCompany();
    const refused = async (person: object) => {
      const { answer, browser } = await signIn({ sub: 'new', ...person });
      expect([answer.status, answer.body]).toEqual([403, NO_ACCESS]);
      expect(await browser.isSignedIn()).toBe(false);
    };
    await refused({ email: 'a@elsewhere.test' });
    await refused({ email: 'a@sub.acme.test' });
    await refused({ email: 'a@acme.test@elsewhere.test' });
    await refused({ email: 'a@acme.test', email_verified: false });
    await refused({ email: 'a@acme.test', email_verified: 'true' });
    await refused({});
    await configure({ companyCreatesAccounts: false });
    await refused({ email: 'a@acme.test' });
    await configure({ companyCreatesAccounts: true });
    expect((await signIn({ sub: 'new', email: 'a@acme.test' })).answer.status).toBe(303);
    await configure({ companyDomains: [] });
    await refused({ email: 'a@acme.test' });
  });

  test('an account with a password is linked by proving it once, within the limits of sign-in', async () => {
    const { testApp, configure, signIn } = await openCompany();
    await configure({ companyDomains: ['example.test'] });
    const owner = await testApp.user();
    const person = { sub: 'owner', email: owner.email, email_verified: false };
    const { browser, answer } = await signIn(person);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/auth?step=link&next=%2Ffolder%2F7']);
    expect(await browser.isSignedIn()).toBe(false);
    const link = (password: string, by = browser) => by.post('/api/oidc/link', { password });
    expect((await link(PASSWORD, openCompanyBrowser(testApp))).body).toEqual(EXPIRED);
    const wrong = await link('not the password');
    expect([wrong.status, wrong.body.error]).toEqual([401, 'Wrong password.']);
    const right = await link(PASSWORD);
    expect([right.status, right.body.id]).toEqual([200, owner.id]);
    expect(await browser.isSignedIn()).toBe(true);
    expect((await link(PASSWORD)).body).toEqual(EXPIRED);
    expect((await signIn(person)).answer.headers['location']).toBe('/folder/7');

    const other = await testApp.user();
    const { browser: guessing } = await signIn({ sub: 'guesser', email: other.email });
    for (let failure = 0; failure < 10; failure += 1)
      expect((await link('not the password', guessing)).status).toBe(401);
    expect((await link(PASSWORD, guessing)).status).toBe(429);
  });

  test('the company takes the place of the password, not of a second factor', async () => {
    const { testApp, configure, signIn } = await openCompany();
    await configure({ companyDomains: ['example.test'] });
    const owner = await testApp.user();
    const { secret } = await setUpFactor(testApp, owner);
    const { browser } = await signIn({ sub: 'owner', email: owner.email });
    const linked = await browser.post('/api/oidc/link', { password: PASSWORD });
    expect([linked.status, linked.body.code]).toEqual([401, 'second-factor']);
    expect(await browser.isSignedIn()).toBe(false);
    const next = await signIn({ sub: 'owner', email: owner.email });
    expect(next.answer.headers['location']).toBe('/auth?step=code&next=%2Ffolder%2F7');
    expect(await next.browser.isSignedIn()).toBe(false);
    const code = codeOf(testApp, secret);
    expect((await next.browser.post('/api/login/second-factor', { code })).status).toBe(200);
    expect(await next.browser.isSignedIn()).toBe(true);
  });

  test('a claim makes administrators and takes the rights from accounts of the company', async () => {
    const { configure, signIn } = await openCompany();
    await configure({ companyAdminClaim: 'groups=room-admins' });
    const isAdmin = async (groups: unknown) => {
      const { browser } = await signIn({ sub: 'ann', email: 'ann@acme.test', groups });
      return (await browser.client.get('/api/user')).body.isAdmin;
    };
    expect(await isAdmin(['staff'])).toBe(false);
    expect(await isAdmin('room-admins-not')).toBe(false);
    expect(await isAdmin(['staff', 'room-admins'])).toBe(true);
    expect(await isAdmin(undefined)).toBe(false);
    expect((await configure({ companyAdminClaim: 'groups' })).status).toBe(400);
  });

  test('a deleted account signs nobody in', async () => {
    const { administrator, configure, signIn } = await openCompany();
    const { browser } = await signIn({ sub: 'ann', email: 'ann@acme.test' });
    const { id } = (await browser.client.get('/api/user')).body;
    expect((await administrator.delete(`/api/admin/users/${id}`)).status).toBe(200);
    await configure({ companyCreatesAccounts: false });
    expect((await signIn({ sub: 'ann', email: 'ann@acme.test' })).answer.body).toEqual(NO_ACCESS);
  });
});

const now = () => Math.floor(Date.now() / 1000);

test('nobody signs in with any claim, signature or answer spoiled, nor twice with the same answer', async () => {
  const { testApp, issuer, signIn } = await openCompany();
  const person = { sub: 'ann', email: 'ann@acme.test' };
  const spoiled: readonly TestIssuer['spoiled'][] = [
    { claims: { iss: 'https://elsewhere.test' } },
    { claims: { aud: 'another client' } },
    { claims: { aud: ['muniment', 'another client'], azp: 'another client' } },
    { claims: { nonce: 'another nonce' } },
    { claims: { nonce: undefined } },
    { claims: { exp: now() - 120 } },
    { claims: { sub: undefined } },
    { foreignKey: true },
    { unsigned: true },
    { unsigned: true, header: { alg: 'none' } },
    { header: { alg: 'HS256' } },
    { status: 400 },
  ];
  for (const each of spoiled) {
    issuer.spoiled = each;
    const { answer, browser } = await signIn(person);
    expect([each, answer.status, answer.body]).toEqual([each, 401, FAILED]);
    expect(await browser.isSignedIn()).toBe(false);
  }
  issuer.spoiled = {};
  const [browser, other] = [openCompanyBrowser(testApp), openCompanyBrowser(testApp)];
  const attempt = async (change: (query: Record<string, string>) => Record<string, string>) =>
    (await browser.comeBack(change(issuer.authorize(await browser.start())))).body;
  expect(await attempt((query) => ({ ...query, state: 'another state' }))).toEqual(FAILED);
  expect(await attempt((query) => ({ ...query, iss: 'https://elsewhere.test' }))).toEqual(FAILED);
  expect(await attempt(({ iss: _, ...query }) => query)).toEqual(FAILED);
  expect(await attempt(({ code: _, ...query }) => ({ ...query, error: 'access_denied' }))).toEqual(FAILED);
  const mixedUp = issuer.authorize(await other.start());
  await browser.start();
  expect((await browser.comeBack(mixedUp)).body).toEqual(FAILED);
  expect((await openCompanyBrowser(testApp).comeBack(mixedUp)).body).toEqual(EXPIRED);

  const query = issuer.authorize(await browser.start());
  const copied = new Map(browser.cookies);
  expect((await browser.comeBack(query)).status).toBe(303);
  for (const [name, value] of copied) browser.cookies.set(name, value);
  expect((await browser.comeBack(query)).body).toEqual(EXPIRED);
  const late = issuer.authorize(await other.start());
  testApp.advanceClock(15 * 60_000);
  expect((await other.comeBack(late)).body).toEqual(EXPIRED);
});

test('browsers come back to pages of this server only, and see problems on the sign-in page', async () => {
  const { testApp, issuer } = await openCompany();
  issuer.person = { sub: 'ann', email: 'ann@acme.test', email_verified: true };
  const openedAfter = async (returnTo: string) => {
    const browser = openCompanyBrowser(testApp);
    const query = issuer.authorize(await browser.start(`?returnTo=${encodeURIComponent(returnTo)}`));
    return (await browser.comeBack(query)).headers['location'];
  };
  expect(await openedAfter('/search?query=lease#2')).toBe('/search?query=lease#2');
  for (const path of ['//a.test', '/\\a.test', 'https://a.test', 'javascript:1', '/api/logout', '/\t/a.test'])
    expect([path, await openedAfter(path)]).toEqual([path, '/']);
  const browser = openCompanyBrowser(testApp);
  const problem = await browser.comeBack({ code: 'x' }, { accept: 'text/html' });
  expect([problem.status, problem.headers['location']]).toEqual([303, '/auth?problem=expired']);
});

test('while the provider is down the sign-in reports it, and passwords continue to work', async () => {
  const { testApp, issuer } = await openCompany();
  const person = await testApp.user();
  const browser = openCompanyBrowser(testApp);
  const query = issuer.authorize(await browser.start());
  const DOWN = { error: 'Acme cannot be reached. Sign in with your password.', code: 'unavailable' };
  issuer.spoiled = { status: 502 };
  const failing = await browser.comeBack(query);
  expect([failing.status, failing.body]).toEqual([503, DOWN]);
  const fresh = await openTestApp({
    config: {
      identityProvider: { issuer: 'http://127.0.0.1:9', clientId: 'muniment', clientSecret: 'secret' },
    },
  });
  onTestFinished(() => fresh.close());
  const unreachable = await fresh.anonymous.get('/api/oidc/start');
  expect([unreachable.status, unreachable.body.error]).toEqual([
    503,
    'your company cannot be reached. Sign in with your password.',
  ]);
  const login = { username: person.username, password: PASSWORD };
  expect((await testApp.anonymous.post('/api/login', login)).status).toBe(200);
});

test('a sign-in long ago at the provider proves nothing, and one asked for anew does', async () => {
  const { testApp, issuer, signIn } = await openCompany();
  const factors = async (browser: { client: TestApp['anonymous'] }) =>
    (await browser.client.post('/api/user/factors')).status;
  const person = { sub: 'ann', email: 'ann@acme.test' };
  expect(await factors((await signIn(person)).browser)).toBe(403);
  expect(await factors((await signIn({ ...person, auth_time: now() - 3600 })).browser)).toBe(403);
  const browser = openCompanyBrowser(testApp);
  const address = await browser.start('?again=true');
  expect(new URL(address).searchParams.get('prompt')).toBe('login');
  issuer.person = { ...issuer.person, auth_time: now() - 3600 };
  expect((await browser.comeBack(issuer.authorize(address))).body).toEqual(FAILED);
  issuer.person = { ...issuer.person, auth_time: now() };
  await browser.comeBack(issuer.authorize(await browser.start('?again=true')));
  expect(await factors(browser)).toBe(201);
});

withoutCompany('without a provider there is no such sign-in', async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  expect((await administrator.get(SETTINGS)).body.companyIssuer).toBeNull();
  expect((await testApp.anonymous.get('/api/system-settings/public')).body.companySignIn).toBeNull();
  expect((await testApp.anonymous.get('/api/oidc/start')).status).toBe(404);
});
