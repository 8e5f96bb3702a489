import { describe, expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const FORBIDDEN = { error: 'This token does not allow this action.', code: 'forbidden' };
const TEXT = 'The warranty period of the turbine is forty months.';

/** An owner with the folder of the token, another folder and a file outside folders, each with a file about the same. */
async function openDocuments(testApp: TestApp) {
  const owner = await testApp.user();
  const given = await owner.folder('Given turbine');
  const below = await owner.folder('Below turbine', given.id);
  const hidden = await owner.folder('Hidden turbine');
  const add = (name: string, folderId: number | null) => owner.file({ name, content: TEXT, folderId });
  const files = {
    given: await add('given-turbine.txt', given.id),
    below: await add('below-turbine.txt', below.id),
    hidden: await add('hidden-turbine.txt', hidden.id),
    root: await add('hidden-turbine-at-root.txt', null),
  };
  await testApp.finishJobs();
  const token = await createTokenClient(testApp.server, owner, { scope: 'write', folderIds: [given.id] });
  return { owner, given, below, hidden, files, token };
}

describe('a token for one folder', () => {
  test('a token for one folder finds nothing outside it in lists, search, suggestions, answers and archives', async ({
    testApp,
  }) => {
    const { owner, given, below, files, token } = await openDocuments(testApp);
    const question = 'warranty period of the turbine';
    const query = `query=${encodeURIComponent(question)}`;
    const namesIn = async (url: string) =>
      (await token.get(url)).body.map(({ name }: { name: string }) => name).sort();
    expect(await namesIn('/api/folders')).toEqual(['Below turbine', 'Given turbine']);
    expect(await namesIn('/api/folder-tree')).toEqual(['Below turbine', 'Given turbine']);
    expect(await namesIn('/api/folders?parentId=null')).toEqual(['Given turbine']);
    expect(await namesIn('/api/files')).toEqual(['below-turbine.txt', 'given-turbine.txt']);
    expect(await namesIn('/api/files?folderId=null')).toEqual([]);
    const answers = [
      await token.get(`/api/search?${query}`),
      await token.get(`/api/search?${query}&kind=document`),
      await token.get('/api/search/suggestions?query=turbine'),
      await token.post('/api/search/answer', { query: question }),
      await token.get(`/api/folders/${given.id}/archive`),
      await token.get(`/api/files/thumbnails?ids=${Object.values(files).map(({ id }) => id)}`),
      await token.get('/api/rooms'),
    ];
    for (const { status, body, bytes } of answers) {
      expect(status).toBe(200);
      expect(`${JSON.stringify(body)}${bytes}`).not.toMatch(/hidden/i);
      for (const { id } of [files.hidden, files.root])
        expect(JSON.stringify(body)).not.toContain(`"fileId":${id},`);
    }
    expect(answers[0]?.body.relatedDocuments).toHaveLength(2);
    expect(answers[2]?.body.names).toHaveLength(4);
    // Its owner sees all of it at the same moment.
    expect((await owner.get(`/api/search?${query}`)).body.relatedDocuments).toHaveLength(4);
    expect((await token.get(`/api/folders/${below.id}`)).body.parentId).toBe(given.id);
  });

  test('a token for one folder cannot open, change or move anything outside it', async ({ testApp }) => {
    const { given, below, hidden, files, token } = await openDocuments(testApp);
    for (const { id } of [files.hidden, files.root]) {
      for (const url of ['', '/download', '/pages', '/view'].map((end) => `/api/files/${id}${end}`))
        expect([url, (await token.get(url)).status]).toEqual([url, 404]);
      expect((await token.post('/api/files/bulk/archive', { fileIds: [files.given.id, id] })).status).toBe(
        404,
      );
      expect((await token.patch(`/api/files/${id}`, { name: 'renamed.txt' })).status).toBe(404);
      expect((await token.delete(`/api/files/${id}`)).status).toBe(404);
    }
    expect((await token.get(`/api/folders/${hidden.id}`)).status).toBe(404);
    const move = (folderId: number | null) => token.patch(`/api/files/${files.given.id}/move`, { folderId });
    expect((await move(hidden.id)).status).toBe(404);
    expect((await move(null)).status).toBe(403);
    expect((await move(below.id)).status).toBe(200);
    expect((await token.patch(`/api/folders/${below.id}`, { parentId: null })).status).toBe(403);
    expect((await token.post('/api/folders', { name: 'At the root' })).status).toBe(403);
    expect((await token.post('/api/folders', { name: 'Inside', parentId: given.id })).status).toBe(201);
    const form = [{ name: 'file', value: 'x', filename: 'x.txt' }];
    const uploadTo = async (folder: string) =>
      (await token.form('/api/files', [{ name: 'folderId', value: folder }, ...form])).status;
    expect(await Promise.all([uploadTo(''), uploadTo(String(hidden.id))])).toEqual([403, 404]);
    expect(await uploadTo(String(given.id))).toBe(201);
  });

  test('a token for one folder is refused by calls that could tell of other folders', async ({ testApp }) => {
    const { token } = await openDocuments(testApp);
    for (const url of [
      '/api/trash',
      '/api/file-views/owner',
      '/api/file-views/viewer',
      '/api/links',
      '/api/invitations',
      '/api/receipts',
      '/api/user/usage',
      '/api/users?username=person-1',
      '/api/user/preferences',
    ])
      expect([url, (await token.get(url)).body]).toEqual([url, FORBIDDEN]);
    expect((await token.get('/api/user')).status).toBe(200);
    const upload = await token.send({ method: 'POST', url: '/api/uploads' });
    expect(upload.body).toEqual(FORBIDDEN);
  });

  test('loses a folder with its owner, in the trash, and when it is moved elsewhere', async ({ testApp }) => {
    const { owner, given, below, hidden, token } = await openDocuments(testApp);
    const other = await testApp.user();
    const shared = await other.folder('Shared');
    await testApp.share(shared.id, owner);
    const limits = { folderIds: [shared.id, below.id] };
    const both = await createTokenClient(testApp.server, owner, limits);
    const seen = async () => (await both.get('/api/folders')).body.map(({ id }: { id: number }) => id);
    expect(await seen()).toEqual([below.id, shared.id]);
    await testApp.unshare(shared.id, owner);
    expect(await seen()).toEqual([below.id]);
    await owner.patch(`/api/folders/${below.id}`, { parentId: hidden.id });
    // The folder of one token went with its place; the token for that place does not see it any more.
    expect(await seen()).toEqual([below.id]);
    expect((await token.get(`/api/folders/${below.id}`)).status).toBe(404);
    await owner.delete(`/api/folders/${given.id}`);
    expect((await token.get('/api/folders')).body).toEqual([]);
    expect((await token.get(`/api/folders/${given.id}`)).status).toBe(404);
  });
});

test('of a group member, a token for a folder has no more than the group gives', async ({ testApp }) => {
  const [owner, member] = [await testApp.user(), await testApp.user()];
  const room = await owner.folder('Room');
  const [open, closed] = [await owner.folder('Open', room.id), await owner.folder('Closed', room.id)];
  const file = await owner.file({ content: TEXT, folderId: open.id });
  // The group sees both, one by a level of its folder and one by a level of its own; the token is for neither.
  const beside = await owner.folder('Beside', room.id);
  const besideFile = await owner.file({ content: TEXT, folderId: beside.id });
  const single = await owner.file({ content: TEXT, folderId: closed.id });
  await owner.post('/api/rooms', { folderId: room.id });
  const group = (await owner.post(`/api/rooms/${room.id}/groups`, { name: 'Bidders' })).body;
  const members = { emails: [member.email] };
  const added = await owner.send({
    method: 'PUT',
    url: `/api/groups/${group.id}/members`,
    payload: JSON.stringify(members),
    headers: { 'content-type': 'application/json' },
  });
  expect(added.status).toBe(200);
  const { db, now } = testApp.server.services;
  const grant = {
    group_id: group.id,
    folder_id: open.id,
    granted_by_id: owner.id,
    granted_at: now(),
    version: 1,
  };
  await db
    .insertInto('group_grants')
    .values([grant, { ...grant, folder_id: beside.id }].map((each) => ({ ...each, level: 'view' as const })))
    .execute();
  const { folder_id: _, ...fileGrant } = grant;
  await db
    .insertInto('group_file_grants')
    .values({ ...fileGrant, file_id: single.id, level: 'view' })
    .execute();
  await testApp.finishJobs();
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort();
  expect(idsOf((await member.get('/api/files')).body)).toEqual([file.id, besideFile.id, single.id].sort());
  const token = await createTokenClient(testApp.server, member, { scope: 'write', folderIds: [open.id] });
  expect((await token.get('/api/folders')).body.map(({ id }: { id: number }) => id)).toEqual([open.id]);
  expect((await token.get(`/api/files/${file.id}`)).status).toBe(200);
  expect((await token.get(`/api/files/${file.id}/download`)).status).toBe(403);
  expect((await token.get(`/api/folders/${closed.id}`)).status).toBe(404);
  expect(idsOf((await token.get('/api/files')).body)).toEqual([file.id]);
  for (const { id } of [besideFile, single]) expect((await token.get(`/api/files/${id}`)).status).toBe(404);
  const asked = encodeURIComponent(TEXT.split(' ').slice(0, 4).join(' '));
  const { citations } = (await token.get(`/api/search?query=${asked}`)).body;
  expect([...new Set(citations.map(({ fileId }: { fileId: number }) => fileId))]).toEqual([file.id]);
  expect((await token.post('/api/folders', { name: 'New', parentId: open.id })).status).toBe(403);
});
