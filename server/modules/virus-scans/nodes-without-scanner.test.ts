import { expect } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { systemContext } from '#server/app/context.ts';
import { enqueueEvents } from '#server/app/domain-events.ts';
import { setVirusScanning } from '#server/authorization/scans/virus-scanning.ts';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { agreeOnScanning } from './agree-on-scanning.ts';

/** Starts a further node of the installation; `endsVirusScanning` as with `CLAMD_SOCKET=off`. */
async function startNode({ server, dataDir }: TestApp, endsVirusScanning = false): Promise<void> {
  const { services } = server;
  const config = { ...services.config, endsVirusScanning };
  const node = await createApp(
    { ...services, config, isOnlyProcess: false, close: async () => {} },
    { webDirectory: dataDir },
  );
  try {
    await node.start();
  } finally {
    await node.stop();
  }
}

const scanStatesOf = async ({ server }: TestApp) =>
  (await server.services.db.selectFrom('blobs').select('scan_state').execute()).map((row) => row.scan_state);

test('a node without a scanner neither starts nor releases anything while another node scans', async ({
  testApp,
}) => {
  const { services } = testApp.server;
  const owner = await testApp.user();
  const before = await owner.file({ content: 'Before the scans.' });
  const virusScanner = { scan: async () => ({ state: 'clean' as const }), check: async () => {} };
  await agreeOnScanning({ ...systemContext(services), virusScanner });
  await agreeOnScanning({ ...systemContext(services), virusScanner });

  // This node started before, has no scanner, and does the jobs too.
  const file = await owner.file({ content: 'Added on a node without a scanner.' });
  await testApp.finishJobs();
  testApp.advanceClock(60_000);
  await testApp.finishJobs();
  expect((await owner.get(`/api/files/${file.id}/download`)).status).toBe(409);
  expect((await owner.get(`/api/files/${file.id}`)).body).toMatchObject({ scan: 'scanning', content: null });
  expect((await owner.get(`/api/files/${before.id}/download`)).status).toBe(200);
  await expect(startNode(testApp)).rejects.toThrow('CLAMD_SOCKET is not set');
  expect(await scanStatesOf(testApp)).toContain('scanning');

  await startNode(testApp, true);
  testApp.advanceClock(60_000);
  await testApp.finishJobs();
  expect((await owner.get(`/api/files/${file.id}/download`)).status).toBe(200);
  await startNode(testApp);
  const switches = (await listAuditEvents(testApp)).filter(({ action }) => action.startsWith('scan.'));
  expect(switches.map(({ action }) => action)).toEqual(['scan.switch-on', 'scan.switch-off']);
});

test('a node without a scanner leaves the scan of stored content to the others', async ({ testApp }) => {
  const { services } = testApp.server;
  const owner = await testApp.user();
  await owner.file({ content: 'Stored before the scans.' });
  await testApp.finishJobs();
  const virusScanner = { scan: async () => ({ state: 'clean' as const }), check: async () => {} };
  await agreeOnScanning({ ...systemContext(services), virusScanner });
  const { key } = await services.db.selectFrom('blobs').select('key').limit(1).executeTakeFirstOrThrow();
  const kind = 'content.virus_rescan_requested';
  await enqueueEvents(services.db, kind, [{ payload: { blobKey: key } }], services.now());
  const rescans = () => services.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute();
  for (let round = 0; round < 5; round += 1) {
    await testApp.finishJobs();
    expect(await rescans()).toMatchObject([{ attempts: 0, quarantined_at: null }]);
    testApp.advanceClock(60_000);
  }
  // Nothing is left to do once the scans have ended.
  await startNode(testApp, true);
  testApp.advanceClock(60_000);
  await testApp.finishJobs();
  expect(await rescans()).toEqual([]);
});

test('a change of the scanning is reported once', async ({ testApp }) => {
  const { db } = testApp.server.services;
  expect(await setVirusScanning(db, true)).toBe(true);
  expect(await setVirusScanning(db, true)).toBe(false);
  expect(await setVirusScanning(db, false)).toBe(true);
});
