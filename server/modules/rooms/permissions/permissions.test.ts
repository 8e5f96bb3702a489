import { describe, expect } from 'vitest';
import { addMembers, grant, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

describe('permissions', () => {
  test('rows have the numbers of the index, also for a folder that was put in another order', async ({
    testApp,
  }) => {
    const { owner, root, inner } = await openRoom(testApp);
    const legal = await owner.folder('Legal', root.id);
    const tax = await owner.folder('Tax', inner.id);
    const url = `/api/rooms/${root.id}/permissions`;
    const numbersIn = async (query = '') =>
      Object.fromEntries(
        (await owner.get(`${url}${query}`)).body.map(({ name, number }: { name: string; number: string }) => [
          name,
          number,
        ]),
      );
    expect(await numbersIn()).toEqual({ Finance: '1', Legal: '2' });
    const order = { kind: 'folder', id: legal.id, before: { kind: 'folder', id: inner.id } };
    expect((await owner.patch(`/api/folders/${root.id}/order`, order)).status).toBe(200);
    expect(await numbersIn()).toEqual({ Finance: '2', Legal: '1' });
    expect((await numbersIn(`?folderId=${inner.id}`))[tax.name]).toMatch(/^2\.\d$/);
  });

  test('a level holds below until a nearer one, and null inherits again', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'download' });
    const cell = async (parent: number, id: number) => (await rowOf(owner, root.id, parent, id)).cells[0];
    expect(await cell(root.id, inner.id)).toMatchObject({
      groupId: group.id,
      level: 'download',
      inherited: false,
    });
    expect(await cell(inner.id, deep.id)).toMatchObject({
      groupId: group.id,
      level: 'download',
      inherited: true,
    });
    await grant(owner, root.id, { folder: deep, group, level: 'none' });
    expect(await cell(inner.id, deep.id)).toMatchObject({
      groupId: group.id,
      level: 'none',
      inherited: false,
    });
    await owner.patch('/api/user/profile', { firstName: 'Dana', lastName: 'Keller' });
    const why = await owner.get(
      `/api/rooms/${root.id}/permissions/why?kind=folder&id=${deep.id}&groupId=${group.id}`,
    );
    expect(why.body).toMatchObject({
      level: 'none',
      grant: { kind: 'folder', id: deep.id, name: 'Salaries', grantedBy: 'Dana Keller' },
      path: [{ name: 'Deal' }, { name: 'Finance' }, { name: 'Salaries' }],
    });
    await grant(owner, root.id, { folder: deep, group, level: null });
    expect(await cell(inner.id, deep.id)).toMatchObject({ level: 'download', inherited: true });
  });

  test('a stale version, a moved folder and a folder or group elsewhere change nothing', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, deep, group } = await openRoom(testApp);
    const url = `/api/rooms/${root.id}/permissions`;
    const { version } = await rowOf(owner, root.id, inner.id, deep.id);
    const cell = { kind: 'folder', id: deep.id, groupId: group.id, level: 'view', version };
    const outside = await owner.folder('Outside');
    const send = (...cells: object[]) => owner.patch(url, { cells });
    expect((await send({ ...cell, id: outside.id })).status).toBe(404);
    expect((await send({ ...cell, id: root.id })).status).toBe(404);
    expect((await send({ ...cell, groupId: 999_999 })).status).toBe(404);
    expect((await send(cell, cell)).status).toBe(400);
    await owner.patch(`/api/folders/${deep.id}`, { parentId: root.id });
    expect((await send(cell)).status).toBe(409);
    const moved = await rowOf(owner, root.id, root.id, deep.id);
    expect((await send({ ...cell, version: moved.version })).status).toBe(200);
    const again = await send({ ...cell, level: 'original', version: moved.version });
    expect([again.status, again.body.error]).toEqual([
      409,
      'The permissions have changed. Check them and save again.',
    ]);
    // The number is left out: only lists have it.
    const { number: _, ...current } = await rowOf(owner, root.id, root.id, deep.id);
    expect(again.body.current).toEqual([current]);
    expect((await rowOf(owner, root.id, root.id, deep.id)).cells[0]?.level).toBe('view');
  });

  test('10,000 cells fit in a call, and a refusal of more states the limit', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner } = await openRoom(testApp);
    const longest = 999_999_999_999_999;
    const cell = { kind: 'folder', id: inner.id, level: 'original', mayAdd: false, mayManage: false };
    const send = async (count: number) => {
      const cells = Array(count).fill({ ...cell, groupId: longest, version: `${longest}.${longest}` });
      const { status, body } = await owner.patch(`/api/rooms/${root.id}/permissions`, { cells });
      return [status, body.error];
    };
    expect(await send(10_000)).toEqual([404, 'The group could not be found.']);
    const refusal = [413, 'At most 10,000 cells can be changed at once.'];
    expect(await send(10_001)).toEqual(refusal);
    expect(await send(50_000)).toEqual(refusal);
    // Each of them lacks five fields.
    const empty = Array(800_000).fill({});
    const { status, body } = await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: empty });
    expect([status, body.error]).toEqual(refusal);
  });

  test('the level of a file precedes those above it, also in a hidden folder', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, file, group } = await openRoom(testApp);
    const user = await testApp.user();
    await addMembers(owner, group, user.email);
    const other = await owner.file({ name: 'plan.txt', folderId: deep.id });
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    const url = `/api/rooms/${root.id}/permissions`;
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    const first = await owner.get(`${url}?folderId=${inner.id}&limit=1`);
    expect(first.body).toMatchObject([{ kind: 'folder', id: deep.id, hasEntries: true }]);
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    const [row] = (await owner.get(next)).body;
    expect(row).toMatchObject({ kind: 'file', id: file.id, name: file.name, hasEntries: false });
    expect(row.cells).toMatchObject([{ groupId: group.id, level: 'original', inherited: true }]);
    const send = (id: number, level: PermissionLevel | null, version: string) =>
      owner.patch(url, { cells: [{ kind: 'file', id, groupId: group.id, level, version }] });
    const [changed] = (await send(file.id, 'none', row.version)).body;
    expect(changed.cells).toMatchObject([{ groupId: group.id, level: 'none', inherited: false }]);
    expect((await send(file.id, 'view', row.version)).body.current).toEqual([changed]);
    expect((await user.get(`/api/files/${file.id}`)).status).toBe(404);
    await grant(owner, root.id, { folder: deep, group, level: 'none' });
    const [inDeep] = (await owner.get(`${url}?folderId=${deep.id}`)).body;
    await send(other.id, 'view', inDeep.version);
    expect((await user.get('/api/files?folderId=null')).body).toMatchObject([
      { id: other.id, folderId: null, groupAccess: { level: 'view' } },
    ]);
    const why = await owner.get(`${url}/why?kind=file&id=${other.id}&groupId=${group.id}`);
    expect(why.body).toMatchObject({
      level: 'view',
      grant: { kind: 'file', id: other.id, name: 'plan.txt' },
      path: [{ name: 'Deal' }, { name: 'Finance' }, { name: 'Salaries' }],
    });
    await owner.patch(`/api/files/${other.id}/move`, { folderId: null });
    expect((await user.get(`/api/files/${other.id}`)).status).toBe(404);
    expect((await send(other.id, 'view', inDeep.version)).status).toBe(404);
    expect((await owner.get(`${url}/why?kind=file&id=${other.id}&groupId=${group.id}`)).status).toBe(404);
  });

  test('a folder that leaves the room, and a room inside another folder, are closed to its groups', async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, group } = await openRoom(testApp);
    const user = await testApp.user();
    await addMembers(owner, group, user.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await grant(owner, root.id, { folder: deep, group, level: 'view' });
    await owner.patch(`/api/folders/${deep.id}`, { parentId: null });
    expect((await user.get(`/api/folders/${deep.id}`)).status).toBe(404);
    expect((await user.get(`/api/folders/${inner.id}`)).status).toBe(200);
    const other = await owner.folder('Archive');
    await owner.patch(`/api/folders/${root.id}`, { parentId: other.id });
    expect((await user.get(`/api/folders/${inner.id}`)).status).toBe(404);
    expect((await user.get('/api/folders')).body).toEqual([]);
  });

  test('each change is in the audit log', async ({ testApp }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    await addMembers(owner, group, 'logged@example.test');
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.delete(`/api/groups/${group.id}`);
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('actor_id', '=', owner.id)
      .where('actor_kind', '=', 'user')
      .orderBy('position')
      .execute();
    const actions = rows.map(({ action }) => action).filter((action) => !/^(folder|file)[.]/.test(action));
    expect(actions).toEqual([
      'room.create',
      'group.create',
      'group.add-members',
      'permissions.update',
      'group.delete',
    ]);
    expect(JSON.parse(rows.at(-2)?.details ?? '')).toEqual({
      inRoom: root.id,
      cells: [{ folderId: inner.id, groupId: group.id, level: 'view' }],
    });
  });

  test('the staff learns which groups see a file, by its own level and once it is published, and nobody else does', async ({
    testApp,
  }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    const [editor, member] = [await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    const { id } = await owner.file({ name: 'offer.txt', folderId: inner.id });
    const groups = async (client = owner) => {
      const { status, body } = await client.get(`/api/files/${id}/groups`);
      return status === 200
        ? body.map(({ name, level }: { name: string; level: string }) => `${name} ${level}`)
        : status;
    };
    expect(await groups()).toEqual([]);
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    expect(await groups()).toEqual(['Bidder A original']);
    expect(await groups(editor)).toEqual(['Bidder A original']);
    expect(await groups(member)).toEqual([]);
    expect(await groups(await testApp.user())).toBe(404);
    const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
    const { version } = rows.find(
      (row: { kind: string; id: number }) => row.kind === 'file' && row.id === id,
    );
    const cell = { kind: 'file', id, groupId: group.id, level: 'none', version };
    expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
    expect(await groups()).toEqual([]);
  });

  test('no group sees a folder or file of a room that is not open', async ({ testApp }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const groups = async () => [
      (await owner.get(`/api/folders/${inner.id}/groups`)).body.length,
      (await owner.get(`/api/files/${file.id}/groups`)).body.length,
    ];
    const setState = (state: 'preparation' | 'open' | 'closed') =>
      testApp.server.services.db.updateTable('rooms').set({ state }).execute();
    expect(await groups()).toEqual([1, 1]);
    for (const state of ['preparation', 'closed'] as const) {
      await setState(state);
      expect(await groups()).toEqual([0, 0]);
    }
  });

  test('no group sees a draft of a folder, nor what is published in it', async ({ testApp }) => {
    const { owner, root, inner, deep, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const draft = await owner.folder('Offers', inner.id);
    const below = await owner.folder('2027', draft.id);
    await testApp.server.services.db
      .updateTable('folders')
      .set({ published_at: 0 })
      .where('id', '=', below.id)
      .execute();
    const groups = async (folderId: number) =>
      (await owner.get(`/api/folders/${folderId}/groups`)).body.length;
    expect([await groups(deep.id), await groups(draft.id), await groups(below.id)]).toEqual([1, 0, 0]);
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    expect([await groups(draft.id), await groups(below.id)]).toEqual([1, 1]);
  });
});
