import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

async function read(testApp: TestApp, name: string): Promise<string | undefined> {
  const { status, body } = await testApp.anonymous.get('/metrics');
  expect(status).toBe(200);
  return new RegExp(`^${name}(?:\\{scope="installation"\\})? (\\S+)$`, 'm').exec(body)?.[1];
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
  // Simulates a follower whose index accepts no more writes.
  vi.spyOn(testApp.server.services.searchIndex, 'putDocument').mockRejectedValue(
    new Error('no room on the disk'),
  );
  await (await testApp.user()).file();
  await expect.poll(() => read(testApp, 'search_index_lag_files')).toBe('1');
});

test('before the first document the built-in index uses no memory, and a limit that is not known yet has no sample', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await testApp.finishJobs();
  await expect.poll(() => read(testApp, 'search_index_passages')).toBe('0');
  expect(await read(testApp, 'search_index_memory_bytes')).toBe('0');
  expect(await read(testApp, 'search_index_files_left_out')).toBe('0');
  const { body } = await testApp.anonymous.get('/metrics');
  expect(body).toContain('# TYPE search_index_max_passages gauge');
  expect(await read(testApp, 'search_index_max_passages')).toBeUndefined();
  expect(body.match(/^search_index\S* nan$/gim)).toBeNull();
  await (await testApp.user()).file();
  await testApp.finishJobs();
  expect(Number(await read(testApp, 'search_index_memory_bytes'))).toBeGreaterThan(0);
  expect(Number(await read(testApp, 'search_index_max_passages'))).toBeGreaterThan(10_000);
});

test('a gauge that cannot be read is NaN, and the others are served', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await testApp.server.services.db.schema.alterTable('jobs').renameTo('hidden').execute();
  expect(await read(testApp, 'jobs_waiting')).toBe('Nan');
  expect(Number(await read(testApp, 'process_resident_memory_bytes'))).toBeGreaterThan(1_000_000);
});

test('metrics count jobs by kind and state, and tell how long the oldest has waited', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await testApp.finishJobs();
  const { db, now } = testApp.server.services;
  const job = { kind: 'of-another-process', payload: '{}', created_at: now(), run_at: now() - 90_000 };
  await db
    .insertInto('jobs')
    .values([
      { ...job, run_at: now() - 3_600_000, leased_until: now() + 1_000, lease_token: 'a worker' },
      job,
      { ...job, run_at: now() + 1_000 },
      { ...job, quarantined_at: now() },
    ])
    .execute();
  const { body } = await testApp.anonymous.get('/metrics');
  const count = (state: string) =>
    new RegExp(
      `^jobs\\{kind="of-another-process",state="${state}",scope="installation"\\} (\\d+)$`,
      'm',
    ).exec(body)?.[1];
  expect(['due', 'scheduled', 'quarantined'].map(count)).toEqual(['2', '1', '1']);
  expect(await read(testApp, 'jobs_oldest_wait_seconds')).toBe('90');
});

test('metrics count sign-in failures and refusals by route and code, and bytes of accepted uploads', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const user = await testApp.user();
  await user.file({ content: 'x'.repeat(10_000) });
  await testApp.anonymous.post('/api/login', { username: 'whimbrel', password: 'not the password' });
  await user.get('/api/files/1000000');
  const { body } = await testApp.anonymous.get('/metrics');
  expect(body).toContain('sign_in_failures_total{route="/api/login",code="unauthenticated"} 1');
  expect(body).toContain('http_refusals_total{code="not-found"} 1');
  const uploaded = Number(await read(testApp, 'upload_bytes_total'));
  expect(uploaded).toBeGreaterThan(10_000);
  expect(uploaded).toBeLessThan(11_000);
  expect(body).not.toContain('whimbrel');
});

test('the delay of the event loop is the same for each reader, and a blocked one is seen', async ({
  testApp,
}) => {
  const until = performance.now() + 150;
  // Needs two turns of the event loop around it.
  await setImmediate();
  while (performance.now() < until);
  const readDelay = async () => Number(await read(testApp, 'event_loop_delay_max_seconds'));
  await expect.poll(readDelay).toBeGreaterThan(0.1);
  const first = await readDelay();
  expect(await readDelay()).toBeGreaterThanOrEqual(first);
});

test('jobs and queries are measured', async ({ testApp }) => {
  await (await testApp.user()).file();
  await testApp.finishJobs();
  const { body } = await testApp.anonymous.get('/metrics');
  expect(body).toMatch(/^job_duration_seconds_count\{kind="file.uploaded",outcome="done"\} [1-9]/m);
  expect(body).toMatch(/^database_query_duration_seconds_count\{operation="insert",outcome="done"\} [1-9]/m);
  expect(body).toMatch(/^object_store_operation_duration_seconds_count\{operation="put"\} [1-9]/m);
});
