import { describe, expect } from 'vitest';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Client = Awaited<ReturnType<TestApp['user']>>;

const count = async (client: Client, url: string, q: string): Promise<number> => {
  const { status, body } = await client.get(`${url}?${new URLSearchParams({ q })}`);
  expect([url, status]).toEqual([url, 200]);
  return body.length;
};

/** A folder with two files, which a member with a name and a visitor with an address viewed. */
async function openViewed(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const [lease, plan] = [
    await owner.file({ name: 'Lease.txt', folderId: folder.id }),
    await owner.file({ name: 'Plan.txt', folderId: folder.id }),
  ];
  const member = await testApp.user();
  await member.patch('/api/user/profile', { firstName: 'Zoe', lastName: 'Quill' });
  await testApp.share(folder.id, member);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  for (const { id } of [lease, plan]) await member.get(`/api/files/${id}/view`);
  await visitor.post(`/api/files/${lease.id}/views`, { batch: 1, pages: [] });
  return { owner, folder, lease, plan, member };
}

describe('views are filtered by the names that the list shows', () => {
  test('those of a file, of a folder, and of own files', async ({ testApp }) => {
    const { owner, folder, lease, member } = await openViewed(testApp);
    const ofFile = `/api/files/${lease.id}`;
    const ofFolder = `/api/folders/${folder.id}/activity`;
    for (const [url, q, found] of [
      [`${ofFile}/views`, 'visitor@', 1],
      [`${ofFile}/views`, member.username.toUpperCase(), 1],
      [`${ofFile}/views`, 'lease', 0],
      [`${ofFile}/viewers`, 'visitor@', 1],
      [`${ofFile}/viewers`, 'quill zoe', 1],
      [`${ofFile}/viewers`, 'e', 2],
      [`${ofFile}/viewers`, 'nobody', 0],
      [`${ofFolder}/viewers`, member.username, 1],
      [`${ofFolder}/viewers`, 'plan', 0],
      [`${ofFolder}/files`, 'PLAN', 1],
      [`${ofFolder}/files`, 'txt', 2],
      [`${ofFolder}/files`, member.username, 0],
      [`${ofFolder}/views`, 'plan', 1],
      [`${ofFolder}/views`, `plan ${member.username}`, 1],
      [`${ofFolder}/views`, 'plan visitor@', 0],
      [`${ofFolder}/views`, member.username, 2],
      ['/api/file-views/owner', 'lease visitor@', 1],
      ['/api/file-views/owner', 'plan', 1],
      ['/api/file-views/owner', owner.username, 0],
    ] as const)
      expect([url, q, await count(owner, url, q)]).toEqual([url, q, found]);
    for (const [q, found] of [
      [owner.username, 2],
      ['plan', 1],
      [member.username, 0],
    ] as const)
      expect([q, await count(member, '/api/file-views/viewer', q)]).toEqual([q, found]);
  });

  test('the totals of a viewer stay whole', async ({ testApp }) => {
    const { owner, folder, member } = await openViewed(testApp);
    const { body } = await owner.get(`/api/folders/${folder.id}/activity/viewers?q=${member.username}`);
    expect(body).toMatchObject([{ openedFiles: 2, views: 2 }]);
  });
});

test('the pages of a filter follow each other through lists of many views', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const file = await owner.file({ name: 'Lease.txt', folderId: folder.id });
  const { db, now } = testApp.server.services;
  const view = { file_id: file.id, viewer_id: null, viewed_at: now(), last_seen_at: now() };
  const emails = Array.from({ length: 1_200 }, (_, place) =>
    place % 400 === 0 ? `zoé-${place}@example.test` : `other-${place}@example.test`,
  );
  await db
    .insertInto('file_views')
    .values(['', ...emails].map((viewer_email) => ({ ...view, viewer_email })))
    .execute();
  for (const url of [
    `/api/files/${file.id}/views`,
    `/api/files/${file.id}/viewers`,
    `/api/folders/${folder.id}/activity/viewers`,
    `/api/folders/${folder.id}/activity/views`,
    '/api/file-views/owner',
  ]) {
    const found = await readPages<{ viewer: { username: string } }>(owner, `${url}?limit=1&q=ZOE`);
    expect([url, found.map(({ viewer }) => viewer.username)]).toEqual([
      url,
      ['zoé-800@example.test', 'zoé-400@example.test', 'zoé-0@example.test'],
    ]);
    expect([url, await count(owner, url, 'guest')]).toEqual([url, 1]);
  }
});

test('the pages of a filter by file follow each other', async ({ testApp }) => {
  const { owner, folder, member } = await openViewed(testApp);
  type Viewed = { file: { name: string } };
  const files = await readPages<Viewed>(owner, `/api/folders/${folder.id}/activity/files?limit=1&q=TXT`);
  expect(files.map(({ file }) => file.name)).toEqual(['Lease.txt', 'Plan.txt']);
  const own = await readPages<Viewed>(member, '/api/file-views/viewer?limit=1&q=txt');
  expect(own.map(({ file }) => file.name)).toEqual(['Plan.txt', 'Lease.txt']);
});

test('a filter by person finds nothing in a room that hides persons', async ({ testApp }) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const reader = await testApp.user();
  await addMembers(owner, group, reader.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await reader.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] });
  const { username } = reader;
  const ofPersons = [
    `/api/files/${file.id}/views`,
    `/api/files/${file.id}/viewers`,
    `/api/folders/${inner.id}/activity/viewers`,
    `/api/folders/${root.id}/activity/views`,
    '/api/file-views/owner',
  ];
  for (const url of ofPersons) expect([url, await count(owner, url, username)]).toEqual([url, 1]);
  const hidden = { settings: { analytics: { hidePersons: true } } };
  expect((await owner.patch(`/api/rooms/${root.id}`, hidden)).status).toBe(200);
  for (const url of ofPersons) {
    expect([url, await count(owner, url, username)]).toEqual([url, 0]);
    expect([url, await count(owner, url, 'hidden')]).toEqual([url, 1]);
    expect((await owner.get(url)).body).toHaveLength(1);
  }
  // Files are not hidden.
  expect(await count(owner, '/api/file-views/owner', file.name)).toBe(1);
});

test('a filter gives nobody a list that they may not see', async ({ testApp }) => {
  const { folder, lease, member } = await openViewed(testApp);
  for (const url of [`/api/files/${lease.id}/views`, `/api/folders/${folder.id}/activity/views`])
    expect((await member.get(`${url}?q=lease`)).status).toBe(403);
});
