import { describe, expect } from 'vitest';
import { SESSION_ABSOLUTE_TIMEOUT_MS, SESSION_IDLE_TIMEOUT_MS } from '#server/authorization/sessions.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, test } from '#server/testing/test-app.ts';

describe('sessions', () => {
  test('without a session there is no user', async ({ testApp }) => {
    const answer = await testApp.anonymous.get('/api/user');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'Sign in first', code: 'unauthenticated' });
  });

  test('an invented cookie is not accepted', async ({ testApp }) => {
    const forged = createTestClient(testApp.server.http, `muniment_session=${'A'.repeat(43)}`);
    expect((await forged.get('/api/user')).status).toBe(401);
  });

  test('the session cookie is inaccessible to scripts and other sites', async ({ testApp }) => {
    const { username } = await testApp.user();
    const answer = await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^muniment_session=[\w-]{43};/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toContain('Secure');
    await testApp.anonymous.post('/api/logout');
  });

  test('under https the cookie is bound to the host and to https', async () => {
    const testApp = await openTestApp({ config: { publicUrl: 'https://room.example.test', secure: true } });
    const { username } = await testApp.user();
    const answer = await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-muniment_session=.*Path=\/.*Secure/);
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
    await testApp.close();
  });

  test('only the hash of the cookie value is stored', async ({ testApp }) => {
    const { username } = await testApp.user();
    await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    const token = testApp.anonymous.cookie?.split('=')[1] ?? '';
    const rows = await testApp.server.services.db.selectFrom('sessions').selectAll().execute();
    expect(
      JSON.stringify(rows.map((row) => [row.token_hash.toString('base64url'), row.token_hash.toString()])),
    ).not.toContain(token);
    await testApp.anonymous.post('/api/logout');
  });

  test('signing in creates a new value and ends the previous session', async ({ testApp }) => {
    const person = await testApp.user();
    const before = createTestClient(testApp.server.http, person.cookie);
    await person.post('/api/login', { username: person.username, password: PASSWORD });
    expect(person.cookie).not.toBe(before.cookie);
    expect((await person.get('/api/user')).status).toBe(200);
    expect((await before.get('/api/user')).status).toBe(401);
  });

  test('a user has at most fifty sessions, and a further one ends the oldest', async ({ testApp }) => {
    const person = await testApp.user();
    const oldest = createTestClient(testApp.server.http, person.cookie);
    testApp.advanceClock(1_000);
    for (let time = 0; time < 50; time += 1) {
      const other = createTestClient(testApp.server.http);
      await other.post('/api/login', { username: person.username, password: PASSWORD });
      if (time < 49) continue;
      expect((await other.get('/api/user')).status).toBe(200);
    }
    expect((await oldest.get('/api/user')).status).toBe(401);
  });

  test('signing out ends the session at once and clears the cookie', async ({ testApp }) => {
    const person = await testApp.user();
    const copy = createTestClient(testApp.server.http, person.cookie);
    const { status, headers } = await person.post('/api/logout');
    expect([status, headers['clear-site-data']]).toEqual([200, '"cache"']);
    expect(person.cookie).toBeUndefined();
    expect((await copy.get('/api/user')).status).toBe(401);
  });

  test('a session ends after twelve hours without a request', async ({ testApp }) => {
    const person = await testApp.user();
    testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS - 1);
    expect((await person.get('/api/user')).status).toBe(200);
    testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS - 1);
    expect((await person.get('/api/user')).status).toBe(200);
    testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS + 1);
    expect((await person.get('/api/user')).status).toBe(401);
  });

  test('a session ends after seven days however much it is used', async ({ testApp }) => {
    const person = await testApp.user();
    const end = testApp.server.services.now() + SESSION_ABSOLUTE_TIMEOUT_MS;
    while (testApp.server.services.now() + SESSION_IDLE_TIMEOUT_MS / 2 < end) {
      testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS / 2);
      expect((await person.get('/api/user')).status).toBe(200);
    }
    testApp.advanceClock(SESSION_IDLE_TIMEOUT_MS / 2);
    expect((await person.get('/api/user')).status).toBe(401);
  });

  test("a deleted account's session ends at the next request", async ({ testApp }) => {
    const person = await testApp.user();
    await testApp.server.services.db
      .updateTable('users')
      .set({ deleted_at: 1 })
      .where('id', '=', person.id)
      .execute();
    expect((await person.get('/api/user')).status).toBe(401);
  });
});

describe('cross-site requests', () => {
  const elsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];

  test.for(elsewhere)('a change with %o is refused and has no effect', async (headers, { testApp }) => {
    const person = await testApp.user();
    const answer = await person.send({
      method: 'POST',
      url: '/api/folders',
      payload: { name: 'Planted' },
      headers,
    });
    expect(answer.status).toBe(403);
    expect((await person.get('/api/folders')).body).toEqual([]);
  });

  test('the web app and scripts without these headers are served', async ({ testApp }) => {
    const person = await testApp.user();
    const own = { origin: 'http://localhost:8080', host: 'localhost:8080', 'sec-fetch-site': 'same-origin' };
    expect(
      (await person.send({ method: 'POST', url: '/api/folders', payload: { name: 'One' }, headers: own }))
        .status,
    ).toBe(201);
    expect((await person.post('/api/folders', { name: 'Two' })).status).toBe(201);
  });
});
