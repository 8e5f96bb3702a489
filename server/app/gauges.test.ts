import { expect, onTestFinished, vi } from 'vitest';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

async function read(room: TestApp, name: string): Promise<string | undefined> {
  const { status, body } = await room.anonymous.get('/metrics');
  expect(status).toBe(200);
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
}

test('metrics tell how many jobs wait, not those of later, and how many were set aside', async ({ room }) => {
  await room.finishJobs();
  const { db, now } = room.server.services;
  const job = { kind: 'of another process', payload: '{}', created_at: now(), run_at: now() };
  const waiting = Number(await read(room, 'jobs_waiting'));
  expect(await read(room, 'jobs_quarantined')).toBe('0');
  await db
    .insertInto('jobs')
    .values([job, job, { ...job, run_at: now() + 1 }, { ...job, quarantined_at: now() }])
    .execute();
  expect(await read(room, 'jobs_waiting')).toBe(String(waiting + 2));
  expect(await read(room, 'jobs_quarantined')).toBe('1');
});

test('metrics tell how many sessions have not run out', async ({ room }) => {
  const before = Number(await read(room, 'sessions'));
  await room.user();
  await room.user();
  expect(await read(room, 'sessions')).toBe(String(before + 2));
  room.advanceClock(12 * 60 * 60 * 1000);
  expect(await read(room, 'sessions')).toBe('0');
});

test('metrics tell how far the search index is behind', async () => {
  const room = await openTestApp();
  onTestFinished(() => room.close());
  await (await room.user()).file();
  await room.finishJobs();
  await expect.poll(() => read(room, 'search_index_lag_files')).toBe('0');
  // As a follower sees it whose index can't take anything more.
  vi.spyOn(room.server.services.searchIndex, 'putDocument').mockRejectedValue(
    new Error('no room on the disk'),
  );
  await (await room.user()).file();
  await expect.poll(() => read(room, 'search_index_lag_files')).toBe('1');
});

test('what can’t be read is no number, and the rest is told all the same', async () => {
  const room = await openTestApp();
  onTestFinished(() => room.close());
  await room.server.services.db.schema.alterTable('jobs').renameTo('hidden').execute();
  expect(await read(room, 'jobs_waiting')).toBe('Nan');
  expect(Number(await read(room, 'process_resident_memory_bytes'))).toBeGreaterThan(1_000_000);
});
