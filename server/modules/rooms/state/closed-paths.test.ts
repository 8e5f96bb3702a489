import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

async function close(client: TestClient, { id }: { id: number }) {
  const { version } = (await client.get(`/api/rooms/${id}`)).body;
  expect((await client.post(`/api/rooms/${id}/state`, { state: 'closed', version })).status).toBe(200);
}

test('an imported index changes nothing in a closed room', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  await close(owner, root);
  const { status, body } = await owner.form(`/api/rooms/${root.id}/index`, [
    { name: 'apply', value: 'true' },
    { name: 'file', value: 'Number,Name,Kind\n1,Finance,Folder\n2,New,Folder\n', filename: 'index.csv' },
  ]);
  expect([status, body.error]).toEqual([409, 'This room is closed.']);
});

test('an invitation to the staff is not accepted into a closed room', async ({ testApp }) => {
  const { owner, root, file } = await openRoom(testApp);
  const late = await testApp.user();
  const wish = { email: late.email, role: 'collaborator', folderId: root.id };
  const token = (await owner.post('/api/invitations', wish)).body.inviteUrl.slice(-43);
  await close(owner, root);
  expect((await late.post('/api/invitations/accept', { token })).status).toBe(404);
  expect((await late.get(`/api/files/${file.id}`)).status).toBe(404);
});

test('managers create and read archives and read receipts in a closed room', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  await close(owner, root);
  const wanted = { format: 'zip', scope: 'room' };
  const { status, body } = await owner.post(`/api/rooms/${root.id}/archives`, wanted);
  expect(status).toBe(202);
  await testApp.finishJobs();
  expect((await owner.get(`/api/archives/${body.id}/download`)).status).toBe(200);
  expect((await owner.get(`/api/rooms/${root.id}/receipts`)).status).toBe(200);
});

test('a manager takes neither the room nor what others made out of it', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  const manager = await testApp.user();
  await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  const own = await manager.folder('Mine');
  for (const { id } of [root, inner])
    expect((await manager.patch(`/api/folders/${id}`, { parentId: own.id })).status).toBe(403);
  expect((await owner.get(`/api/rooms/${root.id}`)).status).toBe(200);
});
