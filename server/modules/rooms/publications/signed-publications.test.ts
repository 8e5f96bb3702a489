import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { findLastPosition } from '#server/testing/audit-events.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { applyDuePublications } from './due-publication-runner.ts';

test('a tree head is signed after each publication and each change of the state of a room', async ({
  testApp,
}) => {
  const { owner, root, inner, deep, file } = await openRoom(testApp);
  // The hourly task signs once at the start.
  await testApp.finishJobs();
  const { services } = testApp.server;
  const { db } = services;
  const isSigned = async () => {
    await testApp.finishJobs();
    const position = await findLastPosition(testApp);
    const head = await db
      .selectFrom('signed_tree_heads')
      .select('tree_size')
      .where('tree_size', '>=', position - 1)
      .executeTakeFirst();
    return head !== undefined;
  };
  const url = `/api/rooms/${root.id}`;
  await owner.file({ folderId: inner.id, name: 'Draft.txt' });
  await owner.file({ folderId: inner.id, name: 'Other.txt' });
  expect(await isSigned()).toBe(false);
  expect((await owner.post(`${url}/publications`, {})).status).toBe(201);
  expect(await isSigned()).toBe(true);

  // A move that is published at a date is made, and signed, when it is due.
  const moved = await owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id, draft: true });
  expect(moved.status).toBe(200);
  const at = new Date(services.now() + 60_000).toISOString();
  expect((await owner.post(`${url}/publications`, { at })).status).toBe(201);
  await owner.file({ folderId: inner.id, name: 'Later.txt' });
  await owner.file({ folderId: inner.id, name: 'Later still.txt' });
  expect(await isSigned()).toBe(false);
  testApp.advanceClock(61_000);
  await applyDuePublications(systemContext(services));
  expect(await isSigned()).toBe(true);

  await owner.file({ folderId: inner.id, name: 'More.txt' });
  await owner.file({ folderId: inner.id, name: 'And more.txt' });
  expect(await isSigned()).toBe(false);
  const { version } = (await owner.get(url)).body;
  expect((await owner.post(`${url}/state`, { state: 'closed', version })).status).toBe(200);
  expect(await isSigned()).toBe(true);
});
