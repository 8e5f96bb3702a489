import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, membersOf, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';

type Room = Awaited<ReturnType<typeof openMemberRoom>>;
type Cell = { level: string | null; mayAdd?: boolean; mayManage?: boolean; groupId?: number };

/** Creates a room with a member who has an account, one who has none, and a member of another group. */
export async function openMemberRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, group } = room;
  const { body: rivals } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
  const account = await testApp.user();
  const { db } = testApp.server.services;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', account.id).execute();
  await addMembers(owner, group, email, 'visitor@example.test');
  await addMembers(owner, rivals, 'rival@example.test');
  const visit = async (of: typeof group, address: string) => {
    const member = (await membersOf(owner, of)).find((member) => member.email === address);
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`);
    return client;
  };
  return {
    ...room,
    rivals,
    account,
    visitor: await visit(group, 'visitor@example.test'),
    rival: await visit(rivals, 'rival@example.test'),
  };
}

export async function setCell(
  { owner, root, group }: Pick<Room, 'owner' | 'root' | 'group'>,
  folder: { id: number; parentId: number | null },
  cell: Cell,
) {
  const { version } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
  const whole = { kind: 'folder', id: folder.id, groupId: group.id, version, ...cell };
  return owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [whole] });
}

export const upload = (client: TestClient, folderId: number, name = 'offer.txt', more: object = {}) =>
  client.form('/api/files', [
    ...Object.entries({ folderId, allowDownload: true, ...more }).map(([key, value]) => ({
      name: key,
      value: String(value),
    })),
    { name: 'file', value: `The otter offer in ${name}.`, filename: name },
  ]);

export const names = async (client: TestClient, folderId?: number) =>
  (await client.get(folderId === undefined ? '/api/files' : `/api/files?folderId=${folderId}`)).body
    .map(({ name }: { name: string }) => name)
    .sort();
