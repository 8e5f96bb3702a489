import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';

describe('POST /api/login', () => {
  test('the right password creates a session and returns the user', async ({ testApp }) => {
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

  test('the username is case-insensitive', async ({ testApp }) => {
    const { username } = await testApp.user();
    expect(
      (await testApp.anonymous.post('/api/login', { username: username.toUpperCase(), password: PASSWORD }))
        .status,
    ).toBe(200);
    await testApp.anonymous.post('/api/logout');
  });

  test('a wrong password and an unknown name get the same response', async ({ testApp }) => {
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

  test('successful sign-ins are not limited', async ({ testApp }) => {
    const { username } = await testApp.user();
    for (let time = 0; time < 15; time += 1) {
      expect((await testApp.anonymous.post('/api/login', { username, password: PASSWORD })).status).toBe(200);
    }
    await testApp.anonymous.post('/api/logout');
  });
});
