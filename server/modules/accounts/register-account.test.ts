import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

const account = (username: string) => ({
  username,
  email: `${crypto.randomUUID()}@example.test`,
  password: PASSWORD,
});

const register = (room: TestApp, body: object, remoteAddress = '192.0.2.1') =>
  room.anonymous.send({ method: 'POST', url: '/api/register', payload: body, remoteAddress });

describe('POST /api/register', () => {
  test('makes an account that is no administrator’s, whatever is asked, and signs in', async () => {
    const room = await openTestApp();
    const answer = await register(room, { ...account('Grace Hopper'), isAdmin: true });
    expect([answer.status, answer.body.isAdmin]).toEqual([201, false]);
    expect((await room.anonymous.get('/api/user')).body.username).toBe('Grace Hopper');
    await room.close();
  });

  test.for(['ADMIN', 'ＡＤＭＩＮ', 'aDmiN'])(
    '%s is taken when there is an admin',
    async (username, { room }) => {
      const answer = await register(room, account(username));
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
  ])('a name with %s, which reads like another, is refused', async ([, username], { room }) => {
    const answer = await register(room, account(username ?? ''));
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['username']]);
  });

  test.for(['Ада Лавлейс', 'Ελένη', '山田 太郎', 'Zoë O’Neil-3'])(
    '%s is a name',
    async (username, { room }) => {
      expect((await register(room, account(username))).status).toBe(201);
    },
  );

  test('an address makes at most a thousand attempts in a while, also at once, and its network with it', async () => {
    const room = await openTestApp();
    expect((await register(room, account('first'), '2001:db8::1')).status).toBe(201);
    await room.server.services.db.updateTable('failure_counts').set({ failures: 900 }).execute();
    const taken = { ...account('admin') };
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, at) => register(room, taken, `2001:db8::${at.toString(16)}`)),
    );
    expect(answers.filter(({ status }) => status === 409).length).toBeLessThanOrEqual(100);
    expect((await register(room, account('late'), '2001:db8:0:0:ffff::1')).status).toBe(429);
    expect((await register(room, account('elsewhere'), '2001:db8:0:1::1')).status).toBe(201);
    expect((await register(room, account('mapped'), '::ffff:192.0.2.7')).status).toBe(201);
    room.advanceClock(16 * 60_000);
    expect((await register(room, account('late'), '2001:db8::1')).status).toBe(201);
    expect(await room.server.services.db.selectFrom('failure_counts').selectAll().execute()).toHaveLength(1);
    await room.close();
  });
});
