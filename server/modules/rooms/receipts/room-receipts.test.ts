import { expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';

test('managers see the receipts of visitors of their room alone', async ({ testApp }) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const other = await owner.folder('Other');
  const here = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const both = await testApp.visitor({ inviter: owner, folderIds: [inner.id, other.id] });
  const elsewhere = await testApp.visitor({ inviter: owner, folderIds: [other.id] });
  const everywhere = await testApp.visitor({ inviter: owner, allFolders: true });
  for (const visitor of [here, both, elsewhere, everywhere, owner])
    expect((await visitor.post('/api/receipts')).status).toBe(201);
  const url = `/api/rooms/${root.id}/receipts`;
  expect((await owner.get(url)).body).toEqual([
    {
      id: (await here.get('/api/receipts')).body[0].id,
      kind: 'request',
      recipient: 'visitor@example.test',
      createdAt: '2026-11-20T12:00:00.000Z',
      logEntries: expect.any(Number),
      filesVisible: 1,
      filesOpened: 0,
    },
  ]);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { hidePersons: true } } });
  const [hidden] = (await owner.get(url)).body;
  expect(hidden).toMatchObject({ recipient: 'visitor@example.test', filesVisible: 1 });
  expect(hidden).not.toHaveProperty('filesOpened');
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  expect((await member.get(url)).status).toBe(404);
});
