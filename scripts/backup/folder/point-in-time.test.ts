import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#server/app/config.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { completeRecovery } from './complete-recovery.ts';
import { createIncrementalBackup } from './create-incremental-backup.ts';

const run = promisify(execFile);

const quiet = { onProgress() {}, onDamage() {} };
const objectsOnly = {
  ...quiet,
  withoutKey: false,
  recipients: [],
  signal: new AbortController().signal,
  objectsOnly: true,
};

async function query<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Starts PostgreSQL with an archive of its log. The account of the server writes there too. */
async function startArchivingPostgres(archive: string) {
  await mkdir(archive);
  await chmod(archive, 0o777);
  const postgres = await startPostgres({
    isDurable: true,
    settings: ['archive_mode=on', `archive_command=cp %p ${archive}/%f`],
  });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Copies the running server as pg_basebackup does, but over the file system. */
async function copyBase(url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>('show data_directory');
  const [{ data_directory: source } = { data_directory: '' }] = rows as unknown as {
    data_directory: string;
  }[];
  await client.query("select pg_backup_start('base', true)");
  await cp(source, to, { recursive: true, filter: (path) => !/postmaster\.|pg_wal\/./.test(path) });
  const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await writeFile(join(to, 'backup_label'), String(stopped.rows[0]?.labelfile));
  await client.end();
}

/** Starts a server that recovers from the copy and the archive to the moment, and accepts writes from there. */
async function recover(base: string, archive: string, moment: string): Promise<string> {
  const postgres = await startPostgres({
    isDurable: true,
    settings: [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    ],
    async prepare(dataFolder, account) {
      await cp(base, dataFolder, { recursive: true });
      await writeFile(join(dataFolder, 'recovery.signal'), '');
      if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, dataFolder]);
      await chmod(dataFolder, 0o700);
    },
  });
  onTestFinished(() => postgres.stop());
  const url = new URL(postgres.url);
  url.pathname = 'room';
  await vi.waitUntil(
    async () => (await query<{ is: boolean }>(url.href, 'select pg_is_in_recovery() as is'))[0]?.is === false,
    { timeout: 30_000 },
  );
  return url.href;
}

async function openApp(dataDir: string, config: Partial<Config>): Promise<TestApp> {
  const testApp = await openTestApp({ dataDir, config, startsAt: Date.now() });
  onTestFinished(() => testApp.close());
  return testApp;
}

async function invite(owner: TestClient, folderId: number): Promise<void> {
  const invitation = {
    email: 'guest@example.test',
    folderIds: [folderId],
    role: 'visitor',
    expirationDays: 7,
  };
  expect((await owner.post('/api/invitations', invitation)).status).toBe(201);
}

test('a database recovered to a moment, with the objects of a backup folder, is the installation of that moment', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-moment-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // The account of the database server goes through it.
  await chmod(folder, 0o755);
  const [archive, base, backups] = ['archive', 'base', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [postgres, s3] = await Promise.all([startArchivingPostgres(archive), startS3Server()]);
  onTestFinished(() => s3.stop());
  const databaseUrl = await createDatabase(postgres.url, 'room');
  const testApp = await openApp(join(folder, 'source'), { databaseUrl, s3: s3.settings });
  const { config } = testApp.server.services;
  const owner = await testApp.user();
  const kept = await owner.file({ name: 'kept.txt', content: 'The heron agreement.' });
  await copyBase(databaseUrl, base);
  const doomed = await owner.file({ name: 'doomed.txt', content: 'It is deleted later.' });
  const shared = await owner.folder('Shared');
  const reader = await testApp.user();
  await testApp.share(shared.id, reader);
  await invite(owner, shared.id);
  await createIncrementalBackup(config, backups, objectsOnly);

  const [{ now } = { now: '' }] = await query<{ now: string }>(
    databaseUrl,
    'select clock_timestamp()::text as now',
  );
  await owner.delete(`/api/files/${doomed.id}`);
  await owner.file({ name: 'later.txt', content: 'After the moment.' });
  const [{ file } = { file: '' }] = await query<{ file: string }>(
    postgres.url,
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  await vi.waitUntil(async () => (await readdir(archive)).includes(file), { timeout: 30_000 });

  const emptyS3 = await startS3Server();
  onTestFinished(() => emptyS3.stop());
  const recoveredUrl = await recover(base, archive, now);
  const dataDir = join(folder, 'recovered');
  await mkdir(dataDir);
  await cp(join(folder, 'source', 'master.key'), join(dataDir, 'master.key'));
  const place = { databaseUrl: recoveredUrl, s3: emptyS3.settings };
  const recovered = await completeRecovery({ ...config, ...place, dataDir }, backups, {
    ...quiet,
    keepsLinks: false,
  });
  expect(recovered).toMatchObject({ written: 2, missing: 0, openInvitations: 1 });

  const app = await openApp(dataDir, place);
  const { db } = app.server.services;
  expect(await db.selectFrom('sessions').selectAll().execute(), 'nobody stays signed in').toEqual([]);
  const administrator = await app.user({ isAdmin: true });
  const { body } = await administrator.get('/api/files');
  expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual(['doomed.txt', 'kept.txt']);
  for (const [id, content] of [
    [kept.id, 'The heron agreement.'],
    [doomed.id, 'It is deleted later.'],
  ] as const)
    expect((await administrator.get(`/api/files/${id}/download`)).bytes.toString()).toBe(content);
  expect(
    (await db.selectFrom('collaborators').select('user_id').execute()).map((row) => row.user_id),
  ).toContain(reader.id);
});
