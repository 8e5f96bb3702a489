import { expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { HistoryEntry } from '#shared/contracts/evidence/room-history.ts';

const actionsOf = (entries: readonly HistoryEntry[]): string[] => entries.map(({ action }) => action);

test('managers see who did what in their room, newest first, and nothing of others', async ({ testApp }) => {
  const { owner, root, inner, file } = await openRoom(testApp);
  const other = await openRoom(testApp);
  const url = `/api/rooms/${root.id}/history`;
  const manager = await testApp.user();
  await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  await manager.get(`/api/files/${file.id}/view`);
  await owner.patch(`/api/folders/${inner.id}`, { name: 'Money' });
  await other.owner.patch(`/api/folders/${other.inner.id}`, { name: 'Theirs' });
  const { body } = await manager.get(url);
  expect(actionsOf(body)).toEqual([
    'folder.rename',
    'file.view',
    'room.appoint',
    'group.create',
    'room.create',
  ]);
  expect(body[0]).toEqual({
    id: expect.any(Number),
    at: '2026-11-20T12:00:00.000Z',
    actor: { kind: 'user', id: owner.id, name: owner.username },
    action: 'folder.rename',
    object: { kind: 'folder', id: inner.id, name: 'Finance' },
    result: 'done',
    details: { name: 'Money' },
  });
  expect(JSON.stringify(body)).not.toMatch(/Theirs|127\.0\.0\.1/);
});

test('the history is paged, and filtered by action, person and time', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}/history`;
  const manager = await testApp.user();
  await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  const list = async (query: string) => actionsOf((await owner.get(`${url}?${query}`)).body);
  const first = await owner.get(`${url}?limit=2`);
  expect(actionsOf(first.body)).toEqual(['room.appoint', 'group.create']);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  expect(actionsOf((await owner.get(next)).body)).toEqual(['room.create']);
  testApp.advanceClock(60_000);
  await manager.folder('New', inner.id);
  expect(await list(`actor=${manager.username}`)).toEqual(['folder.create']);
  expect(await list('action=group.create')).toEqual(['group.create']);
  const now = new Date(testApp.server.services.now()).toISOString();
  expect(await list(`from=${now}`)).toEqual(['folder.create']);
  expect(await list(`to=${now}`)).toHaveLength(3);
  expect((await owner.get(`${url}?action=nothing`)).status).toBe(400);
  expect((await owner.get(`${url}?roomId=1`)).status).toBe(400);
});

test('editors, members, visitors, former managers and excluded administrators see no history', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  const [editor, former, member, admin, unrelated] = await Promise.all([
    testApp.user(),
    testApp.user(),
    testApp.user(),
    testApp.user({ isAdmin: true }),
    testApp.user(),
  ]);
  const staff = (id: number) => `/api/rooms/${root.id}/staff/${id}`;
  await putJson(owner, staff(editor.id), { role: 'editor' });
  await putJson(owner, staff(former.id), { role: 'manager' });
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const statuses = async (client: { get(url: string): Promise<{ status: number }> }) => [
    (await client.get(`/api/rooms/${root.id}/history`)).status,
    (await client.get(`/api/rooms/${root.id}/history/export?format=csv`)).status,
  ];
  expect(await statuses(owner)).toEqual([200, 200]);
  expect(await statuses(former)).toEqual([200, 200]);
  expect(await statuses(admin)).toEqual([200, 200]);
  await owner.delete(staff(former.id));
  await owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: false } });
  expect(await statuses(editor)).toEqual([403, 403]);
  for (const client of [former, member, unrelated, admin]) expect(await statuses(client)).toEqual([404, 404]);
  expect(await statuses(visitor)).toEqual([403, 403]);
  // The room is named to nobody who may not read it.
  expect((await admin.get(`/api/admin/audit?roomId=${root.id}`)).status).toBe(404);
  expect((await unrelated.get(`/api/rooms/${root.id}/history`)).body).toEqual(
    (await unrelated.get('/api/rooms/999999/history')).body,
  );
});

test('a token that is limited to a folder reads the history of that room alone', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  const statusWith = async (folderId: number): Promise<number> => {
    const program = await createTokenClient(testApp.server, owner, { folderIds: [folderId] });
    return (await program.get(`/api/rooms/${root.id}/history`)).status;
  };
  expect(await statusWith((await owner.folder('Elsewhere')).id)).toBe(404);
  expect(await statusWith(inner.id)).toBe(404);
  expect(await statusWith(root.id)).toBe(200);
});

test('a room that hides persons names nobody', async ({ testApp }) => {
  const { owner, root, inner, file } = await openRoom(testApp);
  const reader = await testApp.user();
  await testApp.share(inner.id, reader);
  await reader.get(`/api/files/${file.id}/view`);
  await owner.post('/api/invitations', {
    email: 'guest@example.test',
    role: 'visitor',
    folderIds: [inner.id],
  });
  await owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { hidePersons: true } } });
  const url = `/api/rooms/${root.id}/history`;
  const { body } = await owner.get(url);
  expect(actionsOf(body)).toContain('invitation.create');
  const text = JSON.stringify(body) + (await owner.get(`${url}/export?format=json`)).bytes.toString();
  expect(text).not.toMatch(new RegExp(`@|${reader.username}|${owner.username}`));
  expect(body.find(({ action }: HistoryEntry) => action === 'file.view')).toMatchObject({
    actor: { kind: 'user', id: null, name: '' },
    object: { id: file.id },
  });
  expect((await owner.get(`${url}?actor=${reader.username}`)).body).toEqual({
    error: 'Persons are hidden in this room.',
    code: 'forbidden',
  });
});

test('the words of searches stay out of the history', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  await owner.get(`/api/search?query=secret+words&folderId=${inner.id}`);
  const { body } = await owner.get(`/api/rooms/${root.id}/history?action=search.ask`);
  expect(body).toMatchObject([{ action: 'search.ask', details: null }]);
});

test('an export as CSV or JSON has the events of the list and is recorded', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  await owner.folder('=cmd', root.id);
  const url = `/api/rooms/${root.id}/history`;
  const csv = (await owner.get(`${url}/export?format=csv&action=folder.create`)).bytes.toString();
  expect(csv.split('\r\n')[0]).toContain('Entry,Time (UTC),Who');
  expect(csv).toContain("'=cmd");
  const json = (await owner.get(`${url}/export?format=json`)).bytes.toString().trimEnd().split('\n');
  const entries = json.map((line) => JSON.parse(line));
  expect(entries.at(-1)).toEqual({ entries: entries.length - 1 });
  expect(entries.slice(0, -1)).toEqual((await owner.get(url)).body);
  expect(actionsOf(entries).filter((action) => action === 'room.export-history')).toHaveLength(2);
  const head = await owner.send({ method: 'HEAD', url: `${url}/export?format=json` });
  expect([head.status, (await owner.get(`${url}?action=room.export-history`)).body.length]).toEqual([200, 2]);
});
