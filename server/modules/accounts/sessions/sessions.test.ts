import { describe, expect } from 'vitest';
import { SESSION_IDLE_TIMEOUT_MS } from '#server/authorization/sessions.ts';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import type { Session } from '#shared/contracts/sign-in/sessions.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** Signs a user in on another device. */
async function signInElsewhere(testApp: TestApp, username: string): Promise<TestClient> {
  const other = createTestClient(testApp.server.http, undefined, {
    remoteAddress: '192.0.2.7',
    userAgent: PHONE,
  });
  expect((await other.post('/api/login', { username, password: PASSWORD })).status).toBe(200);
  return other;
}

const list = async (client: TestClient): Promise<Session[]> => (await client.get('/api/user/sessions')).body;

describe('GET /api/user/sessions', () => {
  test('GET /api/user/sessions lists device, address and times of the own sessions, and marks the current one', async ({
    testApp,
  }) => {
    const person = await testApp.user();
    testApp.advanceClock(1_000);
    const phone = await signInElsewhere(testApp, person.username);
    const now = new Date(testApp.server.services.now()).toISOString();
    expect(await list(phone)).toEqual([
      {
        id: expect.any(Number),
        device: 'Safari on iPhone',
        address: '192.0.2.7',
        createdAt: now,
        lastSeenAt: now,
        assurance: 'password',
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Unknown device', isCurrent: false }),
    ]);
    const seenByOther = await list(person);
    expect(seenByOther.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('an expired session is not listed', async ({ testApp }) => {
    const person = await testApp.user();
    testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS + 1);
    const phone = await signInElsewhere(testApp, person.username);
    expect(await list(phone)).toHaveLength(1);
  });
});

describe('DELETE /api/user/sessions/{id}', () => {
  test('DELETE /api/user/sessions/{id} ends that session at once and no other', async ({ testApp }) => {
    const person = await testApp.user();
    const phone = await signInElsewhere(testApp, person.username);
    const position = await findLastPosition(testApp);
    const id = (await list(phone)).find(({ isCurrent }) => isCurrent)?.id;
    expect((await person.delete(`/api/user/sessions/${id}`)).body).toEqual({ success: true });
    expect((await phone.get('/api/user')).status).toBe(401);
    expect((await person.get('/api/user')).status).toBe(200);
    expect(await listAuditEvents(testApp, position)).toMatchObject([
      { actor: person.username, action: 'session.end', details: { device: 'Safari on iPhone' } },
      { action: 'call.refused' },
    ]);
    expect((await person.delete(`/api/user/sessions/${id}`)).status).toBe(404);
  });

  test('of two requests that end the same session, one succeeds', async ({ testApp }) => {
    const person = await testApp.user();
    const phone = await signInElsewhere(testApp, person.username);
    const id = (await list(phone)).find(({ isCurrent }) => isCurrent)?.id;
    const answers = await Promise.all([1, 2].map(() => person.delete(`/api/user/sessions/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('nobody ends the session of another user, not even an administrator', async ({ testApp }) => {
    const person = await testApp.user();
    const [session] = await list(person);
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.delete(`/api/user/sessions/${session?.id}`)).status).toBe(404);
    expect((await person.get('/api/user')).status).toBe(200);
  });
});

test('ending all other sessions keeps the current one and those of other users', async ({ testApp }) => {
  const [person, other] = [await testApp.user(), await testApp.user()];
  const phone = await signInElsewhere(testApp, person.username);
  expect((await phone.delete('/api/user/sessions')).status).toBe(200);
  expect((await person.get('/api/user')).status).toBe(401);
  expect((await phone.get('/api/user')).status).toBe(200);
  expect((await other.get('/api/user')).status).toBe(200);
});

test('an administrator ends the sessions of everybody, who can sign in again', async ({ testApp }) => {
  const [person, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  const visitor = await testApp.visitor({ inviter: person, allFolders: true });
  expect((await person.post('/api/admin/sessions/end-all')).status).toBe(403);
  const used = createTestClient(testApp.server.http, administrator.cookie);
  expect((await administrator.post('/api/admin/sessions/end-all')).body).toEqual({ success: true });
  expect(administrator.cookie).toBeUndefined();
  for (const client of [person, used]) expect((await client.get('/api/user')).status).toBe(401);
  expect((await visitor.get('/api/folders')).status).toBe(401);
  expect((await list(await signInElsewhere(testApp, person.username))).length).toBe(1);
});
