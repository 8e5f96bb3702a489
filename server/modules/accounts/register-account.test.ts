import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const account = (username: string) => ({
  username,
  email: `${crypto.randomUUID()}@example.test`,
  password: PASSWORD,
});

const register = (testApp: TestApp, body: object, remoteAddress = '192.0.2.1') =>
  testApp.anonymous.send({ method: 'POST', url: '/api/register', payload: body, remoteAddress });

describe('POST /api/register', () => {
  test('registration creates a regular account in any case, and signs in', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const answer = await register(testApp, { ...account('Grace Hopper'), isAdmin: true });
    expect([answer.status, answer.body.isAdmin]).toEqual([201, false]);
    expect((await testApp.anonymous.get('/api/user')).body.username).toBe('Grace Hopper');
    await testApp.close();
  });

  test.for(['ADMIN', 'ＡＤＭＩＮ', 'aDmiN'])(
    '%s is taken when there is an admin',
    async (username, { testApp }) => {
      const answer = await register(testApp, account(username));
      expect([answer.status, answer.body.fields]).toEqual([409, { username: 'This username is taken' }]);
    },
  );

  test.for([
    ['a variation selector', 'admin\ufe0f'],
    ['a grapheme joiner', 'ad\u034fmin'],
    ['a Hangul filler', 'admin\u3164'],
    ['an empty Braille cell', 'admin\u2800'],
    ['a zero-width space', 'ad\u200bmin'],
    ['a Cyrillic a among Latin letters', '\u0430dmin'],
    ['a Greek o among Latin letters', 'b\u03bfb'],
  ])('a name with %s, which looks like another, is refused', async ([, username], { testApp }) => {
    const answer = await register(testApp, account(username ?? ''));
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['username']]);
  });

  test.for(['Ада Лавлейс', 'Ελένη', '山田 太郎', 'Zoë O’Neil-3'])(
    'the name %s is accepted',
    async (username, { testApp }) => {
      expect((await register(testApp, account(username))).status).toBe(201);
    },
  );

  test('an address and its network have a limit of a thousand registrations, also concurrently', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    expect((await register(testApp, account('first'), '2001:db8::1')).status).toBe(201);
    await testApp.server.services.db.updateTable('attempt_counts').set({ attempts: 980 }).execute();
    const taken = { ...account('admin') };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => register(testApp, taken, `2001:db8::${at.toString(16)}`)),
    );
    expect(answers.filter(({ status }) => status === 409).length).toBe(20);
    expect((await register(testApp, account('late'), '2001:db8:0:0:ffff::1')).status).toBe(429);
    expect((await register(testApp, account('elsewhere'), '2001:db8:0:1::1')).status).toBe(201);
    expect((await register(testApp, account('mapped'), '::ffff:192.0.2.7')).status).toBe(201);
    testApp.advanceClock(16 * 60_000);
    expect((await register(testApp, account('late'), '2001:db8::1')).status).toBe(201);
    expect(await testApp.server.services.db.selectFrom('attempt_counts').selectAll().execute()).toHaveLength(
      1,
    );
    await testApp.close();
  });

  test('a network that names taken accounts again and again is refused, whatever it names next', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const { db } = testApp.server.services;
    for (const name of ['one', 'two', 'three'])
      expect((await register(testApp, account(`free ${name}`))).status).toBe(201);
    expect((await register(testApp, account('free one'))).status).toBe(409);
    // The registrations and the taken names; free ones leave no count.
    expect(await db.selectFrom('attempt_counts').select('attempts').orderBy('attempts').execute()).toEqual([
      { attempts: 1 },
      { attempts: 4 },
    ]);
    await db.updateTable('attempt_counts').set({ attempts: 99 }).where('attempts', '=', 1).execute();
    expect((await register(testApp, account('free one'))).status).toBe(409);
    expect((await register(testApp, account('free one'))).status).toBe(429);
    await db.updateTable('attempt_counts').set({ attempts: 99 }).where('attempts', '>', 99).execute();
    const taken = await Promise.all(Array.from({ length: 4 }, () => register(testApp, account('free one'))));
    // All are counted before the first is decided, or not: never is more than one answered.
    expect(
      taken
        .map(({ status }) => status)
        .sort()
        .slice(1),
    ).toEqual([429, 429, 429]);
    expect((await register(testApp, account('free four'))).status).toBe(429);
    expect((await register(testApp, account('free four'), '198.51.100.7')).status).toBe(201);
    await testApp.close();
  });
});
