import { expect } from 'vitest';
import { grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { runCheck } from './run-check.ts';

const MINUTE = 60_000;

test('a check waits for documents that are being read, for half an hour at most', async ({ testApp }) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const { id } = await owner.file({ content: 'Mail ada@falcon.test.', folderId: inner.id });
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const setStatus = (index_status: 'pending' | 'indexed') =>
    db.updateTable('files').set({ index_status }).where('id', '=', id).execute();
  const request = async () => {
    const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
    await testApp.finishJobs();
    return async () => (await owner.get(`/api/exposure-checks/${body.id}`)).body;
  };
  await setStatus('pending');
  const read = await request();
  expect(await read()).toMatchObject({ state: 'waiting', notIndexed: 1 });
  expect((await owner.post(`/api/groups/${group.id}/exposure-checks`, {})).status).toBe(409);
  testApp.advanceClock(2_000);
  await testApp.finishJobs();
  expect((await read()).state).toBe('waiting');
  // It counts what the check waits for, without looking for what else the group reaches.
  await db.updateTable('files').set({ index_status: 'pending' }).execute();
  expect(await read()).toMatchObject({ documents: 2, notIndexed: 2 });
  await db.updateTable('exposure_documents').set({ file_id: 0 }).where('file_id', '<>', id).execute();
  expect(await read()).toMatchObject({ documents: 2, notIndexed: 1 });
  await db.updateTable('files').set({ index_status: 'indexed' }).execute();
  testApp.advanceClock(2_000);
  await testApp.finishJobs();
  expect(await read()).toMatchObject({ state: 'done', documents: 2, findings: 1 });

  await setStatus('pending');
  const readAgain = await request();
  testApp.advanceClock(30 * MINUTE);
  await testApp.finishJobs();
  // It ends without the text, and says so.
  expect(await readAgain()).toMatchObject({ state: 'done', notIndexed: 1 });
});

test('a check that waits is requested again once, in the transaction that ends its job', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const { id } = await owner.file({ content: 'Mail ada@falcon.test.', folderId: inner.id });
  await testApp.finishJobs();
  const { services } = testApp.server;
  await services.db.updateTable('files').set({ index_status: 'pending' }).where('id', '=', id).execute();
  const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
  await testApp.finishJobs();
  const listJobs = () =>
    services.db.selectFrom('jobs').select('id').where('kind', '=', 'room.exposure_check_requested').execute();
  const before = await listJobs();
  expect(before).toHaveLength(1);
  const { signal } = new AbortController();
  // The process ends before the job does.
  const end = async () => {
    throw new Error('killed');
  };
  await services.db.deleteFrom('jobs').where('kind', '=', 'room.exposure_check_requested').execute();
  await expect(runCheck(services, body.id, { signal, end })).rejects.toThrow('killed');
  expect(await listJobs()).toEqual([]);
  for (const _ of ['first', 'second']) await runCheck(services, body.id, { signal });
  expect(await listJobs()).toHaveLength(1);
});
