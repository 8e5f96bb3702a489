import { expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ maxConnections: 10, config: WITH_MAIL });

/** A fifth on PostgreSQL, where each takes several times as long: the limits are reached after 25. */
const CODE_GUESSES = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' ? 2_000 : 10_000;
const GUESSES_PER_BROWSER = 50;
const MEASURED_REQUESTS = 300;
const WARM_UP_REQUESTS = 20;
/** The probability that equal distributions fail the comparison of times. */
const MAX_P_VALUE = 0.001;

async function openLink(testApp: TestApp, settings: object): Promise<string> {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const targets = [{ kind: 'folder', id: folder.id }];
  const { body } = await owner.post('/api/links', {
    name: 'L',
    targets,
    settings: { requireCode: true, ...settings },
  });
  return body.url;
}

/** Returns an address of another network for each number. */
const networkOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

test('of thousands of codes for an address from as many networks as browsers none enters, and at most 25 are compared', {
  tags: ['full'],
  timeout: 600_000,
}, async ({ testApp }) => {
  const url = await openLink(testApp, {});
  const answers: Record<number, number> = {};
  let entered = 0;
  for (let guess = 0; guess < CODE_GUESSES; guess += GUESSES_PER_BROWSER) {
    const browser = openAccessPage(testApp.server, url, networkOf(guess));
    const asked = await browser.submit('email', { email: 'dana@allowed.test' });
    if (asked.status === 200) {
      await receiveCode(testApp, browser);
      // The next code may be asked for.
      testApp.advanceClock(30_000);
    }
    for (let time = 0; time < GUESSES_PER_BROWSER; time += 1) {
      const code = String((guess + time) * 97).padStart(6, '0');
      const { status } = await browser.submit('code', { code });
      answers[status] = (answers[status] ?? 0) + 1;
    }
    if ((await browser.submit('enter')).status === 200) entered += 1;
  }
  expect(entered).toBe(0);
  expect(answers[200]).toBeUndefined();
  // Within an hour an address gets five codes, each with five guesses.
  expect(answers[400]).toBe(25);
});

/** The two-sided p-value of the Mann–Whitney U test, by its normal approximation. */
function compareTimes(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((ms) => ({ ms, isFirst: true })),
    ...second.map((ms) => ({ ms, isFirst: false })),
  ];
  all.sort((a, b) => a.ms - b.ms);
  const ranks = all.reduce((sum, { isFirst }, at) => sum + (isFirst ? at + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normalDistribution(z));
}

/** Abramowitz and Stegun 26.2.17; errs by less than 1e-7. */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

test('the comparison of times finds a difference where there is one', () => {
  const times = Array.from({ length: 200 }, (_, at) => (at * 37) % 200);
  expect(compareTimes(times, times)).toBeGreaterThan(0.9);
  expect(
    compareTimes(
      times,
      times.map((ms) => ms + 60),
    ),
  ).toBeLessThan(MAX_P_VALUE);
});

test('addresses that are allowed and not allowed get the same answers in the same time', {
  tags: ['full'],
  timeout: 600_000,
}, async ({ testApp }) => {
  const url = await openLink(testApp, { allowed: ['allowed.test'] });
  const times = { 'allowed.test': [] as number[], 'refused.test': [] as number[] };
  const answers = new Set<string>();
  for (let request = 0; request < 2 * (MEASURED_REQUESTS + WARM_UP_REQUESTS); request += 1) {
    // Pairs in changing order: what slows the machine down slows both.
    const isAllowed = (request + (request >> 1)) % 2 === 0;
    const domain = isAllowed ? 'allowed.test' : 'refused.test';
    const browser = openAccessPage(testApp.server, url, networkOf(request));
    const startedAt = performance.now();
    const { status, body, headers } = await browser.submit('email', { email: `guest-${request}@${domain}` });
    const tookMs = performance.now() - startedAt;
    if (request >= 2 * WARM_UP_REQUESTS) times[domain].push(tookMs);
    const code = await browser.submit('code', { code: '000000' });
    const length = String(headers['set-cookie']).length;
    answers.add(JSON.stringify([status, body, length, code.status, code.body]));
  }
  expect([...answers]).toHaveLength(1);
  expect(compareTimes(times['allowed.test'], times['refused.test'])).toBeGreaterThan(MAX_P_VALUE);
});
