import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const signIn = (testApp: TestApp, username: string, password: string, remoteAddress = '192.0.2.1') =>
  createTestClient(testApp.server.http).send({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress,
  });

async function failTenTimes(testApp: TestApp, username: string, address?: string): Promise<void> {
  for (let failure = 0; failure < 10; failure += 1) await signIn(testApp, username, 'not the one', address);
}

describe('the limits on sign-ins, for administrators', () => {
  test('limits are listed with account, network and end while they last', async ({ testApp }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    expect((await admin.get('/api/admin/sign-in-limits')).body).toEqual([]);
    await failTenTimes(testApp, user.email, '2001:db8::1');
    await failTenTimes(testApp, 'no-such-account');
    const { body } = await admin.get('/api/admin/sign-in-limits');
    const blockedUntil = new Date(testApp.server.services.now() + 15 * 60_000).toISOString();
    const network = '2001:db8:0:0';
    expect(body).toEqual([
      { userId: user.id, username: user.username, scope: 'network', network, failures: 10, blockedUntil },
    ]);
    testApp.advanceClock(15 * 60_000);
    expect((await admin.get('/api/admin/sign-in-limits')).body).toEqual([]);
  });

  test('limits are lifted for one account, which can sign in at once', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const [user, other] = [await testApp.user(), await testApp.user()];
    for (const { username } of [user, other]) await failTenTimes(testApp, username);
    expect((await signIn(testApp, user.username, PASSWORD)).status).toBe(429);
    const url = `/api/admin/users/${user.id}/sign-in-limits`;
    expect((await admin.delete(url)).body).toEqual({ success: true });
    expect((await signIn(testApp, user.username, PASSWORD)).status).toBe(200);
    expect((await signIn(testApp, other.username, PASSWORD)).status).toBe(429);
    const usernames = (await admin.get('/api/admin/sign-in-limits')).body.map(
      ({ username }: { username: string }) => username,
    );
    expect(usernames).toEqual([other.username]);
  });

  test('limits are recorded in the audit log when they begin and when they are lifted', async ({
    testApp,
  }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const before = await findLastPosition(testApp);
    await failTenTimes(testApp, user.username);
    await signIn(testApp, user.username, 'not the one');
    await admin.delete(`/api/admin/users/${user.id}/sign-in-limits`);
    const events = (await listAuditEvents(testApp, before)).filter(({ action }) => action !== 'call.refused');
    const object = `user ${user.id} ${user.username}`;
    expect(events).toMatchObject([
      { action: 'session.limit', object, details: { scope: 'network', failures: 10, network: '192.0.2.1' } },
      { action: 'user.lift-limits', object, actor: admin.username },
    ]);
  });
});
