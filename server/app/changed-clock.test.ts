import { expect } from 'vitest';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
import { correctFutureJobs } from '#server/engines/queue/queries.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const signIn = ({ server }: TestApp, username: string, password: string) =>
  createTestClient(server.http).post('/api/login', { username, password });

test('a clock set back a day: sessions last, sign-ins work, and files are indexed at once', async ({
  testApp,
}) => {
  testApp.advanceClock(DAY_MS);
  const owner = await testApp.user();
  const before = await owner.file({ name: 'before.txt', content: 'A capercaillie' });
  testApp.advanceClock(-DAY_MS);
  expect((await owner.get('/api/user')).status).toBe(200);
  const after = await owner.file({ name: 'after.txt', content: 'A sanderling' });
  await testApp.finishJobs();
  for (const { id } of [before, after])
    expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
});

test('a clock set back a day: a delayed job keeps its delay, and the lease of a killed worker ends', async ({
  testApp,
}) => {
  const { db, now } = testApp.server.services;
  testApp.advanceClock(DAY_MS);
  const [delayed, leased] = [crypto.randomUUID(), crypto.randomUUID()];
  await enqueueJobs(db, [{ kind: delayed, payload: {}, runAt: now() + 15 * MINUTE_MS }], now());
  await enqueueJobs(db, [{ kind: leased, payload: {} }], now());
  const lease = { lease_token: 'a', leased_until: now() + 9_000 };
  await db.updateTable('jobs').set(lease).where('kind', '=', leased).execute();
  testApp.advanceClock(-DAY_MS);
  await testApp.finishJobs();
  const find = (kind: string) =>
    db.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
  expect(await find(delayed)).toMatchObject({ created_at: now(), run_at: now() + 15 * MINUTE_MS });
  expect(await find(leased)).toMatchObject({ run_at: now(), leased_until: null, lease_token: null });
});

test('the lease of a node of version 0.1.0, which is longer, is no sign of a changed clock', async ({
  testApp,
}) => {
  const { db, now } = testApp.server.services;
  const kind = crypto.randomUUID();
  await enqueueJobs(db, [{ kind, payload: {} }], now());
  const lease = { lease_token: 'of another node', leased_until: now() + 90_000 };
  await db.updateTable('jobs').set(lease).where('kind', '=', kind).execute();
  await correctFutureJobs(db, now(), { intervals: new Map(), once: [kind] });
  const job = await db.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
  expect(job).toMatchObject(lease);
});

test('a clock set back a year: recurring jobs, failed and deferred ones run at once, and quarantined ones stay', async ({
  testApp,
}) => {
  const { db, now } = testApp.server.services;
  testApp.advanceClock(365 * DAY_MS);
  const find = (kind: string) =>
    db.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
  const recurring = ['maintenance.trash', 'rooms.announce-removals', 'publications.check'];
  for (const kind of recurring)
    await db.updateTable('jobs').set({ run_at: now() }).where('kind', '=', kind).execute();
  await testApp.finishJobs();
  for (const kind of recurring) expect((await find(kind)).run_at).toBeGreaterThan(now());
  const early = now() - 366 * DAY_MS;
  const kind = 'digests.collect';
  const payload = { rootId: 0 };
  // Jobs of a kind that no worker of this process has are left to others.
  const foreign = crypto.randomUUID();
  await enqueueJobs(
    db,
    [...Array.from({ length: 3 }, () => ({ kind, payload })), { kind: foreign, payload }],
    early,
  );
  const wait = { run_at: now() + 30_000, last_error: 'It failed' };
  await db.updateTable('jobs').set(wait).where('kind', 'in', [kind, foreign]).execute();
  const ids = (await db.selectFrom('jobs').select('id').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ id }) => id,
  );
  const [failed = 0, , quarantined = 0] = ids;
  await db.updateTable('jobs').set({ attempts: 2 }).where('id', '=', failed).execute();
  const ended = { attempts: 3, quarantined_at: early };
  await db.updateTable('jobs').set(ended).where('id', '=', quarantined).execute();
  testApp.advanceClock(-365 * DAY_MS);
  await testApp.finishJobs();
  for (const kind of recurring) expect((await find(kind)).run_at).toBeLessThan(now() + 2 * DAY_MS);
  // The others have run.
  expect(await db.selectFrom('jobs').select('id').where('kind', '=', kind).execute()).toEqual([
    { id: quarantined },
  ]);
  for (const waiting of [kind, foreign])
    expect((await find(waiting)).run_at).toBeGreaterThan(now() + 300 * DAY_MS);
});

test('a clock set back a day: limits of attempts end when they would have', async ({ testApp }) => {
  const { username } = await testApp.user();
  testApp.advanceClock(DAY_MS);
  for (let attempt = 0; attempt < 10; attempt += 1) await signIn(testApp, username, 'wrong password');
  expect((await signIn(testApp, username, 'wrong password')).status).toBe(429);
  testApp.advanceClock(-DAY_MS);
  expect((await signIn(testApp, username, 'wrong password')).status).toBe(401);
  // They count anew.
  for (let attempt = 0; attempt < 9; attempt += 1) await signIn(testApp, username, 'wrong password');
  expect((await signIn(testApp, username, 'wrong password')).status).toBe(429);
  testApp.advanceClock(16 * MINUTE_MS);
  expect((await signIn(testApp, username, 'wrong password')).status).toBe(401);
});

test('a clock set forward and back: the audit log keeps its order and verifies', async ({ testApp }) => {
  for (const step of [0, DAY_MS, -2 * DAY_MS, DAY_MS]) {
    testApp.advanceClock(step);
    await (await testApp.user()).folder();
  }
  await testApp.finishJobs();
  const { db, signingKeys } = testApp.server.services;
  expect(await verifyAuditLog(db, signingKeys)).toMatchObject({ problem: undefined });
});

test('a clock set forward and back: the link of a visitor ends at its instant', async ({ testApp }) => {
  testApp.advanceClock(DAY_MS);
  const owner = await testApp.user();
  const folder = await owner.folder();
  const expiresAt = testApp.server.services.now() + 2 * MINUTE_MS;
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], expiresAt });
  const open = async () => (await visitor.get(`/api/folders/${folder.id}`)).status;
  testApp.advanceClock(-DAY_MS);
  expect(await open()).toBe(200);
  testApp.advanceClock(DAY_MS);
  expect(await open()).toBe(200);
  testApp.advanceClock(3 * MINUTE_MS);
  expect(await open()).toBe(401);
});
