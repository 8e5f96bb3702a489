import { expect, onTestFinished, vi } from 'vitest';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

async function read(testApp: TestApp, name: string): Promise<string | undefined> {
  const { status, body } = await testApp.anonymous.get('/metrics');
  expect(status).toBe(200);
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
}

test('metrics count due and quarantined jobs, but not scheduled ones', async ({ testApp }) => {
  await testApp.finishJobs();
  const { db, now } = testApp.server.services;
  const job = { kind: 'of another process', payload: '{}', created_at: now(), run_at: now() };
  const waiting = Number(await read(testApp, 'jobs_waiting'));
  expect(await read(testApp, 'jobs_quarantined')).toBe('0');
  await db
    .insertInto('jobs')
    .values([job, job, { ...job, run_at: now() + 1 }, { ...job, quarantined_at: now() }])
    .execute();
  expect(await read(testApp, 'jobs_waiting')).toBe(String(waiting + 2));
  expect(await read(testApp, 'jobs_quarantined')).toBe('1');
});

test('metrics count the sessions that have not expired', async ({ testApp }) => {
  const before = Number(await read(testApp, 'sessions'));
  await testApp.user();
  await testApp.user();
  expect(await read(testApp, 'sessions')).toBe(String(before + 2));
  testApp.advanceClock(12 * 60 * 60 * 1000);
  expect(await read(testApp, 'sessions')).toBe('0');
});

test('metrics show the lag of the search index', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await (await testApp.user()).file();
  await testApp.finishJobs();
  await expect.poll(() => read(testApp, 'search_index_lag_files')).toBe('0');
  // Like a follower whose index cannot accept any more writes.
  vi.spyOn(testApp.server.services.searchIndex, 'putDocument').mockRejectedValue(
    new Error('no room on the disk'),
  );
  await (await testApp.user()).file();
  await expect.poll(() => read(testApp, 'search_index_lag_files')).toBe('1');
});

test('a gauge that cannot be read is NaN, and the others are served', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await testApp.server.services.db.schema.alterTable('jobs').renameTo('hidden').execute();
  expect(await read(testApp, 'jobs_waiting')).toBe('Nan');
  expect(Number(await read(testApp, 'process_resident_memory_bytes'))).toBeGreaterThan(1_000_000);
});
