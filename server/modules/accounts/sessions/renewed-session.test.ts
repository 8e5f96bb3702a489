import { sql } from 'kysely';
import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { findActor } from '#server/authorization/sign-in/find-session.ts';
import { renewSession } from '#server/authorization/sign-in/renew-session.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { setUpFactor } from '#server/testing/sign-in/with-factor.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const GRACE_MS = 10_000;
const prove = (client: TestClient) => client.post('/api/user/reauthenticate', { password: PASSWORD });
const statusOf = async (client: TestClient) => (await client.get('/api/user')).status;
/** A browser that keeps the cookie of now. */
const copyOf = (testApp: TestApp, client: TestClient) => createTestClient(testApp.server.http, client.cookie);

test('a proof of identity gives the session a new token, and the old one carries no proof and soon ends', async ({
  testApp,
}) => {
  const user = await testApp.user({ isAdmin: true });
  await user.patch('/api/admin/sign-in-settings', { requireReauthentication: true });
  testApp.advanceClock(600_000);
  const copied = copyOf(testApp, user);
  const token = copied.cookie?.split('=')[1];
  const [begun] = (await user.get('/api/user/sessions')).body;
  expect((await prove(user)).status).toBe(200);
  expect(user.cookie).not.toBe(copied.cookie);
  const sessions = (await user.get('/api/user/sessions')).body;
  expect(sessions).toMatchObject([{ createdAt: begun.createdAt, isCurrent: true }]);

  // What other pages of the browser had sent before is answered, but does nothing dangerous.
  expect(await statusOf(copied)).toBe(200);
  expect((await copied.get('/api/admin/audit/export')).body.code).toBe('reauthenticate');
  expect((await user.get('/api/admin/audit/export')).status).toBe(200);
  const services = systemContext(testApp.server.services);
  const request = { ...services, sessionToken: token, actor: await findActor(services, token) };
  testApp.advanceClock(GRACE_MS);
  expect([await statusOf(copied), await statusOf(user)]).toEqual([401, 200]);
  // A download that began before goes on, until the session ends.
  expect((await reloadActor(request)).kind).toBe('user');
  await user.post('/api/logout');
  expect((await reloadActor(request)).kind).toBe('anonymous');
});

test('of simultaneous proofs in one browser, one renews the session, and its other requests are answered', async ({
  testApp,
}) => {
  const user = await testApp.user();
  const before = user.cookie;
  const tabs = Array.from({ length: 6 }, () => copyOf(testApp, user));
  const answers = await Promise.all([...tabs.slice(0, 3).map(prove), ...tabs.slice(3).map(statusOf)]);
  expect(answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))).toEqual(
    Array(6).fill(200),
  );
  const renewed = [...new Set(tabs.map(({ cookie }) => cookie))].filter((cookie) => cookie !== before);
  expect(renewed).toHaveLength(1);
  testApp.advanceClock(GRACE_MS);
  const kept = createTestClient(testApp.server.http, renewed[0]);
  expect([await statusOf(kept), await statusOf(user)]).toEqual([200, 401]);
  expect((await kept.get('/api/user/sessions')).body).toHaveLength(1);
  // Signing out ends the session also if the request was sent just before the renewal.
  const sent = copyOf(testApp, kept);
  await prove(kept);
  await sent.post('/api/logout');
  expect(await statusOf(kept)).toBe(401);
});

test('a second factor gives the session a new token', async ({ testApp }) => {
  const user = await testApp.user();
  const copied = copyOf(testApp, user);
  await setUpFactor(testApp, user);
  expect(user.cookie).not.toBe(copied.cookie);
  testApp.advanceClock(GRACE_MS);
  expect([await statusOf(copied), await statusOf(user)]).toEqual([401, 200]);
});

test('a session that is ended while it is renewed does not come back', async ({ testApp }) => {
  const user = await testApp.user();
  const { services } = testApp.server;
  const sessionToken = user.cookie?.split('=')[1];
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(services.db);
    return rows[0]?.count;
  };
  let ending: Promise<void> | undefined;
  await services.db.transaction().execute(async (db) => {
    expect(await renewSession({ db, now: services.now, sessionToken })).toBeDefined();
    ending = endUserSessions(services, user.id);
    if (services.config.databaseUrl !== undefined) await expect.poll(countWaiting).toBe(1);
  });
  await ending;
  expect(
    await services.db.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute(),
  ).toEqual([]);
});
