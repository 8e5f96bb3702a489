import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteSettings, TEST_SEARCH_URL } from '#server/engines/search/testing/index-engines.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer, upload } from '#server/testing/server-process.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

async function find(server: ServerProcess, cookie: string, word: string): Promise<unknown> {
  const response = await fetch(server.url + ask(word), { headers: { cookie } });
  const { documentInfo } = (await response.json()) as { documentInfo?: { fileId: number } }; // the contract
  return documentInfo?.fileId;
}

const isCluster = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' && TEST_SEARCH_URL !== undefined;

test.runIf(isCluster)(
  'three nodes share the index, and go on after the one that writes it was killed',
  { tags: ['full'], timeout: 300_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'muniment-cluster-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const { url: searchUrl, indexPrefix } = createRemoteSettings();
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const { url } = await openProxiedDatabase();
    const shared = {
      ADMIN_PASSWORD,
      DATABASE_URL: url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      SEARCH_URL: searchUrl,
      SEARCH_INDEX_PREFIX: indexPrefix,
    };
    const start = async (name: string): Promise<ServerProcess> => {
      const server = await startServer({ ...shared, DATA_DIR: join(directory, name) });
      onTestFinished(async () => void (await server.end('SIGKILL')));
      return server;
    };
    const first = await start('data-a');
    const cookie = await first.signIn();
    const [second, third] = [await start('data-b'), await start('data-c')];
    const before = await upload(second.url, cookie, { name: 'before.txt', content: 'A capercaillie' });
    for (const server of [first, second, third])
      await expect.poll(() => find(server, cookie, 'capercaillie'), { timeout: 60_000 }).toBe(before.id);
    await first.end('SIGKILL');
    const after = await upload(second.url, cookie, { name: 'after.txt', content: 'A kittiwake' });
    for (const server of [second, third])
      await expect.poll(() => find(server, cookie, 'kittiwake'), { timeout: 90_000 }).toBe(after.id);
  },
);

test('while the search server is away, search answers 503 and everything else works', {
  tags: ['sqlite'],
}, async () => {
  const testApp = await openTestApp({
    config: { searchServer: { url: 'http://127.0.0.1:9', indexPrefix: 'away' } },
    startsBackgroundWork: true,
  });
  const user = await testApp.user();
  const file = await user.file({ content: 'A wagtail' });
  for (const url of [ask('wagtail'), '/api/search/suggestions?query=wag']) {
    const { status, body } = await user.get(url);
    expect([url, status, body]).toMatchObject([url, 503, { code: 'unavailable' }]);
    expect(body.error).toContain('Search is not available');
  }
  expect((await user.get(`/api/files/${file.id}/download`)).status).toBe(200);
  expect((await testApp.anonymous.get('/readyz')).body).toMatchObject({
    status: 'degraded',
    failing: ['search'],
    search: 'opensearch',
  });
  await testApp.close();
});

test('in a full index files say that they are found by name only', async () => {
  const testApp = await openTestApp({ config: { searchMaxPassages: 2 } });
  const user = await testApp.user();
  const paragraphs = Array.from(
    { length: 20 },
    (_, at) => `Clause ${at}. ${'The wagtail sings at dawn. '.repeat(20)}`,
  );
  const file = await user.file({ name: 'birds.txt', content: paragraphs.join('\n\n') });
  await testApp.finishJobs();
  expect((await user.get(ask('wagtail'))).body.citations).toEqual([]);
  expect((await user.get(ask('birds'))).body.documentInfo?.fileId).toBe(file.id);
  const { body } = await user.get(`/api/files/${file.id}`);
  expect(JSON.stringify(body)).toContain('found by its name only');
  await testApp.close();
});
