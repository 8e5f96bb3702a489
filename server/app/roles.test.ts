import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { Config } from './config.ts';
import type { Roles } from './read-roles.ts';

const WEB: Roles = { web: true, worker: false, index: true };
const WORKER: Roles = { web: false, worker: true, index: false };
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

async function openInstallation() {
  const database = await openTestDatabase('');
  const s3 = await startS3Server();
  const shared: Partial<Config> = {
    databaseUrl: database.url,
    masterKey: MASTER_KEY,
    s3: s3.settings,
  };
  const nodes: TestApp[] = [];
  onTestFinished(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
    await s3.stop();
  });
  return async (roles: Roles): Promise<TestApp> => {
    const node = await openTestApp({ config: { ...shared, roles }, startsBackgroundWork: true });
    nodes.push(node);
    return node;
  };
}

async function metric(node: TestApp, pattern: string): Promise<number> {
  const { body } = await node.anonymous.get('/metrics');
  return Number(new RegExp(`^${pattern} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN);
}

const statusOf = async (client: Awaited<ReturnType<TestApp['user']>>, id: number): Promise<string> =>
  (await client.get(`/api/files/${id}`)).body.indexStatus;

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('a web node and a worker node', () => {
  test('a document uploaded at the web node is read by the worker node and found', async () => {
    const open = await openInstallation();
    const [web, worker] = [await open(WEB), await open(WORKER)];
    const user = await web.user();
    const { id } = await user.file({ name: 'birds.txt', content: 'The whimbrel nests in the north.' });
    await expect.poll(() => statusOf(user, id), { timeout: 20_000 }).toBe('indexed');
    await expect
      .poll(async () => (await user.get('/api/search?query=whimbrel')).body.documentInfo?.fileId, {
        timeout: 10_000,
      })
      .toBe(id);
    const extracted = 'job_duration_seconds_count\\{kind="file.uploaded",outcome="done"\\}';
    expect([await metric(web, extracted), await metric(worker, extracted)]).toEqual([Number.NaN, 1]);
    // Each counts its own requests, and both say the same of the installation.
    const sessions = 'sessions\\{scope="installation"\\}';
    expect([await metric(web, sessions), await metric(worker, sessions)]).toEqual([1, 1]);
    const uploads = 'http_request_duration_seconds_count\\{method="POST",route="/api/files",status="2xx"\\}';
    expect([await metric(web, uploads), await metric(worker, uploads)]).toEqual([1, Number.NaN]);
  }, 60_000);

  test('without a worker uploads are accepted and wait, and exposure checks run where the index is', async () => {
    const open = await openInstallation();
    const web = await open(WEB);
    const user = await web.user();
    const { id } = await user.file({ content: 'The whimbrel nests in the north.' });
    await web.finishJobs();
    expect(await statusOf(user, id)).toBe('pending');
    expect((await user.get(`/api/files/${id}/download`)).bytes.toString()).toContain('whimbrel');
    const { db, now } = web.server.services;
    const job = { payload: '{"checkId":0}', created_at: now(), run_at: now() };
    await db
      .insertInto('jobs')
      .values({ ...job, kind: 'room.exposure_check_requested' })
      .execute();
    await web.finishJobs();
    const left = await db.selectFrom('jobs').select('kind').where('run_at', '<=', now()).execute();
    const kinds = left.map(({ kind }) => kind);
    expect(kinds).toContain('file.uploaded');
    expect(kinds).not.toContain('room.exposure_check_requested');
    const worker = await open(WORKER);
    await worker.finishJobs();
    expect(await statusOf(user, id)).toBe('indexed');
  }, 60_000);

  test('a worker node serves health checks and metrics alone, and creates no administrator', async () => {
    const open = await openInstallation();
    const worker = await open(WORKER);
    const statuses = async (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await worker.anonymous.get(url)).status));
    expect(await statuses('/livez', '/healthz', '/readyz', '/metrics')).toEqual([200, 200, 200, 200]);
    expect(await statuses('/', '/api/user', '/api/openapi.json', '/api/docs', '/assets/app.js')).toEqual(
      Array.from({ length: 5 }, () => 404),
    );
    expect(
      (await worker.anonymous.post('/api/login', { username: 'admin', password: PASSWORD })).status,
    ).toBe(404);
    expect((await worker.anonymous.get('/readyz')).body.roles).toEqual(['worker']);
    expect(await metric(worker, 'node_roles\\{role="worker"\\}')).toBe(1);
    const { body } = await worker.anonymous.get('/metrics');
    expect(body).not.toContain('search_index_');
    const elsewhere = createTestClient(worker.server.http, undefined, { remoteAddress: '203.0.113.7' });
    expect((await elsewhere.get('/metrics')).status).toBe(401);
    expect((await elsewhere.get('/readyz')).body).toEqual({ status: 'ready' });
    // Its password would be in the log of the worker.
    const { db } = worker.server.services;
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  }, 60_000);
});
