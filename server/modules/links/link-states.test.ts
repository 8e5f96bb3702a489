import { expect } from 'vitest';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

type Owner = Awaited<ReturnType<TestApp['user']>>;

async function create(owner: Owner, name: string, wish: object) {
  const { status, body } = await owner.post('/api/links', { name, ...wish });
  expect([status, body.error]).toEqual([201, undefined]);
}

async function setState(owner: Owner, roomId: number, state: string) {
  const { version } = (await owner.get(`/api/rooms/${roomId}`)).body;
  expect((await owner.post(`/api/rooms/${roomId}/state`, { state, version })).status).toBe(200);
}

/** Returns the status of each link by its name. */
const statuses = async (owner: Owner): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await owner.get('/api/links')).body.map(({ name, status }: { name: string; status: string }) => [
      name,
      status,
    ]),
  );

test('the links of a user tell that their room is not open', async ({ testApp }) => {
  const { owner, root, inner, file } = await openRoom(testApp);
  const elsewhere = await owner.folder('Elsewhere');
  await create(owner, 'folder', { targets: [{ kind: 'folder', id: inner.id }] });
  await create(owner, 'file', { targets: [{ kind: 'file', id: file.id }] });
  const both = [inner, elsewhere].map(({ id }) => ({ kind: 'folder', id }));
  await create(owner, 'both', { targets: both });
  const all = (status: string) => ({ folder: status, file: status, both: 'active' });
  expect(await statuses(owner)).toEqual(all('active'));
  await setState(owner, root.id, 'closed');
  expect(await statuses(owner)).toEqual(all('room-closed'));
  const [{ id }] = (await owner.get(`/api/links?kind=file&id=${file.id}`)).body;
  expect((await owner.get(`/api/links/${id}`)).body.status).toBe('room-closed');
  expect((await owner.get('/api/links/export')).body).toContain('file,room-closed,');
  await setState(owner, root.id, 'open');
  expect(await statuses(owner)).toEqual(all('active'));
  await setState(owner, root.id, 'preparation');
  expect(await statuses(owner)).toEqual(all('room-in-preparation'));
});

test('a manager who was removed does not learn that the room was closed, what became of it, or its new names', async ({
  testApp,
}) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const manager = await testApp.user();
  const staff = `/api/rooms/${root.id}/staff/${manager.id}`;
  await putJson(owner, staff, { role: 'manager' });
  await create(manager, 'own', { targets: [{ kind: 'folder', id: inner.id }] });
  await create(manager, 'file', { targets: [{ kind: 'file', id: file.id }] });
  await create(manager, 'group', { groupId: group.id, settings: { requireCode: true } });
  const own = await manager.folder('Mine');
  await create(manager, 'mixed', { targets: [inner, own].map(({ id }) => ({ kind: 'folder', id })) });
  const invited = { email: 'guest@example.test', role: 'visitor', folderIds: [inner.id] };
  expect((await manager.post('/api/invitations', invited)).status).toBe(201);
  const folderName = async () => (await manager.get('/api/invitations')).body[0].folderName;
  expect(await folderName()).toBe('Finance');
  expect((await owner.delete(staff)).status).toBe(200);
  await setState(owner, root.id, 'closed');
  await setState(owner, root.id, 'open');
  for (const [url, name] of [
    [`/api/folders/${root.id}`, 'Sold to Acme'],
    [`/api/folders/${inner.id}`, 'Sold to Acme'],
    [`/api/files/${file.id}`, 'Sold to Acme.txt'],
    [`/api/groups/${group.id}`, 'Acme'],
  ] as const)
    expect((await owner.patch(url, { name })).status).toBe(200);
  const hidden = { own: 'no-access', file: 'no-access', group: 'no-access', mixed: 'active' };
  expect(await statuses(manager)).toEqual(hidden);
  const texts = async () => [
    JSON.stringify((await manager.get('/api/links')).body),
    (await manager.get('/api/links/export')).body,
  ];
  for (const text of await texts()) {
    expect(text).not.toMatch(/Acme|Finance|Deal/);
    expect(text).toContain('Mine');
  }
  expect(await folderName()).toBe(null);
  await owner.delete(`/api/files/${file.id}`);
  await owner.delete(`/api/folders/${inner.id}`);
  expect(await statuses(manager)).toEqual(hidden);
  const links: { id: number }[] = (await manager.get('/api/links')).body;
  for (const { id } of links) expect((await manager.delete(`/api/links/${id}`)).status).toBe(200);
});

test('a link to what was deleted says so until it is restored', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Deal');
  const inner = await owner.folder('Finance', folder.id);
  await create(owner, 'inner', { targets: [{ kind: 'folder', id: inner.id }] });
  expect((await owner.delete(`/api/folders/${folder.id}`)).status).toBe(200);
  expect(await statuses(owner)).toEqual({ inner: 'target-deleted' });
  expect((await owner.post(`/api/trash/folders/${folder.id}/restore`)).status).toBe(200);
  expect(await statuses(owner)).toEqual({ inner: 'active' });
});
