import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { MULTIPART_FRAME, openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '#server/testing/server-process.ts';
import { openTestApp } from '#server/testing/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 ** 2;
// Uses a truly full disk: a small tmpfs in a mount namespace, where the system allows that.
const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const isLinux = process.platform === 'linux';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-resources-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function start(env: Record<string, string> = {}, launcher: string[] = []): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...env }, launcher);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
}

const onDiskOf = (megabytes: number, folder: string): string[] => [
  ...['unshare', '-rm', 'sh', '-c'],
  `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`,
  folder,
];

/** Returns whether an upload of this size succeeds; otherwise it is refused as by a full disk. */
async function takes(server: ServerProcess, cookie: string, bytes: number): Promise<boolean> {
  const { sending, answer } = openStreamedUpload(server.url, cookie);
  await sendZeroes(sending, bytes);
  sending.end(MULTIPART_FRAME.ending);
  const { status, body } = await answer;
  if (status === 201) return true;
  expect({ status, body }).toEqual({
    status: 507,
    body: { code: 'storage-full', error: expect.stringMatching(/storage is full.*administrator/) },
  });
  return false;
}

const isSqlite = process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres';

describe.runIf(isSqlite && mayMount)('on a full disk', { tags: ['full'] }, () => {
  test('an upload to a full disk is refused with a clear message and leaves nothing, and a smaller one succeeds', async () => {
    const objects = join(dataDir, 'objects');
    await mkdir(objects);
    const server = await start({}, onDiskOf(4, objects));
    const cookie = await server.signIn();
    expect(await takes(server, cookie, 8 * MB)).toBe(false);
    expect(await takes(server, cookie, 3 * MB)).toBe(true);
    expect(await takes(server, cookie, 3 * MB)).toBe(false);
  });

  test('a disk filled by the database keeps acknowledged files, and the server goes on', async () => {
    const server = await start({}, onDiskOf(16, dataDir));
    const cookie = await server.signIn();
    let kept = 0;
    for (const bytes of [MB, 64_000, 10])
      for (let tries = 0; tries < 200 && (await takes(server, cookie, bytes)); tries += 1) kept += 1;
    const list = await fetch(`${server.url}/api/files`, { headers: { cookie } });
    const files = await list.json();
    expect(files).toHaveLength(kept);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

test.runIf(isSqlite)(
  'a full database disk is reported with a clear message, stores nothing, and the server goes on',
  async () => {
    const testApp = await openTestApp();
    const { blobs, db } = testApp.server.services;
    const owner = await testApp.user();
    const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
    await limitPages(1); // SQLite takes that as the available space.
    const form = [{ name: 'file', value: 'a', filename: `${'x'.repeat(250)}.txt` }];
    let answer = await owner.form('/api/files', form);
    for (let kept = 0; kept < 500 && answer.status === 201; kept += 1)
      answer = await owner.form('/api/files', form);
    expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
    await limitPages(1_000_000);
    await testApp.finishJobs();
    expect((await owner.form('/api/files', form)).status).toBe(201);
    await testApp.finishJobs();
    const { rows } = await sql<{ key: string }>`select key from blobs order by key`.execute(db);
    const stored: string[] = [];
    for await (const key of blobs.keys()) stored.push(key);
    expect(stored.sort()).toEqual(rows.map(({ key }) => key));
    await testApp.close();
  },
);

async function uploadAndDownload(server: ServerProcess, cookie: string, megabytes: number): Promise<number> {
  let peak = 0;
  let chunks = 0;
  const measure = async (): Promise<void> => {
    chunks += 1;
    if (chunks % 16 === 0) peak = Math.max(peak, await server.memory());
  };
  const { sending, answer } = openStreamedUpload(server.url, cookie);
  await sendZeroes(sending, megabytes * MB, measure);
  sending.end(MULTIPART_FRAME.ending);
  const { status, body } = await answer;
  expect([status, body.size]).toEqual([201, megabytes * MB]);
  const download = await fetch(`${server.url}/api/files/${body.id}/download`, { headers: { cookie } });
  let read = 0;
  for await (const chunk of download.body ?? []) {
    await measure();
    read += chunk.length;
  }
  expect(read).toBe(megabytes * MB);
  return peak;
}

/** Measures the growth of the server's memory for one large file, in MB, once its code is loaded. */
async function growthFor(server: ServerProcess, megabytes: number): Promise<number> {
  const { db } = openDatabase({ engine: 'sqlite', file: join(dataDir, 'muniment.db') });
  await db.insertInto('system_settings').values({ name: 'maxUploadSizeMB', value: '200' }).execute();
  await db.destroy();
  const cookie = await server.signIn();
  // Memory that V8 reserves in any case is not part of a file's cost.
  for (let warming = 0; warming < 3; warming += 1) await uploadAndDownload(server, cookie, 8);
  const before = await server.memory();
  return (await uploadAndDownload(server, cookie, megabytes)) - before;
}

describe.runIf(isSqlite && isLinux)('an upload of 100 MB and its download', { tags: ['full'] }, () => {
  test('uploading and downloading 100 MB takes less than 30 MB of memory with a disk', async () => {
    const server = await start({ UPLOAD_CEILING_MB: '200' });
    expect(await growthFor(server, 100)).toBeLessThan(30);
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).toEqual([]);
  });

  test('uploading and downloading 100 MB takes less than 60 MB of memory with S3 and its parts of 5 MB', async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const server = await start({
      UPLOAD_CEILING_MB: '200',
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    });
    expect(await growthFor(server, 100)).toBeLessThan(60);
  });
});
