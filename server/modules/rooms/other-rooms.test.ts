import { expect } from 'vitest';
import { addMembers, grant, membersOf, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

test('no call reaches another room: neither by its ids nor by those of its content inside another', async ({
  testApp,
}) => {
  const [own, other] = [await openRoom(testApp), await openRoom(testApp)];
  const member = await testApp.user();
  await addMembers(own.owner, own.group, member.email);
  await addMembers(other.owner, other.group, 'other@example.test');
  await grant(own.owner, own.root.id, { folder: own.inner, group: own.group, level: 'original' });
  await grant(other.owner, other.root.id, { folder: other.inner, group: other.group, level: 'original' });
  await other.owner.file({ folderId: other.inner.id });
  const at = '2099-01-01T00:00:00Z';
  const publication = (await other.owner.post(`/api/rooms/${other.root.id}/publications`, { at })).body;
  const [otherMember] = await membersOf(other.owner, other.group);
  const { version } = await rowOf(other.owner, other.root.id, other.root.id, other.inner.id);
  const { version: ownVersion } = await rowOf(own.owner, own.root.id, own.root.id, own.inner.id);
  const cell = (id: number, groupId: number, version: string) => ({
    cells: [{ kind: 'folder', id, groupId, level: 'view', version }],
  });
  const mine = `/api/rooms/${own.root.id}`;
  const theirs = `/api/rooms/${other.root.id}`;
  const calls: [string, string, object?][] = [
    ...['', '/groups', '/permissions', '/drafts', '/publications'].map((path): [string, string] => [
      'GET',
      `${theirs}${path}`,
    ]),
    ['PATCH', theirs, { settings: { draftUploads: false } }],
    ['POST', `${theirs}/groups`, { name: 'Intruder' }],
    ['POST', `${theirs}/publications`, {}],
    ['POST', `${theirs}/view-as`, { groupId: other.group.id }],
    ['DELETE', `${theirs}/view-as`],
    ['PATCH', `${theirs}/permissions`, cell(other.inner.id, other.group.id, version)],
    ['DELETE', `/api/publications/${publication.id}`],
    ['GET', `/api/groups/${other.group.id}`],
    ['PATCH', `/api/groups/${other.group.id}`, { name: 'Taken' }],
    ['DELETE', `/api/groups/${other.group.id}`],
    ['GET', `/api/groups/${other.group.id}/members`],
    ['PUT', `/api/groups/${other.group.id}/members`, { emails: [member.email] }],
    ['DELETE', `/api/groups/${other.group.id}/members/${otherMember?.id}`],
    ['DELETE', `/api/groups/${own.group.id}/members/${otherMember?.id}`],
    ['GET', `/api/files/${other.file.id}/audience`],
    // Ids of the other room in calls of the own one.
    ['GET', `${mine}/permissions?folderId=${other.inner.id}`],
    ['GET', `${mine}/permissions/why?kind=folder&id=${other.inner.id}&groupId=${own.group.id}`],
    ['GET', `${mine}/permissions/why?kind=file&id=${other.file.id}&groupId=${own.group.id}`],
    ['GET', `${mine}/permissions/why?kind=folder&id=${own.inner.id}&groupId=${other.group.id}`],
    ['PATCH', `${mine}/permissions`, cell(other.inner.id, own.group.id, version)],
    ['PATCH', `${mine}/permissions`, cell(own.inner.id, other.group.id, ownVersion)],
    ['POST', `${mine}/view-as`, { groupId: other.group.id }],
  ];
  for (const [method, url, payload] of calls) {
    const options = { method: method as 'GET', url, ...(payload && { payload }) }; // inject knows the methods
    expect([method, url, (await own.owner.send(options)).status]).toEqual([method, url, 404]);
    // A member of a group learns of no room, not even of the own one.
    if (!url.startsWith(mine) && !url.includes('/view-as'))
      expect([url, (await member.send(options)).status]).toEqual([url, 404]);
  }
  for (const path of [`folders/${other.inner.id}`, `files/${other.file.id}`])
    expect((await member.get(`/api/${path}`)).status).toBe(404);
  expect((await member.get('/api/folders')).body.map(({ id }: { id: number }) => id).sort()).toEqual(
    [own.inner.id, own.deep.id].sort(),
  );
  expect((await other.owner.get(`${theirs}/groups`)).body).toMatchObject([
    { name: 'Bidder A', memberCount: 1 },
  ]);
});
