import { expect } from 'vitest';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

/** Ranks that differ by more than this many standard deviations do so by chance once in 25,000 times. */
const SUSPICIOUS = 4.1;

/** Requests of each kind, enough to see a difference of a few percent. */
const SAMPLES = 120;

let networks = 0;
function nextNetwork(): string {
  networks += 1;
  return `10.${200 + Math.floor(networks / 62_500)}.${Math.floor(networks / 250) % 250}.${networks % 250}`;
}

async function openLink(testApp: TestApp, settings: object) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const targets = [{ kind: 'folder', id: folder.id }];
  const { body: link } = await owner.post('/api/links', { name: 'L', targets, settings });
  return { owner, folder, link };
}

/** How far the ranks of two samples are apart, in standard deviations (Mann and Whitney). */
function rankDifference(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))];
  all.sort((a, b) => a.ms - b.ms);
  const rankSum = all.reduce((sum, { isOne }, place) => sum + (isOne ? place + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const expected = (n * (n + m + 1)) / 2;
  return Math.abs(rankSum - expected) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

type Request = (browser: LinkBrowser, time: number) => Promise<unknown>;

/** Measures two kinds of requests in turn, so that what else the machine does meets both. */
async function compareTimes(
  times: number,
  kinds: readonly [Request, Request],
  urls: readonly [string, string],
  testApp: TestApp,
): Promise<number> {
  const samples: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1)
    for (const place of time % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const browser = openAccessPage(testApp.server, urls[place], nextNetwork());
      const start = performance.now();
      await kinds[place](browser, time);
      samples[place].push(performance.now() - start);
    }
  // The first ones compile code.
  const warm = samples.map((sample) => sample.slice(20));
  return rankDifference(warm[0] ?? [], warm[1] ?? []);
}

test('10,000 codes in one browser, the right one among them, let nobody in', {
  tags: ['full'],
  timeout: 900_000,
}, async ({ testApp }) => {
  const { folder, link } = await openLink(testApp, { requireCode: true });
  const browser = openAccessPage(testApp.server, link.url, nextNetwork());
  await browser.submit('email', { email: 'victim@example.test' });
  const right = await receiveCode(testApp, browser);
  expect(right).toMatch(/^\d{6}$/);
  const cookie = browser.linkCookie;
  const first = (Number(right) + 990_001) % 1_000_000;
  const counts = new Map<number, number>();
  for (let tried = 0; tried < 10_000; tried += 25) {
    const codes = Array.from({ length: 25 }, (_, place) =>
      String((first + tried + place) % 1_000_000).padStart(6, '0'),
    );
    // At the same time, as an attacker would.
    const statuses = await Promise.all(
      codes.map(async (code) => (await browser.submit('code', { code })).status),
    );
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect(counts.get(200) ?? 0).toBe(0);
  expect(counts.get(400) ?? 0).toBeLessThanOrEqual(5);
  expect(counts.get(429)).toBeGreaterThanOrEqual(9_995);
  browser.linkCookie = cookie;
  expect((await browser.submit('enter')).status).toBe(409);
  expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
});

test('allowed, blocked and unknown addresses cannot be told apart by time, nor unknown links by theirs', {
  tags: ['full'],
  timeout: 900_000,
}, async ({ testApp }) => {
  const { link } = await openLink(testApp, {
    requireCode: true,
    allowed: ['allowed.test'],
    blocked: ['blocked.test'],
  });
  const submit = (domain: string) => (browser: LinkBrowser, time: number) =>
    browser.submit('email', { email: `guest-${time}-${networks}@${domain}` });
  const page = (browser: LinkBrowser) => browser.page();
  const both: [string, string] = [link.url, link.url];
  for (const domain of ['other.test', 'blocked.test'])
    expect(await compareTimes(SAMPLES, [submit('allowed.test'), submit(domain)], both, testApp)).toBeLessThan(
      SUSPICIOUS,
    );
  const unknown = link.url.replace(/[^/]{22}$/, 'AAAAAAAAAAAAAAAAAAAAAA');
  // The measurement sees a difference where there is one.
  expect(await compareTimes(SAMPLES, [page, page], [link.url, unknown], testApp)).toBeGreaterThan(SUSPICIOUS);
  expect(await compareTimes(SAMPLES, [page, page], [unknown, unknown], testApp)).toBeLessThan(SUSPICIOUS);
});
