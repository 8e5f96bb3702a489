import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { testInParallel as test } from '#server/testing/test-app.ts';

const PROFILE = '/api/user/profile';

describe('PATCH /api/user/profile', () => {
  test('a changed name and e-mail sign in from then on, and the old ones are free', async ({ testApp }) => {
    const person = await testApp.user();
    const before = (await person.get('/api/user')).body;
    const email = 'Ada@Example.test';
    const answer = await person.patch(PROFILE, { username: ' Ada Lovelace ', email });
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...before, username: 'Ada Lovelace', email, emailVerified: false },
    ]);
    expect((await person.get('/api/user')).body).toEqual(answer.body);
    for (const username of ['ADA lovelace', 'ada@example.test'])
      expect((await testApp.anonymous.post('/api/login', { username, password: PASSWORD })).body.id).toBe(
        person.id,
      );
    const old = await testApp.anonymous.post('/api/login', { username: before.username, password: PASSWORD });
    expect(old.status).toBe(401);
    const heir = await testApp.user();
    expect((await heir.patch(PROFILE, { username: before.username, email: before.email })).status).toBe(200);
  });

  test('only the given fields change', async ({ testApp }) => {
    const person = await testApp.user();
    const { email } = (await person.get('/api/user')).body;
    expect((await person.patch(PROFILE, { username: 'Grace' })).body).toMatchObject({
      username: 'Grace',
      email,
    });
    expect((await person.patch(PROFILE, {})).body).toMatchObject({ username: 'Grace', email });
  });

  test('a name of two characters is accepted, and its owner signs in by e-mail', async ({ testApp }) => {
    const person = await testApp.user();
    expect((await person.patch(PROFILE, { username: 'Bo', email: 'bo@example.test' })).status).toBe(200);
    const tooShort = await testApp.anonymous.post('/api/login', { username: 'Bo', password: PASSWORD });
    expect(tooShort.body.fields).toEqual({ username: 'Username must be at least 3 characters' });
    const answer = await testApp.anonymous.post('/api/login', {
      username: 'BO@example.test',
      password: PASSWORD,
    });
    expect(answer.body.id).toBe(person.id);
  });

  test.for([
    [{ username: 'A' }, 'username', 'Username must be at least 2 characters.'],
    [{ username: '  A ' }, 'username', 'Username must be at least 2 characters.'],
    [{ username: 'A'.repeat(31) }, 'username', 'Username must not be longer than 30 characters.'],
    [{ username: 'admin\ufe0f' }, 'username', expect.stringContaining('invisible')],
    [{ username: '\u0430dmin' }, 'username', expect.stringContaining('similar-looking')],
    [{ email: '' }, 'email', 'Please enter a valid email address.'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
    [{ email: 'a@example.test\nBcc: b@example.test' }, 'email', 'Please enter a valid email address.'],
    [{ email: `${'a'.repeat(243)}@example.test` }, 'email', 'Please enter a valid email address.'],
    [{ isAdmin: true }, 'isAdmin', 'Unknown field'],
  ] as const)('%j is refused with its field', async ([body, field, message], { testApp }) => {
    const answer = await (await testApp.user()).patch(PROFILE, body);
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: message }]);
  });

  test('the e-mail of the first administrator may stay', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(PROFILE, { email: 'first@localhost' })).status).toBe(200);
  });

  test('a name or e-mail of another account is refused in any form, also as the other of the two', async ({
    testApp,
  }) => {
    const [person, other] = [await testApp.user(), await testApp.user()];
    const { email } = (await other.get('/api/user')).body;
    const taken = {
      username: 'This username is taken',
      email: 'There is already an account with this email',
    };
    for (const username of [
      other.username,
      other.username.toUpperCase(),
      `ｐ${other.username.slice(1)}`,
      email,
    ]) {
      const answer = await person.patch(PROFILE, { username });
      expect([answer.status, answer.body.fields]).toEqual([409, { username: taken.username }]);
    }
    const answer = await person.patch(PROFILE, { email: email.toUpperCase() });
    expect([answer.status, answer.body.fields]).toEqual([409, { email: taken.email }]);
    await other.patch(PROFILE, { username: 'name@example.test' });
    expect((await person.patch(PROFILE, { email: 'name@example.test' })).body.fields).toEqual({
      email: taken.email,
    });
    expect((await person.get('/api/user')).body.username).toBe(person.username);
  });

  test('names cannot be probed for accounts without limit, but what stays the same is always saved', async ({
    testApp,
  }) => {
    const [person, other, patient] = [await testApp.user(), await testApp.user(), await testApp.user()];
    const { username, email } = (await person.get('/api/user')).body;
    const probe = () => person.patch(PROFILE, { username: other.username });
    expect((await probe()).status).toBe(409);
    // Counted before they are checked, so that a burst may be refused as a whole.
    const statuses = (await Promise.all(Array.from({ length: 105 }, probe))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409).length).toBeLessThan(100);
    expect(statuses.filter((status) => status !== 409 && status !== 429)).toEqual([]);
    for (const change of [{ username: 'Surely free' }, { email: 'free@example.test' }])
      expect((await person.patch(PROFILE, change)).status).toBe(429);
    expect((await person.patch(PROFILE, { username, email })).status).toBe(200);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(PROFILE, { username: other.username })).status).toBe(409);
    // One after the other, all hundred are answered.
    for (let time = 0; time < 100; time += 1)
      expect((await patient.patch(PROFILE, { username: other.username })).status).toBe(409);
    expect((await patient.patch(PROFILE, { username: other.username })).status).toBe(429);
  });

  test('one of many concurrent requests for the same name gets it', async ({ testApp }) => {
    const people = await Promise.all(Array.from({ length: 8 }, () => testApp.user()));
    const answers = await Promise.all(
      people.map((person) => person.patch(PROFILE, { username: 'Only one' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

test('of simultaneous changes of preferences none undoes another', async ({ testApp }) => {
  const person = await testApp.user();
  const changes = [
    { defaultView: 'list' },
    { colorScheme: 'dark' },
    { tourSeen: true },
    { sidebarWidth: 320 },
  ];
  const { db } = testApp.server.services;
  for (let time = 0; time < 5; time += 1) {
    await db.deleteFrom('user_preferences').where('user_id', '=', person.id).execute();
    await Promise.all(changes.map((change) => person.patch('/api/user/preferences', change)));
    expect((await person.get('/api/user/preferences')).body).toMatchObject(Object.assign({}, ...changes));
  }
});

describe('notification preferences', () => {
  const url = '/api/user/notifications';
  const none = { emailNotifications: false, fileShared: false, folderAccess: false };

  test('notifications are off until a user turns each on', async ({ testApp }) => {
    const person = await testApp.user();
    expect((await person.get(url)).body).toEqual(none);
    expect((await person.patch(url, { fileShared: true })).body).toEqual({ ...none, fileShared: true });
    await Promise.all([
      person.patch(url, { emailNotifications: true }),
      person.patch(url, { folderAccess: true }),
      person.patch(url, { fileShared: false }),
    ]);
    const wanted = { emailNotifications: true, fileShared: false, folderAccess: true };
    expect((await person.get(url)).body).toEqual(wanted);
    expect((await (await testApp.user()).get(url)).body).toEqual(none);
  });

  test('notification preferences are booleans, and unknown ones are refused', async ({ testApp }) => {
    const answer = await (await testApp.user()).patch(url, { fileShared: 1, everything: true });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['fileShared', 'everything']]);
  });
});
