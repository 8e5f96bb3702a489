import { describe, expect } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { reserveAttempt, signInCounters } from '#server/authorization/sign-in-limits.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { CHANGE_TURNS, Turns } from '#server/http/limits/limit-parallel-changes.ts';
import { type ApiResponse, createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const BURST = 300;
/** All of a burst may wait: the limit of waiting changes is decided before passwords are. */
const test = testWith({ maxConnections: 10, turns: new Turns({ ...CHANGE_TURNS, waiting: BURST }) });
/** Limits of an account, from one network and from all networks before the first delay. */
const [MAX_NETWORK_FAILURES, MAX_ACCOUNT_FAILURES] = [10, 50];
const WRONG = 'not the password';
const NEW = 'another good password';

const randomPosition = (): number => Math.floor(Math.random() * BURST);

const burst = (attempt: (index: number) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: BURST }, (_, index) => attempt(index)));

/** The address of each attempt differs, so that only the account's limit holds. */
const ownAddress = (index: number): string => `10.7.${index >> 8}.${index & 255}`;

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

/**
 * Expects the right password to succeed within the limit, or to be answered exactly like wrong ones: those beyond the limit
 * (429) or those that found too many requests waiting (503).
 */
function expectNoOracle(
  answers: readonly ApiResponse[],
  position: number,
  wrongStatus: number,
  maxFailures: number,
): void {
  const right = answers[position];
  const wrong = answers.filter((_, index) => index !== position);
  const verified = wrong.filter(({ status }) => status === wrongStatus);
  // A success resets the limit for those after it.
  const limit = right?.status === 200 ? 2 * maxFailures : maxFailures;
  expect(verified.length, `right at ${position}`).toBeLessThanOrEqual(limit);
  expect([200, 429, 503]).toContain(right?.status);
  for (const status of [429, 503]) {
    const alike = answers.filter((answer) => answer.status === status).map(visibleParts);
    expect(new Set(alike.map((answer) => JSON.stringify(answer))).size).toBeLessThanOrEqual(1);
  }
}

describe('a burst of 300 sign-ins with one right password', () => {
  test.for([0, 9, BURST - 1, randomPosition(), randomPosition()])(
    'a burst of 300 sign-ins with one right password verifies at most ten from one network and answers all others alike (right at %i)',
    async (position, { testApp }) => {
      const { username, email } = await testApp.user();
      const names = [username, username.toUpperCase(), email];
      const answers = await burst((index) =>
        signIn(testApp, names[index % 3] ?? '', index === position ? PASSWORD : WRONG),
      );
      expectNoOracle(answers, position, 401, MAX_NETWORK_FAILURES);
    },
  );

  test.for([0, BURST - 1, randomPosition()])(
    'a burst of 300 sign-ins with one right password verifies at most fifty from 300 networks and answers all others alike (right at %i)',
    async (position, { testApp }) => {
      const { username, email } = await testApp.user();
      const answers = await burst((index) =>
        signIn(
          testApp,
          index % 2 ? username : email,
          index === position ? PASSWORD : WRONG,
          ownAddress(index),
        ),
      );
      // The fiftieth failure starts a delay of one second.
      expectNoOracle(answers, position, 401, MAX_ACCOUNT_FAILURES);
    },
  );

  test('an unknown name is limited in the same way', async ({ testApp }) => {
    const answers = await burst(() => signIn(testApp, 'no-such-account', WRONG, '10.8.1.1'));
    const known = await testApp.user();
    const expected = await burst(() => signIn(testApp, known.username, WRONG, '10.8.1.2'));
    // How many find too many requests waiting (503) depends on the machine.
    const summarize = (all: ApiResponse[]) => ({
      verified: all.filter(({ status }) => status === 401).length,
      kinds: new Set(
        all.filter(({ status }) => status !== 503).map((each) => JSON.stringify(visibleParts(each))),
      ),
    });
    expect(summarize(answers)).toEqual(summarize(expected));
  });
});

describe('a burst of 300 password changes of which one has the right current password', () => {
  test.for([0, BURST - 1, randomPosition(), randomPosition()])(
    'a burst of 300 password changes of which one has the right current password verifies at most ten and answers all others alike (right at %i)',
    async (position, { testApp }) => {
      const { cookie } = await testApp.user();
      const answers = await burst((index) =>
        changePassword(testApp, cookie, index === position ? PASSWORD : WRONG),
      );
      // A success ends the session of the attempts after it.
      const others = answers.filter(({ status }) => status !== 401);
      const place = others.indexOf(answers[position] as ApiResponse);
      expectNoOracle(others, place, 400, MAX_NETWORK_FAILURES);
    },
  );
});

test('ten right passwords sent at once are all accepted, twice', async ({ testApp }) => {
  const { username } = await testApp.user();
  const once = () => Promise.all(Array.from({ length: 10 }, () => signIn(testApp, username, PASSWORD)));
  for (const answers of [await once(), await once()])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('a first attempt does not wait for ended counts that another attempt renews', async ({ testApp }) => {
  const ctx = { ...systemContext(testApp.server.services), address: '10.8.3.1' };
  // One transaction at a time cannot wait for another.
  if (!isPostgres(ctx.db)) return;
  const ended = { key: 'ended', attempts: 1, window_ends_at: ctx.now() - 1 };
  await ctx.db.insertInto('attempt_counts').values(ended).execute();
  const counters = signInCounters(ctx, { userId: undefined, name: 'nobody' }, undefined);
  await transaction(ctx, async ({ db }) => {
    const renewed = { window_ends_at: ctx.now() + 1 };
    await db.updateTable('attempt_counts').set(renewed).where('key', '=', 'ended').execute();
    expect(await reserveAttempt(ctx, counters)).toHaveLength(3);
  });
  const kept = ctx.db.selectFrom('attempt_counts').select('key').where('key', '=', 'ended');
  expect(await kept.execute()).toHaveLength(1);
});
