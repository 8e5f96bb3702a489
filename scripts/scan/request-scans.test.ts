import { afterAll, expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { withWritableInstallation } from '../command-line/open-installation.ts';
import { requestScans } from './request-scans.ts';

const MINUTE_MS = 60_000;
const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const test = testWith({ config: { virusScanner: clamd.address } });

const scan = ({ server }: TestApp, { all = false } = {}) =>
  withWritableInstallation(server.services.config, (installation) =>
    requestScans(installation, {
      all,
      now: server.services.now(),
      progress() {},
      signal: new AbortController().signal,
    }),
  );

test('stored files are scanned at the request of the operator, and again', { timeout: 300_000 }, async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const clean = await owner.file({ name: 'heron.txt', content: 'The heron.' });
  const infected = await owner.file({ name: 'bird.txt', content: 'The kingfisher.' });
  await testApp.finishJobs();
  // As if they had been added before there was a scanner.
  await testApp.server.services.db.updateTable('blobs').set({ scan_state: null, scanned_at: null }).execute();
  const statuses = async () => {
    const answers = [];
    for (const { id } of [clean, infected])
      answers.push((await owner.get(`/api/files/${id}/download`)).status);
    return answers;
  };
  // The index follows the database after a moment.
  const expectFound = (isFound: boolean) =>
    expect
      .poll(
        async () => (await owner.get('/api/search?query=kingfisher&method=keyword')).body.citations.length,
      )
      .toBe(isFound ? 1 : 0);
  clamd.virus = 'kingfisher';
  // Files stay as they are until there is a verdict.
  clamd.behavior = 'garbage';
  expect(await scan(testApp)).toBe(2);
  await testApp.finishJobs();
  expect(await statuses()).toEqual([200, 200]);
  await expectFound(true);
  clamd.behavior = 'scan';
  testApp.advanceClock(MINUTE_MS);
  await testApp.finishJobs();
  await expect.poll(statuses).toEqual([200, 403]);
  await expectFound(false);
  expect(await scan(testApp)).toBe(0);
  // The signature was wrong.
  clamd.virus = 'no such content';
  expect(await scan(testApp, { all: true })).toBe(2);
  await testApp.finishJobs();
  await expect.poll(statuses).toEqual([200, 200]);
  await expectFound(true);
  const actions = (await listAuditEvents(testApp)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['scan.request', 'file.virus-found', 'file.scan-cleared']));
});
