import { describe, expect } from 'vitest';
import { addMembers, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { upload } from '../inbox/testing/member-room.ts';
import { openStrict } from '../testing/strict-room.ts';

interface Change {
  level: string | null;
  mayAdd?: boolean;
  mayManage?: boolean;
  draft?: boolean;
}

/** Opens a room with approval whose group sees a folder, and what changes the cells of that folder. */
async function openGrid(testApp: TestApp) {
  const room = await openStrict(testApp);
  const { owner, root, inner, deep, group, url } = room;
  const cellOf = async (folder = inner, groupId = group.id) => {
    const { version, cells } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
    return { version, cell: cells.find((each) => each.groupId === groupId) };
  };
  const set = async ({ draft = false, ...change }: Change, folder = inner) => {
    const { version } = await cellOf(folder);
    const cell = { kind: 'folder', id: folder.id, groupId: group.id, version, ...change };
    const { status, body } = await owner.patch(`${url}/permissions`, { cells: [cell], draft });
    return [status, body.error];
  };
  return { ...room, deep, cellOf, set };
}

describe('where a second manager approves publications', () => {
  test('rights are given at once with the level that a group has', async ({ testApp }) => {
    const { inner, deep, cellOf, set } = await openGrid(testApp);
    for (const rights of [{ mayAdd: true }, { mayAdd: true, mayManage: true }]) {
      expect(await set({ level: 'view', ...rights })).toEqual([200, undefined]);
      expect((await cellOf(inner)).cell).toMatchObject({ level: 'view', ...rights });
    }
    // The folder below inherits the level, has it itself with a right, and inherits it again.
    expect(await set({ level: 'view', mayAdd: true }, deep)).toEqual([200, undefined]);
    expect((await cellOf(deep)).cell).toMatchObject({ inherited: false, mayAdd: true });
    expect(await set({ level: null }, deep)).toEqual([200, undefined]);
    expect((await cellOf(deep)).cell).toMatchObject({ level: 'view', inherited: true });
  });

  test('refusals of rights with another level do not send back and forth', async ({ testApp }) => {
    const { inner, deep, set, cellOf } = await openGrid(testApp);
    const advice = 'Save the level as a draft, and these rights once it is published.';
    const change = { level: 'original', mayAdd: true };
    expect(await set(change)).toEqual([409, `A second manager approves changes of this room. ${advice}`]);
    expect((await set({ ...change, draft: true }))[0]).toBe(400);
    expect((await set({ level: 'original', draft: true }))[0]).toBe(200);
    expect((await cellOf(inner)).cell).toMatchObject({ level: 'view', mayAdd: false });
    expect((await set({ level: 'none' }, deep))[0]).toBe(200);
    // A level below that is removed gives more than it was.
    expect((await set({ level: null }, deep))[0]).toBe(409);
  });

  test('a column is copied as a draft, and its rights once it is published', async ({ testApp }) => {
    const { owner, second, url, inner, group, set, cellOf, request, decide } = await openGrid(testApp);
    await set({ level: 'view', mayAdd: true });
    const { body: other } = await owner.post(`${url}/groups`, { name: 'Bidder B' });
    const copy = async (draft?: boolean) => {
      const body = { fromGroupId: group.id, toGroupId: other.id, ...(draft && { draft }) };
      const answer = await owner.post(`${url}/permissions/copy`, body);
      return { status: answer.status, ...answer.body };
    };
    expect((await copy()).status).toBe(409);
    expect(await copy(true)).toEqual({ status: 200, undo: [], drafts: 1 });
    expect((await cellOf(inner, other.id)).cell).toMatchObject({ level: 'none' });
    expect((await owner.get(`${url}/drafts`)).body.changes).toMatchObject([
      { kind: 'level', entryId: inner.id, group: { id: other.id }, level: 'view' },
    ]);
    expect((await decide(second, await request())).status).toBe(200);
    expect((await cellOf(inner, other.id)).cell).toMatchObject({ level: 'view', mayAdd: false });
    expect(await copy(true)).toEqual({ status: 200, undo: [], drafts: 0 });
    expect(await copy()).toMatchObject({ status: 200, undo: [{ level: 'view', mayAdd: false }] });
    expect((await cellOf(inner, other.id)).cell).toMatchObject({ level: 'view', mayAdd: true });
  });

  test('a published None or Inherit removes the rights of its folder, and other levels keep them', async ({
    testApp,
  }) => {
    const { owner, second, root, inner, group, set, cellOf, request, decide } = await openGrid(testApp);
    const rights = { mayAdd: true, mayManage: true };
    const publish = async (level: string | null) => {
      expect(await set({ level, draft: true })).toEqual([200, undefined]);
      expect((await decide(second, await request())).status).toBe(200);
      return (await cellOf()).cell;
    };
    const account = await testApp.user();
    await addMembers(owner, group, account.email);
    expect(await set({ level: 'view', ...rights })).toEqual([200, undefined]);
    expect(await publish('download')).toMatchObject({ level: 'download', ...rights });
    const { services } = testApp.server;
    const { position } = await services.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirstOrThrow();
    const none = { mayAdd: false, mayManage: false };
    expect(await publish('none')).toMatchObject({ level: 'none', inherited: false, ...none });
    expect((await account.get('/api/upload-folders')).body).toEqual([]);
    expect((await upload(account, inner.id)).status).toBe(404);
    const { details } = await services.db
      .selectFrom('audit_log')
      .select('details')
      .where('position', '>', position)
      .where('action', '=', 'permissions.update')
      .where('object_id', '=', root.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '').cells).toEqual([
      { folderId: inner.id, groupId: group.id, level: 'none', ...none },
    ]);
    // The rights of a level that is inherited again do not come back with the next level.
    expect(await publish('view')).toMatchObject({ level: 'view', ...none });
    expect(await set({ level: 'view', ...rights })).toEqual([200, undefined]);
    expect(await publish(null)).toMatchObject({ inherited: true, ...none });
    expect(await publish('view')).toMatchObject({ level: 'view', ...none });
  });
});
