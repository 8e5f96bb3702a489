import { describe, expect } from 'vitest';
import { reserveAttempt, signInCounters } from '#server/authorization/sign-in-limits.ts';
import { type ApiResponse, createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];
const WRONG = 'not the password';

interface Attempt {
  address?: string;
  password?: string;
  cookie?: string;
}

const signIn = (
  testApp: TestApp,
  username: string,
  { address = '10.8.0.1', password = WRONG, cookie }: Attempt = {},
): Promise<ApiResponse> =>
  createTestClient(testApp.server.http, cookie).send({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress: address,
  });

async function fail(testApp: TestApp, username: string, times: number, attempt: Attempt = {}): Promise<void> {
  for (let failure = 0; failure < times; failure += 1)
    expect((await signIn(testApp, username, attempt)).status).toBe(401);
}

/** Counts failures without verifying passwords, by default each from a network of its own. */
async function countFailures(
  { server: { services } }: TestApp,
  owner: { userId?: number; name: string },
  times: number,
  address?: string,
): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) {
    const from = address ?? `10.20.0.${failure}`;
    const ctx = { ...services, actor: { kind: 'anonymous' } as const, address: from };
    await reserveAttempt(ctx, signInCounters(ctx, { userId: undefined, ...owner }, undefined));
  }
}

const readDeviceCookie = ({ headers }: ApiResponse): string =>
  /muniment_device=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';

describe('the limit of an account and a network', () => {
  test('the limit is shared by the username in any case and the e-mail, also for the right password', async ({
    testApp,
  }) => {
    const { username, email } = await testApp.user();
    const names = [username, username.toUpperCase(), email];
    for (const name of names) await fail(testApp, name, 3);
    await fail(testApp, username, 1);
    for (const name of names) expect((await signIn(testApp, name, { password: PASSWORD })).status).toBe(429);
  });

  test('the limit of a network does not keep the user out elsewhere', async ({ testApp }) => {
    const { username } = await testApp.user();
    await fail(testApp, username, 10);
    expect((await signIn(testApp, username, { password: PASSWORD })).status).toBe(429);
    const elsewhere = await signIn(testApp, username, { password: PASSWORD, address: '10.8.0.2' });
    expect(elsewhere.status).toBe(200);
  });

  test('the limit applies to the whole /64 network of an IPv6 address', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let failure = 0; failure < 10; failure += 1)
      await fail(testApp, username, 1, { address: `2001:db8:0:1::${failure}` });
    const right = { password: PASSWORD };
    expect((await signIn(testApp, username, { ...right, address: '2001:db8:0:1:ffff::1' })).status).toBe(429);
    expect((await signIn(testApp, username, { ...right, address: '2001:db8:0:2::1' })).status).toBe(200);
  });

  test('a success resets the limit', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let round = 0; round < 3; round += 1) {
      await fail(testApp, username, 9);
      expect((await signIn(testApp, username, { password: PASSWORD })).status).toBe(200);
    }
  });

  test('a refusal gives the remaining time in Retry-After and in words', async ({ testApp }) => {
    const { username } = await testApp.user();
    await fail(testApp, username, 10, { address: '10.9.1.1' });
    for (const [passed, seconds, words] of [
      [0, 900, '15 minutes'],
      [5 * MINUTE, 600, '10 minutes'],
      [9 * MINUTE, 60, '1 minute'],
      [58.5 * SECOND, 2, '2 seconds'],
    ] as const) {
      testApp.advanceClock(passed);
      const { status, headers, body } = await signIn(testApp, username, { address: '10.9.1.1' });
      expect([status, headers['retry-after']]).toEqual([429, String(seconds)]);
      expect(body.error).toContain(`Please wait ${words} and try again.`);
    }
    testApp.advanceClock(2 * SECOND);
    const answer = await signIn(testApp, username, { address: '10.9.1.1', password: PASSWORD });
    expect(answer.status).toBe(200);
  });
});

describe('the limit of an account from all networks', () => {
  test('the delay of an account grows with each failure and is not prolonged by refused attempts', async () => {
    const testApp = await openTestApp();
    const { id, username } = await testApp.user();
    const owner = { userId: id, name: username };
    await countFailures(testApp, owner, 50);
    for (const seconds of [1, 2, 4, 8]) {
      const refused = await signIn(testApp, username, { password: PASSWORD, address: '10.30.0.1' });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(seconds)]);
      testApp.advanceClock(seconds * SECOND);
      await fail(testApp, username, 1, { address: '10.30.0.2' });
    }
    testApp.advanceClock(16 * SECOND);
    const right = await signIn(testApp, username, { password: PASSWORD, address: '10.30.0.3' });
    expect(right.status).toBe(200);
    await testApp.close();
  });

  test('the delay of an account is at most 15 minutes, and ends a day after the first failure', async () => {
    const testApp = await openTestApp();
    const { id, username } = await testApp.user();
    const owner = { userId: id, name: username };
    await countFailures(testApp, owner, 50);
    for (let failure = 0; failure < 12; failure += 1) {
      testApp.advanceClock(15 * MINUTE);
      await countFailures(testApp, owner, 1, `10.30.0.${failure}`);
    }
    const refused = await signIn(testApp, username, { address: '10.30.1.1' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    testApp.advanceClock(DAY);
    await countFailures(testApp, owner, 49);
    expect((await signIn(testApp, username, { password: PASSWORD })).status).toBe(200);
    await testApp.close();
  });
});

describe('a device that signed in to the account before', () => {
  test('a known device is not kept out by failures elsewhere, and has ten failures of its own', async ({
    testApp,
  }) => {
    const { id, username } = await testApp.user();
    const cookie = readDeviceCookie(await signIn(testApp, username, { password: PASSWORD }));
    await countFailures(testApp, { userId: id, name: username }, 10, '10.8.0.1');
    await countFailures(testApp, { userId: id, name: username }, 40);
    expect((await signIn(testApp, username, { password: PASSWORD, address: '10.31.0.1' })).status).toBe(429);
    expect((await signIn(testApp, username, { password: PASSWORD, cookie })).status).toBe(200);
    await fail(testApp, username, 10, { cookie });
    expect((await signIn(testApp, username, { password: PASSWORD, cookie })).status).toBe(429);
  });

  test('a known device is recognized only for its account, its password and with its signature', async ({
    testApp,
  }) => {
    const [{ username }, other] = [await testApp.user(), await testApp.user()];
    const cookie = readDeviceCookie(await signIn(testApp, username, { password: PASSWORD }));
    const otherCookie = readDeviceCookie(await signIn(testApp, other.username, { password: PASSWORD }));
    expect(cookie).toMatch(/^muniment_device=[\w-]{22}\.\d+\.[\w-]{43}$/);
    await fail(testApp, username, 10);
    const forged = cookie.replace(/=.{5}/, '=AAAAA');
    for (const wrong of [otherCookie, forged, 'muniment_device=..', 'muniment_device=a.9999999999999.b'])
      expect((await signIn(testApp, username, { password: PASSWORD, cookie: wrong })).status).toBe(429);
    const session = (await signIn(testApp, username, { password: PASSWORD, cookie })).headers['set-cookie'];
    const client = createTestClient(testApp.server.http, /muniment_session=[^;]+/.exec(String(session))?.[0]);
    const newPassword = 'another good password';
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect((await client.patch('/api/user/password', change)).status).toBe(200);
    expect((await signIn(testApp, username, { password: newPassword, cookie })).status).toBe(429);
  });
});

describe('the limit of an address', () => {
  test('the limit of an address counts failures for all accounts, but neither successes nor refused attempts', async ({
    testApp,
  }) => {
    const address = '10.9.2.1';
    const user = await testApp.user();
    for (let name = 0; name < 9; name += 1)
      await countFailures(testApp, { name: `guessed-${name}` }, 10, address);
    for (let refused = 0; refused < 30; refused += 1)
      expect((await signIn(testApp, 'guessed-1', { address })).status).toBe(429);
    for (let success = 0; success < 3; success += 1)
      expect((await signIn(testApp, user.username, { address, password: PASSWORD })).status).toBe(200);
    await fail(testApp, 'guessed-9', 10, { address });
    const right = { password: PASSWORD };
    expect((await signIn(testApp, user.username, { ...right, address })).status).toBe(429);
    expect((await signIn(testApp, user.username, { ...right, address: '10.9.2.2' })).status).toBe(200);
  });
});
