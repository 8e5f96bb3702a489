import { expect } from 'vitest';
import { abandonScan } from '#server/modules/virus-scans/scan-content.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test, testWithOwnApp } from '#server/testing/test-app.ts';
import { abandonArchive, abandonVerification } from './archives/manage-archives.ts';
import { makeArchive } from './archives/testing/take-archive.ts';
import { abandonCertificate } from './certificates/build-certificate.ts';
import { certify, openRoomNow } from './certificates/testing/certify.ts';
import { abandonCheck } from './exposure/run-check.ts';

/* A process can end between the commit of what a job did and the end of the job: after the last attempt the job is abandoned. */

test('an archive that is done stays so when its jobs are abandoned', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  const { services } = testApp.server;
  const archive = await makeArchive(testApp, owner, root.id);
  await owner.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  await abandonArchive(services, archive.id);
  await abandonVerification(services, archive.id);
  const read = async () => (await owner.get(`/api/rooms/${root.id}/archives`)).body[0];
  expect(await read()).toMatchObject({ state: 'done', error: null, verification: 'valid' });
  const change = (changes: { state: 'running' } | { verification: 'waiting' }) =>
    services.db.updateTable('room_archives').set(changes).where('id', '=', archive.id).execute();
  await change({ verification: 'waiting' });
  await abandonVerification(services, archive.id);
  await change({ state: 'running' });
  await abandonArchive(services, archive.id);
  expect(await read()).toMatchObject({ state: 'failed', verification: null });
});

testWithOwnApp(
  'a certificate and a check that are done stay so when their jobs are abandoned',
  async ({ testApp }) => {
    const { owner, root, group, url } = await openRoomNow(testApp);
    const { services } = testApp.server;
    const { certificate } = await certify(testApp, owner, url, { groupId: group.id });
    await abandonCertificate(services, certificate.id);
    expect((await owner.get(url)).body[0]).toMatchObject({ id: certificate.id, state: 'done', error: null });
    const checks = `/api/groups/${group.id}/exposure-checks`;
    const asked = await owner.post(checks, {});
    expect([asked.status, root.id > 0]).toEqual([202, true]);
    await testApp.finishJobs();
    const stateOf = async () =>
      services.db
        .selectFrom('exposure_checks')
        .select('state')
        .where('id', '=', asked.body.id)
        .executeTakeFirstOrThrow();
    expect(await stateOf()).toEqual({ state: 'done' });
    await abandonCheck(services, asked.body.id);
    expect(await stateOf()).toEqual({ state: 'done' });
  },
);

test('the verdict of another scan stays when a scan is abandoned', async ({ testApp }) => {
  const owner = await testApp.user();
  const { db } = testApp.server.services;
  const { id } = await owner.file({ content: 'The heron stands still.' });
  const { blob_key: blobKey } = await db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const abandonIn = async (scan_state: 'clean' | 'infected' | 'scanning') => {
    await db.updateTable('blobs').set({ scan_state }).where('key', '=', blobKey).execute();
    await abandonScan(testApp.server.services, { blobKey });
    return db.selectFrom('blobs').select('scan_state').where('key', '=', blobKey).executeTakeFirst();
  };
  for (const scan_state of ['clean', 'infected'] as const)
    expect(await abandonIn(scan_state)).toEqual({ scan_state });
  expect(await abandonIn('scanning')).toEqual({ scan_state: 'unscannable' });
});
