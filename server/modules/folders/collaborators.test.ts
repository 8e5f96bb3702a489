import { describe, expect } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const urlOf = (folderId: number) => `/api/folders/${folderId}/collaborators`;

async function openShared(testApp: TestApp) {
  const [owner, collaborator, unrelatedUser] = [
    await testApp.user(),
    await testApp.user(),
    await testApp.user(),
  ];
  const folder = await owner.folder('Deal');
  const below = await owner.folder('Annexes', folder.id);
  const file = await owner.file({ name: 'price.txt', content: 'A dotterel covenant', folderId: below.id });
  return { owner, collaborator, unrelatedUser, folder, below, file, url: urlOf(folder.id) };
}

describe('collaborators of a folder', () => {
  test('a collaborator may work in the folder and below from the next request until the removal', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, collaborator, folder, below, file, url } = await openShared(testApp);
    await testApp.finishJobs();
    const found = async () =>
      (await collaborator.get('/api/search?query=dotterel')).body.relatedDocuments.length;
    const see = async () => [
      (await collaborator.get(`/api/folders/${below.id}`)).status,
      (await collaborator.get(`/api/files/${file.id}/download`)).status,
      (await collaborator.get('/api/folders')).body.length,
      await found(),
    ];
    expect(await see()).toEqual([404, 404, 0, 0]);
    const added = await owner.post(url, { userId: collaborator.id });
    const person = {
      id: collaborator.id,
      username: collaborator.username,
      email: `${collaborator.username}@example.test`,
    };
    expect([added.status, added.body]).toEqual([201, person]);
    expect(await see()).toEqual([200, 200, 2, 1]);
    expect((await owner.get(url)).body).toEqual([person]);
    await collaborator.folder('Theirs', folder.id);
    expect((await owner.delete(`${url}/${collaborator.id}`)).body).toEqual({ success: true });
    expect(await see()).toEqual([404, 404, 0, 0]);
    expect((await owner.get(url)).body).toEqual([]);
  });

  test('the owner and administrators manage collaborators; collaborators may not, and unrelated users see no folder', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, collaborator, unrelatedUser, folder, url } = await openShared(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.post(url, { userId: collaborator.id })).status).toBe(201);
    for (const [client, status] of [
      [testApp.anonymous, 401],
      [visitor, 403],
      [collaborator, 403],
      [unrelatedUser, 404],
    ] as const) {
      expect((await client.get(url)).status).toBe(status);
      expect((await client.post(url, { userId: unrelatedUser.id })).status).toBe(status);
      expect((await client.delete(`${url}/${collaborator.id}`)).status).toBe(status);
    }
    const absent = await unrelatedUser.get(urlOf(999_999));
    expect((await unrelatedUser.get(url)).body).toEqual(absent.body);
    expect((await owner.get(url)).body).toHaveLength(1);
    expect((await admin.get(url)).body).toHaveLength(1);
    await owner.delete(`/api/folders/${folder.id}`);
    expect((await owner.get(url)).status).toBe(404);
    expect((await owner.post(url, { userId: unrelatedUser.id })).status).toBe(404);
  });

  test('a collaborator is another active user, listed once', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, collaborator, folder, below, url } = await openShared(testApp);
    const [admin, gone] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.id).execute();
    expect((await owner.post(url, { userId: collaborator.id })).status).toBe(201);
    for (const [client, userId, status, error] of [
      [owner, owner.id, 409, 'You already have full access to this folder'],
      [admin, admin.id, 409, 'You already have full access to this folder'],
      [admin, owner.id, 409, `${owner.username} already owns this folder`],
      [owner, collaborator.id, 409, `${collaborator.username} is already a collaborator`],
      [owner, gone.id, 404, 'Account not found'],
      [owner, 999_999, 404, 'Account not found'],
    ] as const) {
      const answer = await client.post(url, { userId });
      expect([answer.status, answer.body]).toMatchObject([status, { error, fields: { userId: error } }]);
    }
    const inherited = await admin.post(urlOf(below.id), { userId: owner.id });
    expect(inherited.body.error).toBe(`${owner.username} already owns this folder`);
    const notThere = await owner.delete(`${urlOf(below.id)}/${collaborator.id}`);
    expect([notThere.status, notThere.body.error]).toEqual([
      404,
      'This user is not a collaborator of this folder',
    ]);
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', collaborator.id).execute();
    expect((await owner.get(urlOf(folder.id))).body).toEqual([]);
  });

  test('the creator of a folder who lost access to its parent can be added again', async ({ testApp }) => {
    const { owner, collaborator, folder, url } = await openShared(testApp);
    await owner.post(url, { userId: collaborator.id });
    const made = await collaborator.folder('Theirs', folder.id);
    await owner.delete(`${url}/${collaborator.id}`);
    expect((await collaborator.get(`/api/folders/${made.id}`)).status).toBe(404);
    expect((await owner.post(urlOf(made.id), { userId: collaborator.id })).status).toBe(201);
    expect((await collaborator.get(`/api/folders/${made.id}`)).body.accessLevel).toBe('owner');
    expect((await collaborator.get(`/api/folders/${folder.id}`)).status).toBe(404);
  });

  test('a collaborator who is added twice at once is listed once', async ({ testApp }) => {
    const { owner, collaborator, url } = await openShared(testApp);
    const add = () => owner.post(url, { userId: collaborator.id });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('collaborators are paginated', async ({ testApp }) => {
    const { owner, folder, url } = await openShared(testApp);
    for (let person = 0; person < 3; person += 1) await testApp.share(folder.id, await testApp.user());
    const first = await owner.get(`${url}?limit=2`);
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
    const second = await owner.get(next);
    expect([first.body.length, second.body.length, second.headers['link']]).toEqual([2, 1, undefined]);
    expect(new Set([...first.body, ...second.body].map(({ id }) => id)).size).toBe(3);
  });

  test('adding ids one by one reveals few accounts, and those found by name or address have no such limit', async () => {
    const testApp = await openTestApp();
    const { owner, collaborator, unrelatedUser, folder, below, url } = await openShared(testApp);
    await testApp.share(folder.id, unrelatedUser);
    const guesses = Array.from({ length: 30 }, (_, at) => owner.post(url, { userId: 1_000 + at }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
    const absent = await owner.post(url, { userId: 999_999 });
    const refused = await owner.post(url, { userId: collaborator.id });
    expect([refused.status, refused.body, refused.body.error]).toEqual([
      429,
      absent.body,
      'Too many attempts. Please wait 24 hours and try again.',
    ]);
    // Whom the owner gave access before is in a list that they see.
    expect((await owner.post(urlOf(below.id), { userId: unrelatedUser.id })).status).toBe(201);
    await owner.get(`/api/users?username=${collaborator.username}`);
    expect((await owner.post(url, { userId: collaborator.id })).status).toBe(201);
    const [other, outsider] = [await testApp.user(), await testApp.user()];
    await other.get(`/api/users?email=${outsider.username}@example.test`);
    expect((await owner.post(url, { userId: outsider.id })).status).toBe(429);
    testApp.advanceClock(25 * 60 * 60_000);
    const again = testApp.anonymous;
    await again.post('/api/login', { username: owner.username, password: PASSWORD });
    expect((await again.post(url, { userId: outsider.id })).status).toBe(201);
    await testApp.close();
  });

  test('adding people found by their address has the limit of searches', async () => {
    const testApp = await openTestApp();
    const { owner, collaborator, url } = await openShared(testApp);
    const path = `/api/users?username=${collaborator.username}`;
    const found = await Promise.all(Array.from({ length: 105 }, () => owner.get(path)));
    expect(found.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(100);
    expect((await owner.post(url, { userId: collaborator.id })).status).toBe(429);
    testApp.advanceClock(16 * 60_000);
    expect((await owner.post(url, { userId: collaborator.id })).status).toBe(201);
    await testApp.close();
  });
});

describe('POST /api/folders/:id/leave', () => {
  test('a collaborator leaves, with what they gave others, and the owner can add them again', async ({
    testApp,
  }) => {
    const { owner, collaborator, unrelatedUser, folder, below, url } = await openShared(testApp);
    await owner.post(url, { userId: collaborator.id });
    const theirs = await collaborator.folder('Theirs', folder.id);
    await collaborator.post(urlOf(theirs.id), { userId: unrelatedUser.id });
    expect((await unrelatedUser.get(`/api/folders/${theirs.id}`)).status).toBe(200);
    const left = await collaborator.post(`/api/folders/${folder.id}/leave`);
    expect([left.status, left.body]).toEqual([200, { success: true }]);
    for (const { id } of [folder, below, theirs])
      expect((await collaborator.get(`/api/folders/${id}`)).status).toBe(404);
    expect((await unrelatedUser.get(`/api/folders/${theirs.id}`)).status).toBe(404);
    expect((await owner.get(`/api/folders/${theirs.id}`)).status).toBe(200);
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'object_id'])
      .where('actor_id', '=', collaborator.id)
      .where('action', 'like', 'collaborator.%')
      .orderBy('position')
      .execute();
    const byCollaborator = { actor_id: collaborator.id };
    expect(rows).toEqual([
      { ...byCollaborator, action: 'collaborator.add', object_id: theirs.id },
      { ...byCollaborator, action: 'collaborator.leave', object_id: folder.id },
      { ...byCollaborator, action: 'collaborator.remove', object_id: theirs.id },
    ]);
    expect((await collaborator.post(`/api/folders/${folder.id}/leave`)).status).toBe(404);
    expect((await owner.post(url, { userId: collaborator.id })).status).toBe(201);
  });

  test('a folder below a shared one is left with the shared one', async ({ testApp }) => {
    const { owner, collaborator, below, url } = await openShared(testApp);
    await owner.post(url, { userId: collaborator.id });
    const refused = await collaborator.post(`/api/folders/${below.id}/leave`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'You have access to this folder through a folder above it. Leave that folder instead.',
    ]);
    expect((await collaborator.get(`/api/folders/${below.id}`)).status).toBe(200);
  });
});
