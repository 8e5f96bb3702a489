import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const ABSENT = { error: "The folder could not be found or you don't have access", code: 'not-found' };

describe('POST /api/folders', () => {
  test('a new folder belongs to its creator', async ({ testApp }) => {
    const owner = await testApp.user();
    const answer = await owner.post('/api/folders', {
      name: '  Contracts ',
      parentId: null,
      ownerId: owner.id,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Contracts',
      parentId: null,
      ownerId: owner.id,
      createdAt: '2026-11-20T12:00:00.000Z',
      accessLevel: 'owner',
    });
  });

  test('a collaborator may create a subfolder, a visitor and an unrelated user may not', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    expect((await collaborator.post('/api/folders', { name: 'In', parentId: id })).status).toBe(201);

    const visitor = await testApp.visitor({ inviter: owner, folderIds: [id] });
    expect((await visitor.post('/api/folders', { name: 'In', parentId: id })).status).toBe(403);
    const unrelatedUser = await testApp.user();
    const refused = await unrelatedUser.post('/api/folders', { name: 'In', parentId: id });
    expect([refused.status, refused.body]).toEqual([404, ABSENT]);
    expect((await testApp.anonymous.post('/api/folders', { name: 'In', parentId: id })).status).toBe(401);
    expect((await owner.get(`/api/folders?parentId=${id}`)).body).toHaveLength(1);
  });

  test('nobody creates a folder in the name of another', async ({ testApp }) => {
    const owner = await testApp.user();
    const other = await testApp.user();
    const answer = await owner.post('/api/folders', { name: 'A gift', ownerId: other.id });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ ownerId: 'A folder is owned by the user who creates it' });
  });

  test.for([
    ['a blank name', { name: '   ' }, 'name', 'Folder name is required'],
    ['no name', {}, 'name', 'Folder name is required'],
    ['a number for a name', { name: 4 }, 'name', 'Folder name is required'],
    ['a slash in the name', { name: 'a/b' }, 'name', "A name can't contain / or \\"],
    ['a long name', { name: 'x'.repeat(300) }, 'name', 'The name is too long: use at most 255 characters'],
    ['a text as a parent id', { name: 'a', parentId: '1' }, 'parentId', expect.any(String)],
    ['a negative parent', { name: 'a', parentId: -1 }, 'parentId', expect.any(String)],
    ['an additional field', { name: 'a', colour: 'red' }, 'colour', 'Unknown field'],
  ])('%s is refused with its field', async ([_what, body, field, message], { testApp }) => {
    const owner = await testApp.user();
    const answer = await owner.post('/api/folders', body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
    expect((await owner.get('/api/folders')).body).toEqual([]);
  });
});

describe('GET /api/folders', () => {
  test('the root lists own root folders and the topmost shared ones', async ({ testApp }) => {
    const owner = await testApp.user();
    const secret = await owner.folder('Secret');
    const shared = await owner.folder('Shared', secret.id);
    await owner.folder('Below', shared.id);
    const collaborator = await testApp.user();
    await testApp.share(shared.id, collaborator);
    const own = await collaborator.folder('Own');

    const root = (await collaborator.get('/api/folders?parentId=null')).body;
    expect(root).toEqual([
      { ...shared, parentId: null, accessLevel: 'collaborator' },
      { ...own, accessLevel: 'owner' },
    ]);
    expect((await owner.get('/api/folders?parentId=null')).body.map(({ id }: { id: number }) => id)).toEqual([
      secret.id,
    ]);
  });

  test('subfolders inherit the access level, and an unrelated user gets none of them', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const below = await owner.folder('Below', top.id);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [top.id] });
    expect((await visitor.get(`/api/folders?parentId=${top.id}`)).body).toEqual([
      { ...below, accessLevel: 'visitor' },
    ]);
    const unrelatedUser = await testApp.user();
    expect((await unrelatedUser.get(`/api/folders?parentId=${top.id}`)).body).toEqual(ABSENT);
    expect((await unrelatedUser.get('/api/folders')).body).toEqual([]);
    expect((await unrelatedUser.get('/api/folder-tree')).body).toEqual([]);
    expect((await testApp.anonymous.get('/api/folders')).status).toBe(401);
  });

  test('pages follow one another by the Link header, also when rows are removed', async ({ testApp }) => {
    const owner = await testApp.user();
    const made = [];
    for (let number = 0; number < 5; number += 1) made.push(await owner.folder(`F${number}`));
    const first = await owner.get('/api/folders?limit=2');
    expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['F0', 'F1']);
    await owner.delete(`/api/folders/${made[0]?.id}`);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await owner.get(next);
    expect(second.body.map(({ name }: { name: string }) => name)).toEqual(['F2', 'F3']);
    const last = await owner.get(/<(.+)>/.exec(String(second.headers['link']))?.[1] ?? '');
    expect(last.body.map(({ name }: { name: string }) => name)).toEqual(['F4']);
    expect(last.headers['link']).toBeUndefined();
  });

  test.for([
    'parentId=',
    'parentId=0',
    'parentId=1.5',
    'parentId=abc',
    'limit=0',
    'limit=1001',
    'cursor=x',
    'colour=red',
  ])('the query %s is refused with its field', async (query, { testApp }) => {
    const answer = await (await testApp.user()).get(`/api/folders?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([query.split('=')[0]]);
  });
});

describe('GET /api/folders/:id', () => {
  test('a folder of another user is refused like a missing one', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const unrelatedUser = await testApp.user();
    const foreign = await unrelatedUser.get(`/api/folders/${id}`);
    const absent = await unrelatedUser.get('/api/folders/999999999');
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
    expect(foreign.status).toBe(absent.status);
  });

  test('the id of an invisible parent is left out', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const shared = await owner.folder('Shared', top.id);
    const collaborator = await testApp.user();
    await testApp.share(shared.id, collaborator);
    expect((await collaborator.get(`/api/folders/${shared.id}`)).body.parentId).toBeNull();
    expect((await owner.get(`/api/folders/${shared.id}`)).body.parentId).toBe(top.id);
  });

  test('an administrator sees every folder', async ({ testApp }) => {
    const { id } = await (await testApp.user()).folder();
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get(`/api/folders/${id}`)).body).toMatchObject({ id, accessLevel: 'none' });
  });

  test.for(['0', '-1', '1.5', 'abc', '9'.repeat(30)])('the id %s is refused', async (id, { testApp }) => {
    const answer = await (await testApp.user()).get(`/api/folders/${id}`);
    expect([answer.status, answer.body.fields]).toEqual([400, { id: 'Must be a whole number above 0' }]);
  });
});

describe('access ends at the next request', () => {
  test('a removed collaborator no longer sees the folder', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    expect((await collaborator.get(`/api/folders/${id}`)).status).toBe(200);
    await testApp.unshare(id, collaborator);
    expect((await collaborator.get(`/api/folders/${id}`)).status).toBe(404);
  });

  test('a removed collaborator loses the folders that they created inside', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    const made = await collaborator.folder('Made inside', id);
    const below = await owner.folder('Below', made.id);
    const secret = await owner.file({ folderId: below.id });
    const visitor = await testApp.visitor({ inviter: collaborator, allFolders: true });
    expect((await collaborator.get(`/api/folders/${below.id}`)).body.accessLevel).toBe('owner');
    expect((await visitor.get('/api/folders')).body).toEqual([]);
    await testApp.unshare(id, collaborator);
    for (const url of [
      `/api/folders/${made.id}`,
      `/api/files/${secret.id}`,
      `/api/folders?parentId=${made.id}`,
    ])
      expect((await collaborator.get(url)).status).toBe(404);
    for (const url of ['/api/folders', '/api/files', '/api/folder-tree'])
      expect((await collaborator.get(url)).body).toEqual([]);
    expect((await owner.get(`/api/folders?parentId=${id}`)).body).toMatchObject([{ accessLevel: 'owner' }]);
  });

  test('a visitor with an expired or revoked invitation has no session', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const late = await testApp.visitor({
      inviter: owner,
      folderIds: [id],
      expiresAt: testApp.server.services.now() + 1000,
    });
    const revoked = await testApp.visitor({ inviter: owner, folderIds: [id] });
    expect((await late.get(`/api/folders/${id}`)).status).toBe(200);
    testApp.advanceClock(1000);
    expect((await late.get(`/api/folders/${id}`)).status).toBe(401);
    const { db } = testApp.server.services;
    await db
      .updateTable('invitations')
      .set({ revoked_at: 1 })
      .where('id', '=', revoked.invitationId)
      .execute();
    expect((await revoked.get(`/api/folders/${id}`)).status).toBe(401);
  });

  test("a visitor to all folders sees later ones too, but only the inviter's", async ({ testApp }) => {
    const owner = await testApp.user();
    const visitor = await testApp.visitor({ inviter: owner, allFolders: true });
    const later = await owner.folder('Later');
    await (await testApp.user()).folder('Foreign');
    expect((await visitor.get('/api/folders')).body).toEqual([{ ...later, accessLevel: 'visitor' }]);
  });
});
