import { expect } from 'vitest';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { AudienceEntry } from '#shared/contracts/rooms/audience.ts';

test('the audience names staff, group members, invited visitors and links with their levels', async ({
  testApp,
}) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const [editor, member] = [await testApp.user(), await testApp.user()];
  const url = `/api/files/${file.id}/audience`;
  const list = async (client = owner): Promise<AudienceEntry[]> => (await client.get(url)).body;
  const rows = async () =>
    (await list()).map(({ person, via, source, level }) => [person, via, source, level]);
  await testApp.share(root.id, editor);
  const staff = [
    [owner.username, 'staff', null, 'owner'],
    [editor.username, 'staff', null, 'collaborator'],
  ];
  await addMembers(owner, group, member.email, 'guest@example.test');
  expect(await rows()).toEqual(staff);
  await grant(owner, root.id, { folder: inner, group, level: 'download' });
  const members = [
    [member.email, 'group', 'Bidder A', 'download'],
    ['guest@example.test', 'group', 'Bidder A', 'download'],
  ];
  expect(await rows()).toEqual([...staff, ...members]);

  const visitor = await testApp.visitor({ inviter: owner, folderIds: [root.id], mayDownload: true });
  const targets = [{ kind: 'file', id: file.id }];
  const link = { name: 'Press', targets };
  expect((await owner.post('/api/links', link)).status).toBe(201);
  const others = [
    ['visitor@example.test', 'invitation', null, 'original'],
    [null, 'link', 'Press', 'view'],
  ];
  expect(await rows()).toEqual([...staff, ...members, ...others]);
  await testApp.server.services.db
    .updateTable('files')
    .set({ allow_download: 0 })
    .where('id', '=', file.id)
    .execute();
  expect((await list()).map(({ level }) => level)).toEqual([
    'owner',
    'collaborator',
    ...['view', 'view', 'view', 'view'],
  ]);

  const { username, email } = editor;
  await editor.patch('/api/user/profile', { username, email, firstName: 'Ada', lastName: 'Moss' });
  const named = (await list()).slice(0, 2).map(({ person, name }) => [person, name]);
  expect(named).toEqual([
    [owner.username, undefined],
    [username, 'Ada Moss'],
  ]);

  const viewed = { batch: 1, pages: [{ page: 1, ms: 1_000 }] };
  for (const viewer of [member, visitor]) await viewer.post(`/api/files/${file.id}/views`, viewed);
  const all = await list();
  const paged: AudienceEntry[] = [];
  for (let next: string | undefined = `${url}?limit=2`; next !== undefined; ) {
    const { body, headers } = await owner.get(next);
    paged.push(...body);
    next = /<([^>]+)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  expect(paged).toEqual(all);
  expect(await list(editor)).toEqual(all);
  const opened = all.flatMap(({ person, firstOpenedAt }) => (firstOpenedAt === null ? [] : [person]));
  expect(opened).toEqual([member.email, 'visitor@example.test']);
  const hide = (hidePersons: boolean) =>
    owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { hidePersons } } });
  expect((await hide(true)).status).toBe(200);
  expect(await list()).toEqual(all.map(({ firstOpenedAt: _, ...entry }) => entry));
  await hide(false);
  expect(await list()).toEqual(all);

  expect((await member.get(url)).status).toBe(403);
  const [first] = await membersOf(owner, group);
  await owner.delete(`/api/groups/${group.id}/members/${first?.id}`);
  expect((await rows()).map(([person]) => person)).not.toContain(member.email);
  expect((await member.get(url)).status).toBe(404);
});

test('outside rooms only who manages the root folder sees the audience of a file', async ({ testApp }) => {
  const [owner, collaborator] = [await testApp.user(), await testApp.user()];
  const root = await owner.folder();
  await testApp.share(root.id, collaborator);
  const inner = await collaborator.folder('Theirs', root.id);
  const file = await collaborator.file({ folderId: inner.id });
  expect((await collaborator.get(`/api/files/${file.id}/audience`)).status).toBe(403);
  const [first] = (await owner.get(`/api/files/${file.id}/audience`)).body;
  expect(first).toMatchObject({ person: owner.username, via: 'staff', level: 'owner', firstOpenedAt: null });
  const loose = await owner.file();
  expect((await owner.get(`/api/files/${loose.id}/audience`)).body).toMatchObject([
    { person: owner.username, level: 'owner' },
  ]);
});
