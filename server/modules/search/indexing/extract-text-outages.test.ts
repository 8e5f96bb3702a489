import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const MINUTE_MS = 60_000;
/** Far beyond the three attempts of a job. */
const ROUNDS = 6;

let s3: S3Server;
let testApp: TestApp;
beforeAll(async () => {
  s3 = await startS3Server();
  testApp = await openTestApp({ config: { s3: s3.settings } });
});
afterEach(() => s3.outages.clear());
afterAll(async () => {
  await testApp.close();
  await s3.stop();
});

const jobs = () =>
  testApp.server.services.db.selectFrom('jobs').selectAll().where('kind', 'like', 'file%').execute();
/** From the row: the call reads the text of the file, which fails in an outage. */
const statusesOf = async (ids: number[]): Promise<string[]> => {
  const { db } = testApp.server.services;
  const rows = await db.selectFrom('files').select('index_status').where('id', 'in', ids).execute();
  return rows.map((row) => row.index_status);
};

async function retry(): Promise<void> {
  testApp.advanceClock(MINUTE_MS);
  await testApp.finishJobs();
}

test.each(['GET', 'PUT'])(
  'documents are indexed after an outage of the store (%s), however long it was',
  async (method) => {
    const owner = await testApp.user();
    s3.outages.set('GET', 'reset');
    const files = await Promise.all(['wren', 'bittern'].map((content) => owner.file({ content })));
    if (method === 'PUT') s3.outages.delete('GET');
    for (let round = 0; round < ROUNDS; round += 1) {
      s3.outages.set(method, round % 2 === 0 ? 'server-error' : 'reset');
      await retry();
      const waiting = await jobs();
      expect(waiting).toHaveLength(files.length);
      for (const job of waiting) {
        expect(job).toMatchObject({ attempts: 0, quarantined_at: null, last_error: expect.any(String) });
        expect(job.run_at - testApp.server.services.now()).toBeLessThanOrEqual(MINUTE_MS);
      }
      expect(await statusesOf(files.map(({ id }) => id))).toEqual(['pending', 'pending']);
    }
    s3.outages.clear();
    await retry();
    expect(await statusesOf(files.map(({ id }) => id))).toEqual(['indexed', 'indexed']);
    expect((await owner.get('/api/search?query=bittern')).body.documentInfo?.fileId).toBe(files[1]?.id);
    expect(await jobs()).toEqual([]);
  },
);

test('a document whose object is missing from the store fails after three attempts', async () => {
  const owner = await testApp.user();
  s3.outages.set('GET', 'reset');
  const { id } = await owner.file({ content: 'A lost wren' });
  const { services } = testApp.server;
  const { blob_key: key } = await services.db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await services.blobs.remove(key);
  await testApp.finishJobs();
  s3.outages.clear();
  for (const attempts of [1, 2]) {
    await retry();
    expect(await jobs()).toMatchObject([{ attempts, quarantined_at: null }]);
  }
  await retry();
  expect(await statusesOf([id])).toEqual(['failed']);
  expect(await jobs()).toMatchObject([{ attempts: 3, quarantined_at: services.now() }]);
});
