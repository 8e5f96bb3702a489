import { expect } from 'vitest';
import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { PermissionLevel, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import type { TestClient } from './clients/inject-client.ts';
import type { TestApp } from './test-app.ts';

export const putJson = (client: TestClient, url: string, body: unknown) =>
  client.send({
    method: 'PUT',
    url,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** Creates a room with two nested folders, a file in the outer one, and a group. */
export async function openRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const root = await owner.folder('Deal');
  const inner = await owner.folder('Finance', root.id);
  const deep = await owner.folder('Salaries', inner.id);
  const file = await owner.file({ folderId: inner.id });
  expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(201);
  const group: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder A' })).body;
  return { owner, root, inner, deep, file, group };
}

/** Finds the row of a folder in the grid. */
export async function rowOf(owner: TestClient, roomId: number, parentId: number, id: number) {
  const rows: PermissionRow[] = (await owner.get(`/api/rooms/${roomId}/permissions?folderId=${parentId}`))
    .body;
  const row = rows.find((row) => row.id === id);
  if (!row) throw new Error('The folder has no row');
  return row;
}

interface Cell {
  folder: { id: number; parentId: number | null };
  group: Group;
  level: PermissionLevel | null;
}

/** Sets a cell of the grid. */
export async function grant(owner: TestClient, roomId: number, { folder, group, level }: Cell) {
  const { version } = await rowOf(owner, roomId, folder.parentId ?? 0, folder.id);
  const cell = { kind: 'folder', id: folder.id, groupId: group.id, level, version };
  return owner.patch(`/api/rooms/${roomId}/permissions`, { cells: [cell] });
}

/** Adds members by address. */
export const addMembers = (owner: TestClient, group: Group, ...emails: string[]) =>
  putJson(owner, `/api/groups/${group.id}/members`, { emails });

export const membersOf = async (owner: TestClient, group: Group): Promise<GroupMember[]> =>
  (await owner.get(`/api/groups/${group.id}/members`)).body;
