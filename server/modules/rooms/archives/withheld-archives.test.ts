import { afterAll, expect } from 'vitest';
import { startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import { loadDownload } from './load-archive.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const test = testWith({ config: { virusScanner: clamd.address } });

test('a download of an archive that is running ends when a virus is found in its content', async ({
  testApp,
}) => {
  clamd.virus = 'nothing yet';
  const { owner, root, inner } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await owner.file({ name: 'nest.txt', content: 'The kingfisher nests here.', folderId: inner.id });
  await testApp.finishJobs();
  const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' })).body;
  await testApp.finishJobs();
  const { services } = testApp.server;
  const ctx = {
    ...services,
    actor: { kind: 'user', id: owner.id, isAdmin: false } as const,
    address: '',
  };
  await loadDownload(ctx, id);

  clamd.virus = 'kingfisher';
  const blobs = await services.db
    .selectFrom('blobs')
    .select('key')
    .where('scan_state', 'is not', null)
    .execute();
  const jobs = blobs.map(({ key }) => ({
    kind: 'content.virus_rescan_requested',
    payload: JSON.stringify({ blobKey: key }),
    created_at: services.now(),
    run_at: services.now(),
  }));
  await services.db.insertInto('jobs').values(jobs).execute();
  await testApp.finishJobs();
  await expect(loadDownload(ctx, id)).rejects.toThrow('A virus was found');
});
