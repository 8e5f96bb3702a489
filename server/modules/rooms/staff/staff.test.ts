import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';

const appoint = (client: TestClient, room: { id: number }, user: { id: number }, role: StaffMember['role']) =>
  putJson(client, `/api/rooms/${room.id}/staff/${user.id}`, { role });

const staffOf = async (client: TestClient, room: { id: number }) =>
  (await client.get(`/api/rooms/${room.id}/staff`)).body.map(({ id, role }: StaffMember) => [id, role]);

async function openStaffedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const [manager, editor] = [await testApp.user(), await testApp.user()];
  expect((await appoint(room.owner, room.root, manager, 'manager')).body.role).toBe('manager');
  expect((await appoint(room.owner, room.root, editor, 'editor')).body.role).toBe('editor');
  return { ...room, manager, editor };
}

describe('staff of a room', () => {
  test('a manager owns everything in the room, and an editor collaborates on it', async ({ testApp }) => {
    const { owner, root, inner, deep, file, manager, editor } = await openStaffedRoom(testApp);
    expect(await staffOf(editor, root)).toEqual([
      [owner.id, 'manager'],
      [manager.id, 'manager'],
      [editor.id, 'editor'],
    ]);
    for (const { id } of [root, inner, deep]) {
      expect((await manager.get(`/api/folders/${id}`)).body.accessLevel).toBe('owner');
      expect((await editor.get(`/api/folders/${id}`)).body.accessLevel).toBe('collaborator');
    }
    expect((await manager.get('/api/folders?parentId=null')).body).toMatchObject([
      { id: root.id, accessLevel: 'owner' },
    ]);
    expect((await manager.get('/api/rooms')).body).toMatchObject([{ id: root.id, staffRole: 'manager' }]);
    expect((await manager.get(`/api/files/${file.id}`)).body.accessLevel).toBe('owner');
    expect((await manager.post(`/api/rooms/${root.id}/groups`, { name: 'Bank' })).status).toBe(201);
    expect((await editor.post(`/api/rooms/${root.id}/groups`, { name: 'Buyer' })).status).toBe(403);
    const audience = (await owner.get(`/api/files/${file.id}/audience`)).body;
    expect(audience.map(({ level }: { level: string }) => level)).toEqual(['owner', 'owner', 'collaborator']);
    const sharing = (await owner.get(`/api/folders/${inner.id}/sharing`)).body.people;
    expect(sharing.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
      [owner.id, 'owner'],
      [manager.id, 'owner'],
      [editor.id, 'collaborator'],
    ]);
  });

  test('a removed person has no access from the next request on', async ({ testApp }) => {
    const { owner, root, file, manager, editor } = await openStaffedRoom(testApp);
    for (const person of [manager, editor]) {
      const url = `/api/rooms/${root.id}/staff/${person.id}`;
      expect((await person.get(url)).body.id).toBe(person.id);
      expect((await owner.delete(url)).status).toBe(200);
      expect((await person.get(`/api/files/${file.id}`)).status).toBe(404);
      expect((await person.get('/api/folders')).body).toEqual([]);
      expect((await owner.get(url)).status).toBe(404);
      expect((await owner.delete(url)).status).toBe(404);
    }
  });

  test('what a former manager gave others stays, and what they shared by invitation ends', async ({
    testApp,
  }) => {
    const { owner, root, inner, manager } = await openStaffedRoom(testApp);
    const other = await testApp.user();
    await manager.post(`/api/folders/${inner.id}/collaborators`, { userId: other.id });
    expect((await other.get(`/api/folders/${inner.id}`)).status).toBe(200);
    const visitor = await testApp.visitor({ inviter: manager, folderIds: [inner.id] });
    expect((await visitor.get(`/api/folders/${inner.id}`)).status).toBe(200);
    expect((await appoint(owner, root, manager, 'editor')).body.role).toBe('editor');
    expect((await manager.get(`/api/folders/${root.id}`)).body.accessLevel).toBe('collaborator');
    expect((await other.get(`/api/folders/${inner.id}`)).status).toBe(200);
    expect((await visitor.get(`/api/folders/${inner.id}`)).status).not.toBe(200);
    expect((await owner.delete(`/api/rooms/${root.id}/staff/${manager.id}`)).status).toBe(200);
    expect((await other.get(`/api/folders/${inner.id}`)).status).toBe(200);
  });

  test('the last manager stays, and a leaving owner passes the room on', async ({ testApp }) => {
    const { owner, root, group } = await openRoom(testApp);
    const own = `/api/rooms/${root.id}/staff/${owner.id}`;
    const refused = await owner.delete(own);
    expect([refused.status, refused.body.error]).toEqual([409, 'A room needs at least one manager.']);
    const demoted = async () => (await appoint(owner, root, owner, 'editor')).body.error;
    expect(await demoted()).toBe('A room needs at least one manager.');
    const manager = await testApp.user();
    await appoint(owner, root, manager, 'manager');
    expect(await demoted()).toBe('Ask another manager to change your own role.');
    expect((await owner.delete(own)).status).toBe(200);
    expect((await owner.get(`/api/folders/${root.id}`)).status).toBe(404);
    expect(await staffOf(manager, root)).toEqual([[manager.id, 'manager']]);
    expect((await manager.get(`/api/folders/${root.id}`)).body.ownerId).toBe(manager.id);
    expect((await manager.get(`/api/groups/${group.id}`)).status).toBe(200);
    expect((await manager.delete(`/api/rooms/${root.id}/staff/${manager.id}`)).status).toBe(409);
  });

  test('a deleted account is no manager any more, and unknown accounts become none', async ({ testApp }) => {
    const { owner, root, manager } = await openStaffedRoom(testApp);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.delete(`/api/admin/users/${manager.id}`)).status).toBe(200);
    expect((await staffOf(owner, root)).map(([id]: [number]) => id)).not.toContain(manager.id);
    expect((await appoint(owner, root, manager, 'manager')).status).toBe(404);
    expect((await appoint(owner, root, { id: 999_999 }, 'editor')).status).toBe(404);
    expect((await putJson(owner, `/api/rooms/${root.id}/staff/${admin.id}`, { role: 'owner' })).status).toBe(
      400,
    );
    const left = testApp.server.services.db.selectFrom('room_managers').selectAll();
    expect(await left.where('user_id', '=', manager.id).execute()).toEqual([]);
  });

  test('every change is recorded', async ({ testApp }) => {
    const { owner, root, manager } = await openStaffedRoom(testApp);
    await owner.delete(`/api/rooms/${root.id}/staff/${manager.id}`);
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action'])
      .where('object_id', '=', root.id)
      .where('action', 'in', ['room.appoint', 'room.remove-staff'])
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['room.appoint', 'room.appoint', 'room.remove-staff']);
  });
});
