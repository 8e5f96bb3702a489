import { expect } from 'vitest';
import { PASSWORD as OWNER_PASSWORD } from '#server/testing/factories.ts';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });
const DAY_MS = 86_400_000;
const PASSWORD = 'open sesame';
const ALL_STEPS = ['password', 'email', 'code', 'terms'];
const INCOMPLETE = { error: 'Complete all steps first.', code: 'conflict' };

let people = 0;

async function openLink(testApp: TestApp, settings: object = {}) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const terms = (await owner.post('/api/terms', { name: 'NDA', text: 'Version 1' })).body;
  const { body: link } = await owner.post('/api/links', {
    name: 'L',
    targets: [{ kind: 'folder', id: folder.id }],
    settings: { requireCode: true, password: PASSWORD, termsId: terms.id, rememberDays: 7, ...settings },
  });
  return { owner, folder, terms, link, url: `/api/links/${link.id}` };
}

async function acceptTerms(browser: LinkBrowser) {
  const { versionId } = (await browser.page()).body.terms;
  return browser.submit('terms', { termsVersionId: versionId });
}

/** Completes every step in a new browser and enters. */
async function enter(testApp: TestApp, link: { url: string }) {
  people += 1;
  const browser = openAccessPage(testApp.server, link.url, `10.77.${people}.1`);
  const email = `guest-${people}@example.test`;
  await browser.submit('password', { password: PASSWORD });
  await browser.submit('email', { email });
  await browser.submit('code', { code: await receiveCode(testApp, browser) });
  await acceptTerms(browser);
  expect((await browser.submit('enter')).status).toBe(200);
  return { browser, email };
}

/** Ends the session as time or a closed browser does; what the link remembers stays. */
function endSession(browser: LinkBrowser): void {
  browser.cookie = undefined;
}

const remaining = async (browser: LinkBrowser): Promise<string[]> => (await browser.page()).body.steps;

test('a browser that completed the steps enters again without them, as the same person, and only itself', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, folder, link, url } = await openLink(testApp);
  const { browser, email } = await enter(testApp, link);
  const first = browser.deviceCookie;
  expect(first).toMatch(/^muniment_link_device_[0-9a-f]{12}=[\w-]{43}$/);
  endSession(browser);
  expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
  expect((await browser.page()).body).toMatchObject({ steps: [], email });
  expect((await browser.submit('enter')).status).toBe(200);
  expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
  expect((await owner.get(`${url}/visitors`)).body).toMatchObject([{ email, visits: 2, verified: true }]);

  // The token is used up by each visit: a copy of it, in the same browser or another one, is worth nothing.
  expect(browser.deviceCookie).not.toBe(first);
  const thief = openAccessPage(testApp.server, link.url, '10.77.200.1');
  thief.deviceCookie = first;
  expect(await remaining(thief)).toEqual(ALL_STEPS);
  expect((await thief.submit('enter')).body).toEqual(INCOMPLETE);
  const other = await owner.post('/api/links', {
    name: 'Other',
    targets: [{ kind: 'folder', id: folder.id }],
  });
  const elsewhere = openAccessPage(testApp.server, other.body.url, '10.77.201.1');
  elsewhere.deviceCookie = browser.deviceCookie;
  expect((await elsewhere.submit('enter')).body).toEqual(INCOMPLETE);
  // Tries it under the name of the other link's cookie too.
  const name = `muniment_link_device_${'0'.repeat(12)}`;
  elsewhere.deviceCookie = `${name}=${browser.deviceCookie?.split('=')[1]}`;
  expect((await elsewhere.submit('enter')).body).toEqual(INCOMPLETE);
});

test('two requests with one token admit once', async ({ testApp }) => {
  const { link } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  endSession(browser);
  const copy = openAccessPage(testApp.server, link.url, '10.77.202.1');
  copy.deviceCookie = browser.deviceCookie;
  const answers = await Promise.all([browser.submit('enter'), copy.submit('enter')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

const CHANGES = [
  ['a new password', { settings: { password: 'another secret' } }, ALL_STEPS],
  ['an allow list without the address', { settings: { allowed: ['other.test'] } }, ALL_STEPS],
  ['days that have passed', { settings: { rememberDays: 0 } }, ALL_STEPS],
  ['no terms any more', { settings: { termsId: null } }, []],
] as const;
test('a changed link asks again for what it asks more', { tags: ['sqlite'] }, async ({ testApp }) => {
  for (const [name, change, steps] of CHANGES) {
    const { owner, link, url } = await openLink(testApp);
    const { browser } = await enter(testApp, link);
    endSession(browser);
    expect((await owner.patch(url, change)).status).toBe(200);
    expect([name, await remaining(browser)]).toEqual([name, [...steps]]);
    expect((await browser.submit('enter')).status).toBe(steps.length === 0 ? 200 : 409);
  }
});

test('a link that was disabled and enabled again, or restarted, forgets all browsers', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, link, url } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  await owner.patch(url, { disabled: true });
  expect((await browser.submit('enter')).status).toBe(404);
  await owner.patch(url, { disabled: false });
  expect(await remaining(browser)).toEqual(ALL_STEPS);
  expect((await browser.submit('enter')).body).toEqual(INCOMPLETE);
});

test('a blocked person, and one whose invitation was revoked otherwise, is not remembered', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, link, url } = await openLink(testApp);
  const [blocked, revoked, kept] = [
    await enter(testApp, link),
    await enter(testApp, link),
    await enter(testApp, link),
  ];
  for (const { browser } of [blocked, revoked, kept]) endSession(browser);
  expect((await owner.post(`${url}/block`, { email: blocked.email })).status).toBe(200);
  const { db, now } = testApp.server.services;
  await db
    .updateTable('invitations')
    .set({ revoked_at: now() })
    .where('link_id', '=', link.id)
    .where('email', '=', revoked.email)
    .execute();
  for (const { browser } of [blocked, revoked]) {
    expect(await remaining(browser)).toEqual(ALL_STEPS);
    expect((await browser.submit('enter')).body).toEqual(INCOMPLETE);
  }
  expect((await kept.browser.submit('enter')).status).toBe(200);
});

test('new terms are accepted before the next visit, once per version and browser', async ({ testApp }) => {
  const { owner, terms, link } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  endSession(browser);
  await owner.post(`/api/terms/${terms.id}/versions`, { text: 'Version 2' });
  expect(await remaining(browser)).toEqual(['terms']);
  expect((await browser.submit('enter')).body).toEqual(INCOMPLETE);
  expect((await acceptTerms(browser)).body).toEqual({ steps: [] });
  expect((await browser.submit('enter')).status).toBe(200);
  endSession(browser);
  expect((await browser.submit('enter')).status).toBe(200);
  const acceptances = (await owner.get(`/api/terms/acceptances?linkId=${link.id}`)).body;
  expect(acceptances).toHaveLength(2);
});

test('the days count from the steps, not from the last visit', { tags: ['sqlite'] }, async ({ testApp }) => {
  const { owner, link, url } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  const { db } = testApp.server.services;
  const age = (days: number) =>
    db
      .updateTable('link_devices')
      .set((set) => ({
        proved_at: set('proved_at', '-', days * DAY_MS),
        expires_at: set('expires_at', '-', days * DAY_MS),
      }))
      .execute();
  await age(6);
  endSession(browser);
  expect((await browser.submit('enter')).status).toBe(200);
  await age(1);
  endSession(browser);
  expect(await remaining(browser)).toEqual(ALL_STEPS);
  expect((await owner.patch(url, { settings: { rememberDays: 90 } })).status).toBe(200);
  for (const days of [-1, 91, 1.5])
    expect((await owner.patch(url, { settings: { rememberDays: days } })).status).toBe(400);
});

test('who exits visitor mode is forgotten in this browser, and not in others', async ({ testApp }) => {
  const { link } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  const other = await enter(testApp, link);
  // The cookie of somebody else in this browser stays.
  browser.deviceCookie = `${browser.deviceCookie}; ${other.browser.deviceCookie?.replace('device_', 'device_f')}`;
  expect((await browser.post('/api/visitor/logout')).status).toBe(200);
  browser.deviceCookie = browser.deviceCookie?.split('; ')[0];
  expect(await remaining(browser)).toEqual(ALL_STEPS);
  endSession(other.browser);
  expect((await other.browser.submit('enter')).status).toBe(200);
});

test('who leaves is forgotten, and a link with zero days sets no cookie', async ({ testApp }) => {
  const { owner, link, url } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  const copy = browser.deviceCookie;
  expect((await browser.submit('leave')).status).toBe(200);
  expect(browser.deviceCookie).toBeUndefined();
  browser.deviceCookie = copy;
  expect(await remaining(browser)).toEqual(ALL_STEPS);
  await owner.patch(url, { settings: { rememberDays: 0 } });
  expect((await enter(testApp, link)).browser.deviceCookie).toBeUndefined();
});

test('ending all sessions forgets the browsers of links and the steps in progress', async ({ testApp }) => {
  const { owner, folder, link, url } = await openLink(testApp);
  const { browser, email } = await enter(testApp, link);
  const inProgress = openAccessPage(testApp.server, link.url, '10.77.203.1');
  await inProgress.submit('password', { password: PASSWORD });
  await inProgress.submit('email', { email: 'late@example.test' });
  const code = await receiveCode(testApp, inProgress);
  const administrator = await testApp.user({ isAdmin: true });
  expect((await administrator.post('/api/admin/sessions/end-all')).status).toBe(200);
  expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
  for (const each of [browser, inProgress]) {
    expect(await remaining(each)).toEqual(ALL_STEPS);
    expect((await each.submit('enter')).body).toEqual(INCOMPLETE);
  }
  expect((await inProgress.submit('code', { code })).status).toBe(409);

  // The next code for an address is sent after a minute.
  testApp.advanceClock(60_000);
  await browser.submit('password', { password: PASSWORD });
  await browser.submit('email', { email });
  const completed = await browser.submit('code', { code: await receiveCode(testApp, browser) });
  expect(completed.body).toEqual({ steps: ['terms'] });
  expect((await acceptTerms(browser)).body).toEqual({ steps: [] });
  expect((await browser.submit('enter')).status).toBe(200);
  await owner.post('/api/login', { username: owner.username, password: OWNER_PASSWORD });
  expect((await owner.get(`${url}/visitors`)).body).toMatchObject([{ email, visits: 2 }]);
});

test('a browser leaves a link that is closed, and nobody else does', async ({ testApp }) => {
  const { owner, folder, link } = await openLink(testApp);
  const { browser } = await enter(testApp, link);
  const { browser: remembered } = await enter(testApp, link);
  endSession(remembered);
  const inProgress = openAccessPage(testApp.server, link.url, '10.77.204.1');
  await inProgress.submit('password', { password: PASSWORD });
  const browsers = [browser, remembered, inProgress];
  const copies = browsers.map(({ cookie, linkCookie, deviceCookie }) => ({
    cookie,
    linkCookie,
    deviceCookie,
  }));
  expect((await owner.delete(`/api/folders/${folder.id}`)).status).toBe(200);
  const other = openAccessPage(testApp.server, link.url, '10.77.205.1');
  const elsewhere = await openLink(testApp);
  const ofOther = openAccessPage(testApp.server, elsewhere.link.url, '10.77.206.1');
  await ofOther.submit('password', { password: PASSWORD });
  other.linkCookie = ofOther.linkCookie;
  expect((await other.submit('leave')).body).toEqual({
    error: 'This link is not available.',
    code: 'not-found',
  });
  expect(await remaining(ofOther)).toEqual(ALL_STEPS.slice(1));
  for (const each of browsers) expect((await each.submit('leave')).body).toEqual({ success: true });
  for (const each of browsers) expect((await each.submit('leave')).status).toBe(404);

  expect((await owner.post(`/api/trash/folders/${folder.id}/restore`)).status).toBe(200);
  for (const [place, each] of browsers.entries()) {
    Object.assign(each, copies[place]);
    expect((await each.get(`/api/folders/${folder.id}`)).status).toBe(401);
    expect(await remaining(each)).toEqual(ALL_STEPS);
  }
});
