import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ maxConnections: 10, config: WITH_MAIL });

/** A fifth on PostgreSQL, where each takes several times as long: the limit is reached after five. */
const CODES = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' ? 2_000 : 10_000;

/** Ranks that differ by more than this many standard deviations do so by chance once in two million times. */
const CLEARLY_DIFFERENT = 5;
const SUSPICIOUS = 3;
/** A difference below it is noise, after as many rounds as the planted delay needs to be seen. */
const CLEARLY_EQUAL = 1.5;
/** Requests of a kind of which the fastest counts: what else the machine does only ever makes them slower. */
const BLOCK = 4;
/** Pairs of blocks that are measured before each decision. */
const PAIRS = 15;
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 8;
/** The first ones compile code. */
const WARM_UP_PAIRS = 4;
/**
 * Delays of which the measurement must see one: the first on a quiet machine, and longer ones on a busy machine. With none the
 * test fails.
 */
const PLANTED_MS = [4, 8, 16, 32, 64];

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

/** How far the differences of pairs are from zero, in standard deviations (Wilcoxon's signed ranks). */
function rankDifferences(differences: readonly number[]): number {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const rankSum = sorted.reduce((sum, difference, place) => sum + (difference > 0 ? place + 1 : 0), 0);
  const n = sorted.length;
  return Math.abs(rankSum - (n * (n + 1)) / 4) / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
}

type Request = (browser: LinkBrowser, time: number) => Promise<unknown>;

interface Compared {
  readonly kinds: readonly [Request, Request];
  readonly urls: readonly [string, string];
}

/** Measures requests of two kinds one after the other, in changing order: what else the machine does meets both. */
async function measurePairs(testApp: TestApp, count: number, { kinds, urls }: Compared): Promise<number[]> {
  const differences: number[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    const fastest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let time = 0; time < BLOCK; time += 1)
      for (const place of time % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const browser = openAccessPage(testApp.server, urls[place], nextNetwork());
        const start = performance.now();
        await kinds[place](browser, time);
        fastest[place] = Math.min(fastest[place], performance.now() - start);
      }
    differences.push(fastest[0] - fastest[1]);
  }
  return differences;
}

/**
 * Measures until two kinds of requests differ clearly, or after the least rounds clearly do not: a busy machine gets more pairs
 * in place of a wrong answer. Returns whether they differ, and after how many rounds that was known.
 */
async function compareTimes(testApp: TestApp, compared: Compared, leastRounds: number) {
  const differences: number[] = [];
  await measurePairs(testApp, WARM_UP_PAIRS, compared);
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds += 1) {
    differences.push(...(await measurePairs(testApp, PAIRS, compared)));
    const distance = rankDifferences(differences);
    if (distance > CLEARLY_DIFFERENT) return { differ: true, rounds };
    if (rounds >= leastRounds && distance < CLEARLY_EQUAL) return { differ: false, rounds };
  }
  return { differ: rankDifferences(differences) > SUSPICIOUS, rounds: MAX_ROUNDS };
}

test('thousands of codes in one browser, the right one among them, let nobody in', {
  tags: ['full'],
  timeout: 900_000,
}, async ({ testApp }) => {
  const { folder, link } = await openLink(testApp, { requireCode: true });
  const browser = openAccessPage(testApp.server, link.url, nextNetwork());
  await browser.submit('email', { email: 'victim@example.test' });
  const right = await receiveCode(testApp, browser);
  expect(right).toMatch(/^\d{6}$/);
  const cookie = browser.linkCookie;
  const first = (Number(right) + 1_000_001 - CODES) % 1_000_000;
  const counts = new Map<number, number>();
  for (let tried = 0; tried < CODES; tried += 25) {
    const codes = Array.from({ length: 25 }, (_, place) =>
      String((first + tried + place) % 1_000_000).padStart(6, '0'),
    );
    // Sends them at the same time, as an attacker would.
    const statuses = await Promise.all(
      codes.map(async (code) => (await browser.submit('code', { code })).status),
    );
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect(counts.get(200) ?? 0).toBe(0);
  expect(counts.get(400) ?? 0).toBeLessThanOrEqual(5);
  expect(counts.get(429)).toBeGreaterThanOrEqual(CODES - 5);
  browser.linkCookie = cookie;
  expect((await browser.submit('enter')).status).toBe(409);
  expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(401);
});

test('allowed, blocked and unknown addresses cannot be distinguished by time, nor can unknown links', {
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
  const both = [link.url, link.url] as const;
  const late =
    (ms: number): Request =>
    async (browser, time) => {
      await wait(ms);
      return submit('allowed.test')(browser, time);
    };
  const compare = (kinds: Compared['kinds'], urls: Compared['urls'], rounds: number) =>
    compareTimes(testApp, { kinds, urls }, rounds);
  // The measurement sees a difference where there is one, and then looks as long for others.
  let control = { differ: false, rounds: 0 };
  for (const ms of PLANTED_MS)
    if (!control.differ) control = await compare([late(ms), submit('allowed.test')], both, MIN_ROUNDS);
  expect(control.differ).toBe(true);
  const least = Math.max(MIN_ROUNDS, control.rounds);
  for (const domain of ['other.test', 'blocked.test'])
    expect(await compare([submit('allowed.test'), submit(domain)], both, least)).toMatchObject({
      differ: false,
    });
  const unknown = link.url.replace(/[^/]{22}$/, 'AAAAAAAAAAAAAAAAAAAAAA');
  const { owner, link: revoked } = await openLink(testApp, {});
  expect((await owner.delete(`/api/links/${revoked.id}`)).status).toBe(200);
  expect(await compare([page, page], [revoked.url, unknown], least)).toMatchObject({ differ: false });
});
