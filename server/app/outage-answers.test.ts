import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import type { ApiResponse } from '#server/testing/clients/inject-client.ts';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { endpointName, endpointUrl, listEndpoints } from '#server/testing/list-endpoints.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const UNAVAILABLE = {
  code: 'unavailable',
  error: 'The server cannot reach its database or file storage. Try again in a moment.',
};

function expectUnavailable({ status, headers, body }: ApiResponse, hasBody = true): void {
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  if (hasBody) expect(body).toEqual(UNAVAILABLE);
  expect(headers['content-security-policy']).toBeDefined();
}

const onPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

describe.runIf(onPostgres)('while the database is unavailable', () => {
  test('every call answers 503 with Retry-After, and none 500; afterwards they work', {
    timeout: 60_000,
  }, async () => {
    const proxy = await openProxiedDatabase();
    const testApp = await openTestApp({ config: { databaseUrl: proxy.url } });
    onTestFinished(() => testApp.close());
    const admin = await testApp.user({ isAdmin: true });
    await proxy.interrupt();
    const endpoints = await listEndpoints();
    await Promise.all(
      endpoints.map(async (endpoint) => {
        const answer = await admin.send({ method: endpoint.method, url: endpointUrl(endpoint) });
        expect([endpointName(endpoint), answer.status]).toEqual([endpointName(endpoint), 503]);
        expectUnavailable(answer, endpoint.method !== 'HEAD');
      }),
    );
    await proxy.restore();
    expect((await admin.get('/api/files')).status).toBe(200);
  });

  test('a request waits for the end of a short interruption and is carried out', async () => {
    const proxy = await openProxiedDatabase();
    const testApp = await openTestApp({ config: { databaseUrl: proxy.url } });
    onTestFinished(() => testApp.close());
    const owner = await testApp.user();
    await proxy.interrupt();
    const answer = owner.post('/api/folders', { name: 'Deeds', parentId: null });
    // An answer that did not need the database would be here by now.
    expect(await Promise.race([answer, wait(300, 'waiting')])).toBe('waiting');
    await proxy.restore();
    expect((await answer).status).toBe(201);
  });
});

describe.runIf(onPostgres)('the limits of a connection', () => {
  const open = async (limits: { maxConnections: number; statementTimeoutMs: number }) => {
    const { url } = await openProxiedDatabase();
    const { db } = openDatabase({ engine: 'postgres', url }, limits);
    onTestFinished(() => db.destroy());
    return db;
  };

  test('a statement that takes longer than the limit fails', async () => {
    const db = await open({ maxConnections: 2, statementTimeoutMs: 100 });
    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  });

  test('no more connections are opened than the limit', async () => {
    const db = await open({ maxConnections: 3, statementTimeoutMs: 0 });
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.02)`.execute(db)));
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`.execute(db);
    expect(rows).toHaveLength(3);
  });
});

describe('while the object store is unavailable', () => {
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

  test.each(['server-error', 'reset'] as const)(
    'calls that need it answer 503, the others work (%s)',
    async (outage) => {
      const owner = await testApp.user();
      const folder = await owner.folder();
      const text = await owner.file({ name: 'deed.txt', content: 'A deed', folderId: folder.id });
      const { name, buffer } = await makePdf('deed.pdf', [{ heading: 'Deed', paragraphs: ['A deed.'] }]);
      const pdf = await owner.file({ name, content: buffer });
      for (const method of ['GET', 'HEAD', 'PUT', 'POST']) s3.outages.set(method, outage);
      for (const path of [
        `/api/files/${text.id}`,
        `/api/files/${text.id}/view`,
        `/api/files/${text.id}/download`,
        `/api/files/${pdf.id}/pages`,
      ])
        expectUnavailable(await owner.get(path));
      expectUnavailable(
        await owner.form('/api/files', [{ name: 'file', value: 'A codicil', filename: 'codicil.txt' }]),
      );
      for (const path of ['/api/files', '/api/folders', `/api/folders/${folder.id}`])
        expect((await owner.get(path)).status).toBe(200);
      expect((await owner.patch(`/api/folders/${folder.id}`, { name: 'Deeds' })).status).toBe(200);
      s3.outages.clear();
      expect((await owner.get(`/api/files/${text.id}`)).status).toBe(200);
    },
  );

  test('calls whose object breaks off before its first bytes can be decrypted answer 503', async () => {
    const owner = await testApp.user();
    const text = await owner.file({ name: 'deed.txt', content: 'A deed' });
    const { name, buffer } = await makePdf('deed.pdf', [{ heading: 'Deed', paragraphs: ['A deed.'] }]);
    const pdf = await owner.file({ name, content: buffer });
    s3.outages.set('GET', 'cut');
    for (const path of [
      `/api/files/${text.id}`,
      `/api/files/${text.id}/view`,
      `/api/files/${text.id}/download`,
      `/api/files/${pdf.id}/pages`,
    ]) {
      const answer = await owner.get(path);
      expectUnavailable(answer);
      // No cache keeps it as the document.
      const { etag, 'content-disposition': disposition, 'cache-control': caching } = answer.headers;
      expect([etag, disposition, caching]).toEqual([undefined, undefined, 'no-store']);
    }
  });
});
