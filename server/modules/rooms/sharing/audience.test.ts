import { expect } from 'vitest';
import { openGroupLink } from '#server/testing/group-link.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import type { AudienceEntry } from '#shared/contracts/rooms/audience.ts';

const test = testWith({ config: WITH_MAIL });

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

test('the audience has open links into groups, and nobody whom the link of a former manager admitted', async ({
  testApp,
}) => {
  const { owner, root, inner, file, group, create, settings, come } = await openGroupLink(testApp);
  const rows = async () =>
    (await owner.get(`/api/files/${file.id}/audience`)).body
      .filter(({ via }: AudienceEntry) => via !== 'staff')
      .map(({ person, via, source, level }: AudienceEntry) => [person, via, source, level]);
  const link = [null, 'link', 'Bidders', 'view'];
  expect(await rows()).toEqual([link]);
  const second = await testApp.user();
  await putJson(owner, `/api/rooms/${root.id}/staff/${second.id}`, { role: 'manager' });
  const { body: ofSecond } = await second.post('/api/links', { name: 'Bank', groupId: group.id, settings });
  const { browser, entered } = await come('late@example.test', ofSecond);
  expect(entered.status).toBe(200);
  const member = ['late@example.test', 'group', 'Bidder A', 'view'];
  expect(await rows()).toEqual([member, link, [null, 'link', 'Bank', 'view']]);
  expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
  expect((await owner.delete(`/api/rooms/${root.id}/staff/${second.id}`)).status).toBe(200);
  expect(await rows()).toEqual([link]);
  expect((await browser.get(`/api/files/${file.id}`)).status).toBe(404);
  await grant(owner, root.id, { folder: inner, group, level: 'none' });
  expect(await rows()).toEqual([]);
  await grant(owner, root.id, { folder: inner, group, level: 'download' });
  expect(await rows()).toEqual([[null, 'link', 'Bidders', 'download']]);
  // What opens nothing yet, or at all, gives nobody access.
  const admin = await testApp.user({ isAdmin: true });
  const allowPublic = (allowPublicSharing: boolean) =>
    admin.patch('/api/admin/system-settings', { allowPublicSharing });
  await allowPublic(true);
  const startsAt = new Date(testApp.server.services.now() + 86_400_000).toISOString();
  const targets = [{ kind: 'file', id: file.id }];
  expect((await create({ name: 'Later', targets, startsAt })).status).toBe(201);
  expect((await create({ name: 'Public', targets, settings: { askEmail: false } })).status).toBe(201);
  const sources = async () => (await rows()).map(([, , source]: [null, string, string]) => source);
  expect(await sources()).toEqual(['Bidders', 'Public']);
  await allowPublic(false);
  expect(await sources()).toEqual(['Bidders']);
  const links = testApp.server.services.db.updateTable('links');
  await links.set({ starts_at: testApp.server.services.now() }).where('name', '=', 'Later').execute();
  expect(await sources()).toEqual(['Bidders', 'Later']);
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
