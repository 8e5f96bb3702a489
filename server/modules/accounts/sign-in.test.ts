import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';

const MINUTES = 60_000;

describe('POST /api/login', () => {
  test('the right password opens a session and answers the user', async ({ testApp }) => {
    const { username, id } = await testApp.user();
    const answer = await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      username,
      email: `${username}@example.test`,
      isAdmin: false,
      createdAt: expect.any(String),
    });
    expect((await testApp.anonymous.get('/api/user')).body.id).toBe(id);
    await testApp.anonymous.post('/api/logout');
  });

  test('the name counts in any case', async ({ testApp }) => {
    const { username } = await testApp.user();
    expect(
      (await testApp.anonymous.post('/api/login', { username: username.toUpperCase(), password: PASSWORD }))
        .status,
    ).toBe(200);
    await testApp.anonymous.post('/api/logout');
  });

  test('a wrong password and an unknown name answer alike', async ({ testApp }) => {
    const { username } = await testApp.user();
    const wrong = await testApp.anonymous.post('/api/login', { username, password: 'not the one' });
    const unknown = await testApp.anonymous.post('/api/login', {
      username: 'no-such-person',
      password: PASSWORD,
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: 'Invalid username or password', code: 'unauthenticated' });
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test.for([
    [
      'a short name',
      { username: 'ab', password: PASSWORD },
      'username',
      'Username must be at least 3 characters',
    ],
    [
      'a short password',
      { username: 'someone', password: '12345' },
      'password',
      'Password must be at least 6 characters',
    ],
    ['a missing password', { username: 'someone' }, 'password', 'Password must be at least 6 characters'],
    [
      'a number for a name',
      { username: 7, password: PASSWORD },
      'username',
      'Username must be at least 3 characters',
    ],
    [
      'an additional field',
      { username: 'someone', password: PASSWORD, admin: true },
      'admin',
      'Unknown field',
    ],
    ['a list for a body', [], 'body', expect.any(String)],
  ])('%s is refused with its field', async ([_what, body, field, message], { testApp }) => {
    const answer = await testApp.anonymous.post('/api/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid', fields: { [field]: message } });
  });

  test('the tenth failure shuts the account for a while, for the right password too', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await testApp.anonymous.post('/api/login', { username, password: 'wrong one' })).status).toBe(
        401,
      );
    }
    const shut = await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    expect(shut.status).toBe(429);
    expect(shut.body.error).toContain('Try again in 15 minutes');
    testApp.advanceClock(16 * MINUTES);
    expect((await testApp.anonymous.post('/api/login', { username, password: PASSWORD })).status).toBe(200);
    await testApp.anonymous.post('/api/logout');
  });

  test('of many guesses sent at once none is heard after the limit', async ({ testApp }) => {
    const { username } = await testApp.user();
    const guesses = Array.from({ length: 30 }, () =>
      testApp.anonymous.post('/api/login', { username, password: 'wrong one' }),
    );
    await Promise.all(guesses);
    expect((await testApp.anonymous.post('/api/login', { username, password: PASSWORD })).status).toBe(429);
    testApp.advanceClock(16 * MINUTES);
  });

  test('success is not limited', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let time = 0; time < 15; time += 1) {
      expect((await testApp.anonymous.post('/api/login', { username, password: PASSWORD })).status).toBe(200);
    }
    await testApp.anonymous.post('/api/logout');
  });
});
