import { describe, expect } from 'vitest';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

const INVALID = [400, 'The code is not valid. Check it or request a new one.'];
let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `guest-${addresses}@allowed.test`;
}

async function openLink(testApp: TestApp, settings: object = {}) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const { body: link } = await owner.post('/api/links', {
    name: 'L',
    targets: [{ kind: 'folder', id: folder.id }],
    settings: { requireCode: true, ...settings },
  });
  return { owner, folder, link, browser: openAccessPage(testApp.server, link.url) };
}

const guess = async (browser: LinkBrowser, code: string) => {
  const { status, body } = await browser.submit('code', { code });
  return [status, body.error];
};
/** A code other than this one. */
const wrong = (code = '000000') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  test('the mailed code completes the step, once', async ({ testApp }) => {
    const { browser, owner, link } = await openLink(testApp);
    expect((await browser.page()).body.steps).toEqual(['email', 'code']);
    const email = nextAddress();
    expect((await browser.submit('email', { email })).body).toEqual({ steps: ['code'] });
    expect((await browser.page()).body).toMatchObject({ steps: ['code'], email });
    const code = await receiveCode(testApp, browser);
    expect(await guess(browser, wrong(code))).toEqual(INVALID);
    expect((await browser.submit('code', { code })).body).toEqual({ steps: [] });
    expect(await guess(browser, code ?? '')).toEqual(INVALID);
    expect((await browser.submit('enter')).status).toBe(200);
    expect((await owner.get(`/api/links/${link.id}/visitors`)).body).toMatchObject([
      { email, verified: true },
    ]);
  });

  test('a code works in the browser that asked, for ten minutes, and not after another was asked for', async ({
    testApp,
  }) => {
    const { browser, link } = await openLink(testApp);
    const other = openAccessPage(testApp.server, link.url);
    await browser.submit('email', { email: nextAddress() });
    await other.submit('email', { email: nextAddress() });
    const code = (await receiveCode(testApp, browser)) ?? '';
    expect(await guess(other, code)).toEqual(INVALID);
    await browser.submit('email', { email: nextAddress() });
    expect(await guess(browser, code)).toEqual(INVALID);
    const late = (await receiveCode(testApp, browser)) ?? '';
    testApp.advanceClock(10 * 60_000);
    expect(await guess(browser, late)).toEqual(INVALID);
  });

  test('the sixth guess is refused, also with the right code', async ({ testApp }) => {
    const { browser } = await openLink(testApp);
    await browser.submit('email', { email: nextAddress() });
    const code = await receiveCode(testApp, browser);
    for (let time = 0; time < 5; time += 1) expect(await guess(browser, wrong(code))).toEqual(INVALID);
    expect((await browser.submit('code', { code })).status).toBe(429);
    expect((await browser.submit('enter')).status).toBe(409);
  });

  test('an address gets one code in 30 seconds and five an hour', async ({ testApp }) => {
    const { browser } = await openLink(testApp);
    const email = nextAddress();
    const ask = async () => (await browser.submit('email', { email })).status;
    expect([await ask(), await ask()]).toEqual([200, 429]);
    for (let time = 2; time <= 5; time += 1) {
      testApp.advanceClock(30_000);
      expect(await ask()).toBe(200);
    }
    testApp.advanceClock(30_000);
    expect(await ask()).toBe(429);
    testApp.advanceClock(3_600_000);
    expect(await ask()).toBe(200);
  });
});

describe('allowed and blocked addresses', () => {
  test('an address that is not allowed gets the same answers and no mail', async ({ testApp }) => {
    const { link } = await openLink(testApp, {
      allowed: ['allowed.test', 'Dana@Other.test', 'bücher.test'],
      blocked: ['bad@allowed.test', 'blocked.test'],
    });
    const answersFor = async (email: string) => {
      const browser = openAccessPage(testApp.server, link.url);
      const asked = await browser.submit('email', { email });
      const code = await receiveCode(testApp, browser);
      const answers = [
        asked.status,
        asked.body,
        await guess(browser, wrong(code)),
        (await browser.submit('enter')).body,
      ];
      return { answers, isMailed: code !== undefined };
    };
    const allowed = await answersFor(nextAddress());
    expect(allowed.isMailed).toBe(true);
    for (const email of ['dana@OTHER.test', 'x@xn--bcher-kva.test', 'y@BÜCHER.test'])
      expect(await answersFor(email)).toEqual(allowed);
    for (const email of [
      'bad@allowed.test',
      'x@sub.allowed.test',
      'x@notallowed.test',
      'other@other.test',
      'a@blocked.test',
      'allowed.test@evil.test',
    ])
      expect([email, await answersFor(email)]).toEqual([email, { ...allowed, isMailed: false }]);
  });

  test('a blocked domain includes its subdomains, and a tag or capitals are part of an address', async ({
    testApp,
  }) => {
    const { link } = await openLink(testApp, { blocked: ['blocked.test'] });
    const isMailed = async (email: string) => {
      const browser = openAccessPage(testApp.server, link.url);
      expect((await browser.submit('email', { email })).status).toBe(200);
      return (await receiveCode(testApp, browser)) !== undefined;
    };
    expect(await isMailed('a+tag@Sub.Blocked.test')).toBe(false);
    expect(await isMailed('a+tag@unblocked.test')).toBe(true);
  });

  test('the text beside an address is refused, and its normal form alone is kept', async ({ testApp }) => {
    const { link, owner } = await openLink(testApp, { allowed: ['allowed.test'] });
    const name = 'Jane Roe, CFO of Rival AG';
    const browser = openAccessPage(testApp.server, link.url);
    for (const separator of ['/', '?', '#', '\\', ':', ' ', '\t', '\n', '／'])
      for (const email of [`bob@allowed.test${separator}${name}`, `bob@allowed${separator}.test`])
        expect([email, (await browser.submit('email', { email })).status]).toEqual([email, 400]);
    await browser.submit('email', { email: 'Bob@ALLOWED.test' });
    expect((await browser.page()).body).toMatchObject({ email: 'bob@allowed.test' });
    await browser.submit('code', { code: await receiveCode(testApp, browser) });
    expect((await browser.submit('enter')).status).toBe(200);
    const { visitors } = (await owner.get(`/api/links/${link.id}/analytics`)).body;
    expect(visitors).toMatchObject([{ email: 'bob@allowed.test', verified: true }]);
  });

  test.for(['guest', 'a@b', 'a@b@c.test', 'a,b@c.test', '"a"<b@c.test>', 'a@-.test', 'a b@c.test'])(
    'the malformed address %s is refused',
    async (email, { testApp }) => {
      const { browser } = await openLink(testApp);
      const { status, body } = await browser.submit('email', { email });
      expect([status, body.fields]).toEqual([400, { email: 'Please enter a valid email address' }]);
    },
  );

  test('a blocked visitor is out at once', async ({ testApp }) => {
    const { owner, link, browser, folder } = await openLink(testApp);
    const email = nextAddress();
    await browser.submit('email', { email });
    await browser.submit('code', { code: await receiveCode(testApp, browser) });
    await browser.submit('enter');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    await owner.patch(`/api/links/${link.id}`, { settings: { blocked: [email] } });
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
  });
});
