import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

/** Opens a room whose folder all of three groups may view, with a placeholder in it. */
async function openLevels(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const others: Group[] = [];
  for (const name of ['Bidder B', 'Bidder C'])
    others.push((await owner.post(`/api/rooms/${root.id}/groups`, { name })).body);
  const groups = [group, ...others];
  const members: TestClient[] = [];
  for (const each of groups) {
    const member = await testApp.user();
    await addMembers(owner, each, member.email);
    await grant(owner, root.id, { folder: inner, group: each, level: 'view' });
    members.push(member);
  }
  const { body: placeholder } = await owner.post(`/api/folders/${inner.id}/placeholders`, { name: 'Lease' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const set = (client: TestClient, levels: [Group | undefined, PermissionLevel | null][]) =>
    putJson(client, `/api/placeholders/${placeholder.id}/levels`, {
      levels: levels.map(([each, level]) => ({ groupId: each?.id, level })),
    });
  const namesOf = async (client: TestClient) =>
    (await client.get(`/api/folders/${inner.id}/entries`)).body.map(({ name }: { name: string }) => name);
  return { ...room, groups, members, placeholder, set, namesOf };
}

test('a group with the level none sees neither a placeholder nor its name, and no group reads or sets levels', async ({
  testApp,
}) => {
  const room = await openLevels(testApp);
  const { owner, root, groups, members, placeholder, set, namesOf } = room;
  const [a, b, c] = groups;
  const before = await namesOf(members[0] ?? owner);
  expect(before).toContain('Lease');
  const { body } = await set(owner, [
    [a, 'none'],
    [b, 'original'],
  ]);
  expect(body).toEqual({
    mayChange: true,
    levels: [
      { groupId: a?.id, groupName: 'Bidder A', level: 'none' },
      { groupId: b?.id, groupName: 'Bidder B', level: 'original' },
      { groupId: c?.id, groupName: 'Bidder C', level: null },
    ],
  });
  for (const [at, member] of members.entries()) {
    expect((await namesOf(member)).includes('Lease')).toBe(at > 0);
    const index = String((await member.get(`/api/rooms/${root.id}/index?format=csv`)).bytes);
    expect(index.includes('Lease')).toBe(at > 0);
    // The first member gets the answer for a placeholder that does not exist.
    const status = at > 0 ? 403 : 404;
    expect((await member.get(`/api/placeholders/${placeholder.id}/levels`)).status).toBe(status);
    expect((await set(member, [[a, 'original']])).status).toBe(status);
    expect((await member.delete(`/api/placeholders/${placeholder.id}`)).status).toBe(status);
  }
  // The staff see it, also as members of the group; editors read the levels.
  const editor = await testApp.user();
  await testApp.share(root.id, editor);
  if (a) await addMembers(owner, a, editor.email);
  expect(await namesOf(editor)).toContain('Lease');
  expect((await editor.get(`/api/placeholders/${placeholder.id}/levels`)).body.mayChange).toBe(false);
  expect((await set(editor, [[a, null]])).status).toBe(403);
  const other = await openRoom(testApp);
  expect((await set(owner, [[other.group, 'view']])).status).toBe(404);
  expect((await set(other.owner, [[other.group, 'view']])).status).toBe(404);
  await set(owner, [[a, null]]);
  expect(await namesOf(members[0] ?? owner)).toContain('Lease');
});

test('a placeholder with the level none is hidden from exactly those members from whom a file with it is', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, deep, file, groups, placeholder, set, namesOf } = await openLevels(testApp);
  const [group] = groups;
  if (!group) throw new Error('The room has groups.');
  await set(owner, [[group, 'none']]);
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find(
    (row: { kind: string; id: number }) => row.kind === 'file' && row.id === file.id,
  );
  const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'none', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  const seen: Record<string, unknown> = {};
  for (const [name, folder] of [
    ['member', undefined],
    ['and collaborator of another folder', deep],
    ['and collaborator of the folder', inner],
    ['and editor', root],
  ] as const) {
    const person = await testApp.user();
    await addMembers(owner, group, person.email);
    if (folder) await testApp.share(folder.id, person);
    const names = await namesOf(person);
    const shown = [names.includes('Lease'), names.includes(file.name)];
    expect((await person.get(`/api/files/${file.id}`)).status).toBe(shown[1] ? 200 : 404);
    const change = await person.patch(`/api/placeholders/${placeholder.id}`, { name: 'Lease' });
    expect(change.status).toBe(shown[0] ? 200 : 404);
    seen[name] = shown;
  }
  expect(seen).toEqual({
    member: [false, false],
    'and collaborator of another folder': [false, false],
    'and collaborator of the folder': [true, true],
    'and editor': [true, true],
  });
});

test('an upload takes over the number and exactly the levels of the placeholder', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, deep, groups, members, placeholder, set } = await openLevels(testApp);
  const [a, b] = groups;
  await set(owner, [
    [a, 'none'],
    [b, 'original'],
  ]);
  const { body: file } = await owner.form('/api/files', [
    { name: 'folderId', value: String(inner.id) },
    { name: 'placeholderId', value: String(placeholder.id) },
    { name: 'file', value: 'text', filename: 'lease.txt' },
  ]);
  expect((await owner.get(`/api/files/${file.id}`)).body.number).toBe(placeholder.number);
  // A draft until it is published, like every file of the room.
  for (const member of members) expect((await member.get(`/api/files/${file.id}`)).status).toBe(404);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const levels: unknown[] = [];
  for (const member of members) {
    const { status, body } = await member.get(`/api/files/${file.id}`);
    levels.push(status === 200 ? body.groupAccess.level : status);
  }
  expect(levels).toEqual([404, 'original', 'view']);
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const cells = rows.find(
    (row: { kind: string; id: number }) => row.kind === 'file' && row.id === file.id,
  ).cells;
  expect(cells.map((cell: { inherited: boolean }) => cell.inherited)).toEqual([false, false, true]);
  // A placeholder elsewhere has levels of its own.
  expect((await owner.post(`/api/folders/${deep.id}/placeholders`, { name: 'Annex' })).status).toBe(201);
});

test('of uploads for one placeholder the first has its levels, and later ones are hidden from the groups that have one', async ({
  testApp,
}) => {
  const room = await openLevels(testApp);
  const { owner, root, inner, groups, members, placeholder, set } = room;
  const [a, b] = groups;
  await set(owner, [
    [a, 'none'],
    [b, 'original'],
  ]);
  const metadata = { folderId: String(inner.id), placeholderId: String(placeholder.id) };
  const tus = createTusClient(owner);
  const begun: string[] = [];
  for (const filename of ['first.txt', 'second.txt', 'third.txt'])
    begun.push(String((await tus.begin(4, { ...metadata, filename })).headers['location']));
  const sent = await Promise.all(begun.map((url) => tus.append(url, 0, Buffer.from('text'))));
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204]);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const files = (await owner.get(`/api/files?folderId=${inner.id}`)).body.filter(
    ({ name }: { name: string }) => ['first.txt', 'second.txt', 'third.txt'].includes(name),
  );
  expect(files).toHaveLength(3);
  const found: unknown[][] = [];
  for (const { id } of files) {
    const levels: unknown[] = [];
    for (const member of members) {
      const { status, body } = await member.get(`/api/files/${id}`);
      levels.push(status === 200 ? body.groupAccess.level : status);
    }
    found.push(levels);
  }
  const late = [404, 404, 'view'];
  expect(found.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
    late,
    late,
    [404, 'original', 'view'],
  ]);
});

test('an upload that ends after its placeholder was removed is hidden from the groups that had a level, until staff give one', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, groups, members, placeholder, set } = await openLevels(testApp);
  const [a] = groups;
  await set(owner, [[a, 'original']]);
  const tus = createTusClient(owner);
  const metadata = {
    folderId: String(inner.id),
    placeholderId: String(placeholder.id),
    filename: 'late.txt',
  };
  const url = String((await tus.begin(4, metadata)).headers['location']);
  expect((await owner.delete(`/api/placeholders/${placeholder.id}`)).status).toBeLessThan(300);
  const sent = await tus.append(url, 0, Buffer.from('text'));
  expect([sent.status, sent.headers['muniment-replaces-placeholder']]).toEqual([204, 'false']);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const id = Number(sent.headers['muniment-file']);
  const statuses = async () => {
    const found: number[] = [];
    for (const member of members) found.push((await member.get(`/api/files/${id}`)).status);
    return found;
  };
  expect(await statuses()).toEqual([404, 200, 200]);
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find((row: { kind: string; id: number }) => row.kind === 'file' && row.id === id);
  const cell = { kind: 'file', id, groupId: a?.id, level: 'view', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200]);
});
