import { expect, vi } from 'vitest';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { FAILED_JOBS } from '#shared/domain/jobs/failed-jobs.ts';

type Kind = keyof DomainEvents;

/** Adds a job that failed three times. */
async function addFailed({ server }: TestApp, kind: Kind, payload: object): Promise<number> {
  const { db, now } = server.services;
  const row = { kind, payload: JSON.stringify(payload), created_at: now(), run_at: now() };
  const failed = { ...row, attempts: 3, quarantined_at: now(), last_error: 'broken' };
  const { id } = await db.insertInto('jobs').values(failed).returning('id').executeTakeFirstOrThrow();
  return id;
}

const jobOf = ({ server }: TestApp, id: number) =>
  server.services.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

const auditOf = ({ server }: TestApp) =>
  server.services.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_kind', 'object_id', 'object_name', 'result'])
    .where('action', 'like', 'job.%')
    .orderBy('position')
    .execute();

test('an administrator retries a job that failed three times, and it begins with no attempts', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const id = await addFailed(testApp, 'file.changed', { fileId: 1 });
  const wakeJobs = vi.spyOn(testApp.server.services, 'wakeJobs');
  testApp.advanceClock(1_000);
  const { status, body } = await admin.post(`/api/admin/jobs/${id}/retry`);
  expect([status, body]).toEqual([200, { success: true }]);
  expect(await jobOf(testApp, id)).toMatchObject({
    attempts: 0,
    quarantined_at: null,
    run_at: testApp.server.services.now(),
    last_error: 'broken',
  });
  expect(wakeJobs).toHaveBeenCalledWith(['file.changed']);
  expect(await auditOf(testApp)).toEqual([
    {
      action: 'job.retry',
      actor_id: admin.id,
      object_kind: 'job',
      object_id: id,
      object_name: 'file.changed',
      result: 'done',
    },
  ]);
  expect((await admin.post(`/api/admin/jobs/${id}/retry`)).status).toBe(409);
  await testApp.finishJobs();
  expect(await jobOf(testApp, id)).toBeUndefined();
});

test('an administrator discards a job that failed three times, and it is gone', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const id = await addFailed(testApp, 'password.reset_requested', { email: 'ada@example.test' });
  const { status, body } = await admin.delete(`/api/admin/jobs/${id}`);
  expect([status, body]).toEqual([200, { success: true }]);
  expect(await jobOf(testApp, id)).toBeUndefined();
  expect(await auditOf(testApp)).toMatchObject([
    { action: 'job.discard', actor_id: admin.id, object_id: id, object_name: 'password.reset_requested' },
  ]);
  expect((await admin.delete(`/api/admin/jobs/${id}`)).status).toBe(404);
});

test('only administrators retry and discard, and only jobs that failed three times', async ({ testApp }) => {
  const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const failed = await addFailed(testApp, 'file.changed', { fileId: 1 });
  const [waiting] = (await admin.get('/api/admin/jobs')).body;
  const statusesOf = async (client: typeof admin, id: number) => [
    (await client.post(`/api/admin/jobs/${id}/retry`)).status,
    (await client.delete(`/api/admin/jobs/${id}`)).status,
  ];
  expect(await statusesOf(user, failed)).toEqual([403, 403]);
  expect(await statusesOf(admin, 999_999_999)).toEqual([404, 404]);
  expect(await statusesOf(admin, waiting.id)).toEqual([409, 409]);
  expect((await admin.delete(`/api/admin/jobs/${waiting.id}`)).body.error).toBe(
    'Only a job that failed three times can be retried or discarded.',
  );
  expect(await jobOf(testApp, failed)).toMatchObject({ attempts: 3 });
  expect(await jobOf(testApp, waiting.id)).toBeDefined();
  expect(await auditOf(testApp)).toEqual([]);
});

test('a job is not retried where its failure was recorded with what was requested', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const id = await addFailed(testApp, 'room.copy_requested', { copyId: 1, entries: [] });
  const { status, body } = await admin.post(`/api/admin/jobs/${id}/retry`);
  expect([status, body.error]).toEqual([409, expect.stringContaining('A retry would do nothing')]);
  expect(await jobOf(testApp, id)).toMatchObject({ attempts: 3 });
  expect((await admin.delete(`/api/admin/jobs/${id}`)).status).toBe(200);
});

test('a job is not discarded where nothing else would remove what was deleted for good', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  for (const [kind, payload] of [
    ['folder.purged', { folderId: 1 }],
    ['file.purged', { fileId: 1 }],
    ['room.archives_withheld', { fileIds: [1] }],
  ] satisfies [Kind, object][]) {
    const id = await addFailed(testApp, kind, payload);
    const { status, body } = await admin.delete(`/api/admin/jobs/${id}`);
    expect([status, body.error]).toEqual([409, expect.stringContaining('retry the job')]);
    expect((await admin.post(`/api/admin/jobs/${id}/retry`)).status).toBe(200);
  }
  await testApp.finishJobs();
  const { body } = await admin.get('/api/admin/jobs?q=purged');
  expect(body).toEqual([]);
});

test('a mail whose job is discarded is shown as failed, and does not wait', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const { db, encryptor, now } = testApp.server.services;
  const { id: mailId } = await db
    .insertInto('outbox_messages')
    .values({
      to_address: 'ada@example.test',
      subject: 'Hello',
      encrypted_body: encryptor.encrypt('mail', 'Hello'),
      should_send: 1,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await addFailed(testApp, 'mail.queued', { mailId });
  expect((await admin.delete(`/api/admin/jobs/${id}`)).status).toBe(200);
  const [mail] = (await admin.get('/api/admin/outbox')).body;
  expect(mail).toMatchObject({ id: mailId, state: 'failed' });
});

test('each kind of jobs that does not recur says what stays undone without it', () => {
  // The type ensures it: a missing kind is a compile error.
  const described: Readonly<Record<Kind, { undone: string }>> = FAILED_JOBS;
  for (const [kind, { undone }] of Object.entries(described)) expect(undone, kind).toMatch(/^[A-Z].*\.$/);
});
