import { expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ maxConnections: 10, config: WITH_MAIL });

/** A quarter on PostgreSQL, where each takes several times as long: the limits are reached after 25. */
const CODE_GUESSES = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' ? 1_000 : 4_000;
const GUESSES_PER_BROWSER = 50;
const COMPARED_ANSWERS = 60;

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

test('addresses that are allowed and not allowed get the same answers', async ({ testApp }) => {
  // That they get them in the same time is measured in link-attacks.test.ts.
  const url = await openLink(testApp, { allowed: ['allowed.test'] });
  const answers = new Set<string>();
  for (let request = 0; request < COMPARED_ANSWERS; request += 1) {
    const domain = request % 2 === 0 ? 'allowed.test' : 'refused.test';
    const browser = openAccessPage(testApp.server, url, networkOf(request));
    const { status, body, headers } = await browser.submit('email', { email: `guest-${request}@${domain}` });
    const code = await browser.submit('code', { code: '000000' });
    const length = String(headers['set-cookie']).length;
    answers.add(JSON.stringify([status, body, length, code.status, code.body]));
  }
  expect([...answers]).toHaveLength(1);
});
