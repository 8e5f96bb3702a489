import { describe, expect } from 'vitest';
import { countAttempt } from '#server/authorization/rate-limits.ts';
import { type ApiResponse, createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const BURST = 300;
const MAX_FAILURES = 10;
const WRONG = 'not the password';
const NEW = 'another good password';

const randomPosition = (): number => Math.floor(Math.random() * BURST);

/** Each from an address of its own, so that only the account's limit holds. */
const burst = (
  attempt: (index: number, remoteAddress: string) => Promise<ApiResponse>,
): Promise<ApiResponse[]> =>
  Promise.all(
    Array.from({ length: BURST }, (_, index) => attempt(index, `10.7.${index >> 8}.${index & 255}`)),
  );

const signIn = (testApp: TestApp, username: string, password: string, remoteAddress = '10.8.0.1') =>
  createTestClient(testApp.server.http).send({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress,
  });

const changePassword = (testApp: TestApp, cookie: string | undefined, currentPassword: string) =>
  createTestClient(testApp.server.http, cookie).patch('/api/user/password', {
    currentPassword,
    newPassword: NEW,
    confirmPassword: NEW,
  });

const visibleParts = ({ status, body, headers }: ApiResponse) => ({
  status,
  body,
  retryAfter: headers['retry-after'],
});

/** The right password either succeeded within the limit or is answered exactly like the wrong ones beyond it. */
function expectNoOracle(answers: readonly ApiResponse[], position: number, wrongStatus: number): void {
  const right = answers[position];
  const wrong = answers.filter((_, index) => index !== position);
  const checked = wrong.filter(({ status }) => status === wrongStatus);
  const limited = wrong.filter(({ status }) => status === 429);
  if (!right) throw new Error('The burst has no right password');
  expect(checked.length, `right at ${position}`).toBeLessThanOrEqual(MAX_FAILURES);
  if (right.status === 200) return;
  expect([checked.length, limited.length], `right at ${position}`).toEqual([
    MAX_FAILURES,
    BURST - 1 - MAX_FAILURES,
  ]);
  for (const answer of limited) expect(visibleParts(answer)).toEqual(visibleParts(right));
}

describe('a burst of 300 sign-ins of which one has the right password', () => {
  test.for([0, 9, BURST - 1, randomPosition(), randomPosition()])(
    'checks at most ten and answers all others alike (right at %i)',
    async (position, { testApp }) => {
      const { username, email } = await testApp.user();
      const names = [username, username.toUpperCase(), email];
      const answers = await burst((index, address) =>
        signIn(testApp, names[index % 3] ?? '', index === position ? PASSWORD : WRONG, address),
      );
      expectNoOracle(answers, position, 401);
      const status = answers[position]?.status;
      if (position > 100) expect(status).toBe(429);
    },
  );

  test('is limited alike for a name that no account has', async ({ testApp }) => {
    const answers = await burst((_, address) => signIn(testApp, 'no-such-account', WRONG, address));
    const known = await testApp.user();
    const expected = await burst((_, address) => signIn(testApp, known.username, WRONG, address));
    const sorted = (all: ApiResponse[]) => all.map(visibleParts).toSorted((a, b) => a.status - b.status);
    expect(sorted(answers)).toEqual(sorted(expected));
  });
});

describe('a burst of 300 password changes of which one has the right current password', () => {
  test.for([BURST - 1, randomPosition(), randomPosition()])(
    'checks at most ten and answers all others alike (right at %i)',
    async (position, { testApp }) => {
      const { cookie } = await testApp.user();
      const answers = await burst((index) =>
        changePassword(testApp, cookie, index === position ? PASSWORD : WRONG),
      );
      expectNoOracle(answers, position, 400);
      if (position > 100) expect(answers[position]?.status).toBe(429);
    },
  );
});

describe('the limit of failed sign-ins', () => {
  test('is shared by the username in any case, the e-mail and the password change', async ({ testApp }) => {
    const { username, email, cookie } = await testApp.user();
    for (const name of [username, username.toUpperCase(), email])
      for (let failure = 0; failure < 3; failure += 1)
        expect((await signIn(testApp, name, WRONG)).status).toBe(401);
    expect((await changePassword(testApp, cookie, WRONG)).status).toBe(400);
    for (const name of [username, username.toUpperCase(), email])
      expect((await signIn(testApp, name, PASSWORD)).status).toBe(429);
    expect((await changePassword(testApp, cookie, PASSWORD)).status).toBe(429);
  });

  test('is lifted for all of them by a success', async ({ testApp }) => {
    const { username, email } = await testApp.user();
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 9; failure += 1)
        expect((await signIn(testApp, email, WRONG, `10.9.0.${round}`)).status).toBe(401);
      expect((await signIn(testApp, username, PASSWORD, `10.9.0.${round}`)).status).toBe(200);
    }
  });

  test('says in Retry-After and in words how long it lasts', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let failure = 0; failure < 10; failure += 1) await signIn(testApp, username, WRONG, '10.9.1.1');
    for (const [passed, seconds, words] of [
      [0, 900, '15 minutes'],
      [5 * MINUTE, 600, '10 minutes'],
      [9 * MINUTE + 500, 60, '1 minute.'],
    ] as const) {
      testApp.advanceClock(passed);
      const { status, headers, body } = await signIn(testApp, username, PASSWORD, '10.9.1.1');
      expect([status, headers['retry-after']]).toEqual([429, String(seconds)]);
      expect(body.error).toContain(`Try again in ${words}`);
    }
    testApp.advanceClock(MINUTE);
    expect((await signIn(testApp, username, PASSWORD, '10.9.1.1')).status).toBe(200);
  });

  test('does not count successes or refused attempts for the address', async ({ testApp }) => {
    const address = '10.9.2.1';
    const [locked, other] = [await testApp.user(), await testApp.user()];
    const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '' };
    for (let failure = 0; failure < 80; failure += 1)
      await countAttempt(ctx, [{ kind: 'address', name: address }]);
    for (let failure = 0; failure < 10; failure += 1) await signIn(testApp, locked.username, WRONG, address);
    for (let refused = 0; refused < 30; refused += 1)
      expect((await signIn(testApp, locked.username, WRONG, address)).status).toBe(429);
    for (let success = 0; success < 15; success += 1)
      expect((await signIn(testApp, other.username, PASSWORD, address)).status).toBe(200);
  });

  test('of an address does not lock the accounts that are tried from there', async ({ testApp }) => {
    const address = '10.9.3.1';
    const { username } = await testApp.user();
    const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '' };
    for (let failure = 0; failure < 100; failure += 1)
      await countAttempt(ctx, [{ kind: 'address', name: address }]);
    for (let refused = 0; refused < 20; refused += 1)
      expect((await signIn(testApp, username, WRONG, address)).status).toBe(429);
    expect((await signIn(testApp, username, PASSWORD, '10.9.3.2')).status).toBe(200);
  });

  test('does not keep out ten right passwords sent at once', async ({ testApp }) => {
    const { username } = await testApp.user();
    const once = () => Promise.all(Array.from({ length: 10 }, () => signIn(testApp, username, PASSWORD)));
    for (const answers of [await once(), await once()])
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});
