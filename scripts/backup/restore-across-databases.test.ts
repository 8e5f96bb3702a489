import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#server/app/config.ts';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let s3: S3Server;
let folder: string;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3Server()]);
  folder = await mkdtemp(join(tmpdir(), 'muniment-engines-'));
});
afterAll(async () => {
  await Promise.all([postgres.stop(), s3.stop(), rm(folder, { recursive: true })]);
});

const quiet = { onProgress() {}, onDamage: (key: string) => expect.unreachable(key) };
const asFound = { ...quiet, withoutKey: false, recipients: [], signal: new AbortController().signal };

const newDatabase = (): Promise<string> =>
  createDatabase(postgres.url, `room_${crypto.randomUUID().replaceAll('-', '')}`);

async function open(dataDir: string, config: Partial<Config>): Promise<TestApp> {
  const testApp = await openTestApp({ dataDir: join(folder, dataDir), config, startsAt: Date.now() });
  onTestFinished(() => testApp.close());
  return testApp;
}

/** Creates data that is difficult to restore: a folder below a newer one, gaps in ids, a visitor, pending jobs. */
async function fill(testApp: TestApp): Promise<void> {
  const owner = await testApp.user();
  const older = await owner.folder('Older');
  const younger = await owner.folder('Younger');
  await owner.patch(`/api/folders/${older.id}`, { parentId: younger.id });
  await testApp.share(older.id, await testApp.user());
  await owner.file({ name: 'naïve “ünïcode” 😀.txt', content: 'The heron agreement.', folderId: older.id });
  await owner.file({ name: 'empty.bin', content: '' });
  await owner.file({ name: 'large.bin', content: Buffer.alloc(200_000, 'x') });
  const { id } = await owner.folder('Passing');
  await owner.delete(`/api/folders/${id}`);
  await testApp.visitor({ inviter: owner, folderIds: [younger.id] });
  await testApp.finishJobs();
  // The job of the last file must be waiting when the backup is made.
  await testApp.server.jobs.stop();
  await owner.file({ name: 'unread.txt', content: 'It is not read yet.' });
}

const TABLES = ['users', 'folders', 'files', 'blobs', 'collaborators', 'invitations', 'audit_log'] as const;

async function readContent({ server }: TestApp): Promise<Record<string, object[]>> {
  const rows = TABLES.map(async (table) => {
    const all: object[] = await server.services.db.selectFrom(table).selectAll().execute();
    return [table, all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))];
  });
  return Object.fromEntries(await Promise.all(rows));
}

const newest = async ({ server }: TestApp, table: 'jobs' | 'folders' | 'users'): Promise<number> => {
  const select = server.services.db.selectFrom(table).select((each) => each.fn.max('id').as('last'));
  return (await select.executeTakeFirstOrThrow()).last;
};

type Place = 'SQLite and disk' | 'PostgreSQL and disk' | 'PostgreSQL and S3';
const createConfig: Record<Place, () => Promise<Partial<Config>>> = {
  'SQLite and disk': async () => ({}),
  'PostgreSQL and disk': async () => ({ databaseUrl: await newDatabase() }),
  'PostgreSQL and S3': async () => ({ databaseUrl: await newDatabase(), s3: s3.settings }),
};

async function expectRestored([from, to]: readonly [Place, Place]): Promise<void> {
  const name = crypto.randomUUID();
  const testApp = await open(`${name}-from`, await createConfig[from]());
  await fill(testApp);
  // Creates an attempt count and a session, which a backup must not contain.
  await testApp.anonymous.post('/api/login', { username: 'admin', password: 'a guess' });
  const file = join(folder, `${name}.backup`);
  const backup = await createBackup(testApp.server.services.config, file, asFound);
  expect(backup).toMatchObject({ files: 4, damaged: 0, masterKey: 'included' });
  const before = await readContent(testApp);
  const [folders, users] = [await newest(testApp, 'folders'), await newest(testApp, 'users')];

  const target = {
    ...testApp.server.services.config,
    databaseUrl: undefined,
    s3: undefined,
    ...(await createConfig[to]()),
  };
  const dataDir = join(folder, `${name}-to`);
  await restoreBackup({ ...target, dataDir }, file, {
    ...quiet,
    acceptsDamage: false,
    keepsLinks: true,
    identityFile: undefined,
  });
  const restored = await open(`${name}-to`, { databaseUrl: target.databaseUrl, s3: target.s3 });
  expect(await readContent(restored)).toEqual(before);
  const { db } = restored.server.services;
  for (const table of ['sessions', 'attempt_counts'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);

  const owner = await restored.user();
  expect(owner.id).toBeGreaterThan(users);
  expect((await owner.folder('New')).id, 'the one that was deleted counts too').toBe(folders + 1);
  // Past the lease of a job that ran when the backup was made.
  restored.advanceClock(100_000);
  await restored.finishJobs();
  const administrator = await restored.user({ isAdmin: true });
  for (const [query, fileName] of [
    ['heron agreement', 'naïve “ünïcode” 😀.txt'],
    ['not read yet', 'unread.txt'],
  ]) {
    await vi.waitFor(
      async () => {
        const { body } = await administrator.get(`/api/search?query=${query}`);
        expect(body.documentInfo?.fileName).toBe(fileName);
      },
      { timeout: 15_000 },
    );
  }
  const answers = before['files']?.map((each) => ('id' in each ? each.id : undefined)) ?? [];
  for (const id of answers) {
    const { status } = await administrator.get(`/api/files/${id}/download`);
    expect(status).toBe(200);
  }
}

const name = 'an installation on %s is restored on %s with every row and object, and no id is assigned twice';
test.for<[Place, Place]>([['SQLite and disk', 'PostgreSQL and S3']])(name, expectRestored);
test.for<[Place, Place]>([
  ['PostgreSQL and disk', 'SQLite and disk'],
  ['PostgreSQL and disk', 'PostgreSQL and disk'],
])(name, { tags: ['full'] }, expectRestored);

test('a restore into a database or bucket that is in use changes nothing', async () => {
  const testApp = await open('filled', { databaseUrl: await newDatabase() });
  await (await testApp.user()).file();
  const { config } = testApp.server.services;
  const file = join(folder, 'filled.backup');
  await createBackup(config, file, asFound);
  const restore = (target: Partial<Config>) =>
    restoreBackup({ ...config, dataDir: join(folder, 'onto'), ...target }, file, {
      ...quiet,
      acceptsDamage: false,
      keepsLinks: false,
      identityFile: undefined,
    });
  await expect(restore({})).rejects.toThrow('The database already contains an installation.');
  await restore({ databaseUrl: undefined, dataDir: join(folder, 'first'), s3: s3.settings }).catch(() => {});
  await expect(restore({ databaseUrl: undefined, s3: s3.settings })).rejects.toThrow(
    'S3_BUCKET holds objects',
  );
});
