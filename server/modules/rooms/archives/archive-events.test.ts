import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { removeExpiredArchives } from './manage-archives.ts';
import { makeArchive } from './testing/take-archive.ts';
import { verifyStoredArchive } from './verify-stored-archive.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('the log has the result of each verification of an archive, and its end after 30 days', async ({
  testApp,
}) => {
  const { owner, root } = await openRoom(testApp);
  const { services } = testApp.server;
  const { id } = await makeArchive(testApp, owner, root.id);
  const before = await findLastPosition(testApp);
  const { signal } = new AbortController();
  expect((await owner.post(`/api/archives/${id}/verify`)).status).toBe(202);
  // A second run that began before the first had an end finds nothing to record.
  await Promise.all([1, 2].map(() => verifyStoredArchive(services, id, signal)));
  await testApp.finishJobs();
  expect((await owner.post(`/api/archives/${id}/verify`)).status).toBe(202);
  await services.db.deleteFrom('jobs').where('kind', '=', 'room.archive_verification_requested').execute();
  const { blob_key } = await services.db
    .selectFrom('room_archives')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await services.blobs.remove(blob_key ?? '');
  await verifyStoredArchive(services, id, signal);
  const ctx = systemContext(services);
  const later = { ...ctx, now: () => ctx.now() + 31 * DAY_MS };
  for (const _ of ['first', 'second']) await removeExpiredArchives(later, signal);

  const events = await listAuditEvents(testApp, before);
  const object = `folder ${root.id} Deal`;
  const problem = 'The bytes of the archive are missing.';
  expect(events.map(({ action, object, details }) => ({ action, object, details }))).toEqual([
    { action: 'archive.verify', object, details: { archiveId: id } },
    { action: 'archive.verified', object, details: { archiveId: id, verification: 'valid', problem: null } },
    { action: 'archive.verify', object, details: { archiveId: id } },
    { action: 'archive.verified', object, details: { archiveId: id, verification: 'invalid', problem } },
    { action: 'archive.expire', object, details: { archiveId: id } },
  ]);
});
