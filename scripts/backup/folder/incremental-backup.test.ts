import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#server/app/config.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { restoreBackup } from '../restore-backup.ts';
import { listBackupStates } from './backup-folder.ts';
import { createIncrementalBackup } from './create-incremental-backup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-incremental-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const quiet = { onProgress() {}, onDamage() {} };
const options = {
  ...quiet,
  withoutKey: false,
  recipients: [],
  signal: new AbortController().signal,
  objectsOnly: false,
};

async function open(dataDir: string, config: Partial<Config>): Promise<TestApp> {
  const testApp = await openTestApp({ dataDir: join(folder, dataDir), config, startsAt: Date.now() });
  onTestFinished(() => testApp.close());
  return testApp;
}

/** Moves the clock of commands; that of the file system stays. */
const setClock = (now: number): void => void vi.useFakeTimers({ toFake: ['Date'], now });

async function restore(
  from: TestApp,
  name: string,
  { config, at }: { config: Partial<Config>; at?: number },
): Promise<TestApp> {
  const target = { ...from.server.services.config, ...config, dataDir: join(folder, name) };
  await restoreBackup(target, join(folder, 'backups'), {
    ...quiet,
    acceptsDamage: false,
    keepsLinks: false,
    identityFile: undefined,
    at,
  });
  return open(name, config);
}

/** Returns the content of each file by name, read through the API. */
async function readFiles(testApp: TestApp): Promise<Record<string, string>> {
  const administrator = await testApp.user({ isAdmin: true });
  const { body } = await administrator.get('/api/files');
  const contents: Record<string, string> = {};
  for (const { id, name } of body) {
    const { status, bytes } = await administrator.get(`/api/files/${id}/download`);
    contents[name] = status === 200 ? bytes.toString() : `status ${status}`;
  }
  return contents;
}

/** Backs up twice with changes in between, and restores both moments into what `createPlace` creates each time. */
async function expectBothMoments(createPlace: () => Promise<Partial<Config>>): Promise<void> {
  const testApp = await open('source', await createPlace());
  const { config } = testApp.server.services;
  const backups = join(folder, 'backups');
  const owner = await testApp.user();
  await owner.file({ name: 'kept.txt', content: 'The heron agreement.' });
  const doomed = await owner.file({ name: 'doomed.txt', content: 'x'.repeat(200_000) });
  const first = await createIncrementalBackup(config, backups, options);
  expect(first.state).toMatchObject({ files: 2, damaged: 0 });
  expect(first.copied.objects).toBe(first.state?.objects);

  const [{ madeAt: firstMoment } = { madeAt: 0 }] = await listBackupStates(backups);
  expect((await owner.delete(`/api/files/${doomed.id}`)).status).toBe(200);
  expect((await owner.delete(`/api/trash/files/${doomed.id}`)).status).toBe(200);
  await owner.file({ name: 'later.txt', content: 'The kittiwake annex.' });
  const invited = {
    email: 'guest@example.test',
    folderIds: [(await owner.folder('Shared')).id],
    role: 'visitor',
  };
  expect((await owner.post('/api/invitations', { ...invited, expirationDays: 7 })).status).toBe(201);
  await vi.waitUntil(() => Date.now() > firstMoment);
  const objectsOnly = await createIncrementalBackup(config, backups, { ...options, objectsOnly: true });
  expect([objectsOnly.copied.objects, objectsOnly.state]).toEqual([1, undefined]);
  const second = await createIncrementalBackup(config, backups, options);
  expect(second.copied.objects, 'what the folder has is not copied again').toBe(0);
  // The row of the purged file is removed by a job.
  expect(second.state).toMatchObject({ files: 3, damaged: 0 });

  const now = await restore(testApp, 'now', { config: await createPlace() });
  expect(await readFiles(now)).toEqual({
    'kept.txt': 'The heron agreement.',
    'later.txt': 'The kittiwake annex.',
  });
  const { db } = now.server.services;
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', owner.id).execute()).toEqual([]);
  expect(await db.selectFrom('invitations').select('id').where('revoked_at', 'is', null).execute()).toEqual(
    [],
  );
  const then = await restore(testApp, 'then', { config: await createPlace(), at: firstMoment });
  expect(await readFiles(then)).toEqual({
    'kept.txt': 'The heron agreement.',
    'doomed.txt': 'x'.repeat(200_000),
  });
  await expect(
    restore(testApp, 'before', { config: await createPlace(), at: firstMoment - 1 }),
  ).rejects.toThrow('has no state of that time');
}

test('each state of a folder is restored as it was, and only new objects are copied', () =>
  expectBothMoments(async () => ({})));

test('the same on PostgreSQL and S3', { tags: ['full'] }, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  await expectBothMoments(async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const name = `room_${crypto.randomUUID().replaceAll('-', '')}`;
    return { databaseUrl: await createDatabase(postgres.url, name), s3: s3.settings };
  });
});

test('a folder forgets what is old, copies again what was lost, and refuses what is not its own', {
  tags: ['full'],
}, async () => {
  const testApp = await open('source', {});
  const { config, db, blobs } = testApp.server.services;
  const backups = join(folder, 'backups');
  const owner = await testApp.user();
  await owner.file({ name: 'kept.txt', content: 'The heron agreement.' });
  const doomed = await owner.file({ name: 'doomed.txt', content: 'It is deleted.' });
  const objectOf = async (id: number) =>
    (await db.selectFrom('files').select('blob_key').where('id', '=', id).executeTakeFirstOrThrow()).blob_key;
  const doomedKey = await objectOf(doomed.id);
  await createIncrementalBackup(config, backups, options);
  await owner.delete(`/api/files/${doomed.id}`);
  await owner.delete(`/api/trash/files/${doomed.id}`);
  await testApp.finishJobs();
  // As the maintenance does a day later.
  await db.deleteFrom('blobs').where('key', '=', doomedKey).execute();
  const held = (key: string) => join(backups, 'objects', key.slice(0, 2), key.slice(2, 4), key);

  const start = Date.now();
  setClock(start + 10 * DAY_MS);
  const young = await createIncrementalBackup(config, backups, { ...options, keepDays: 30 });
  expect(young.pruned, 'the first state still names both').toMatchObject({ states: 0, objects: 0 });
  const [youngest] = await listBackupStates(backups);
  const bytes = await readFile(String(youngest?.file), 'latin1');
  const changeKey = (fingerprint: string) =>
    bytes.replace(/"keyFingerprint":"\w+/, `"keyFingerprint":"${fingerprint}`);
  await writeFile(String(youngest?.file), changeKey('ab'), 'latin1');
  setClock(start + 32 * DAY_MS);
  const rotated = await createIncrementalBackup(config, backups, { ...options, keepDays: 30 });
  expect(rotated.pruned, 'a state of another key may name anything').toEqual({
    states: 0,
    objects: 0,
    unreadableStates: 1,
  });
  await writeFile(String(youngest?.file), bytes, 'latin1');
  setClock(start + 41 * DAY_MS);
  const old = await createIncrementalBackup(config, backups, { ...options, keepDays: 30 });
  expect(old.pruned).toEqual({ states: 1, objects: 1, unreadableStates: 0 });
  await expect(truncate(held(doomedKey), 0)).rejects.toThrow('ENOENT');
  expect(await readFiles(await restore(testApp, 'pruned', { config: {} }))).toEqual({
    'kept.txt': 'The heron agreement.',
  });

  const [kept] = await db.selectFrom('files').select('blob_key as key').execute();
  const key = String(kept?.key);
  await truncate(held(key), 10);
  await expect(restore(testApp, 'damaged', { config: {} })).rejects.toThrow('lacks 1 objects');
  await rm(held(key));
  setClock(start + 42 * DAY_MS);
  expect((await createIncrementalBackup(config, backups, options)).copied.objects).toBe(1);
  await rm(held(key));
  await blobs.remove(key);
  setClock(start + 43 * DAY_MS);
  const damaged = await createIncrementalBackup(config, backups, { ...options, keepDays: 1 });
  expect(damaged.state).toMatchObject({ damaged: 1, file: expect.stringMatching(/\.damaged$/) });
  expect(damaged.pruned, 'nothing is removed after a damaged state').toBeUndefined();

  const other = await open('other', {});
  await expect(createIncrementalBackup(other.server.services.config, backups, options)).rejects.toThrow(
    'another installation',
  );
});

/** Opens an installation with two files, of which one is deleted for good with the object of its content. */
async function openWithDoomed() {
  const testApp = await open('source', {});
  const { config, db } = testApp.server.services;
  const owner = await testApp.user();
  await owner.file({ name: 'kept.txt', content: 'The heron agreement.' });
  const doomed = await owner.file({ name: 'doomed.txt', content: 'It is deleted.' });
  const { blob_key: key } = await db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', doomed.id)
    .executeTakeFirstOrThrow();
  const backups = join(folder, 'backups');
  return {
    backup: (more: object = {}) => createIncrementalBackup(config, backups, { ...options, ...more }),
    async deleteDoomed() {
      await owner.delete(`/api/files/${doomed.id}`);
      await owner.delete(`/api/trash/files/${doomed.id}`);
      await testApp.finishJobs();
      // As the maintenance does a day later.
      await db.deleteFrom('blobs').where('key', '=', key).execute();
    },
    held: () => existsSync(join(backups, 'objects', key.slice(0, 2), key.slice(2, 4), key)),
    states: async () => (await listBackupStates(backups)).length,
  };
}

test('an object that was deleted between two states stays while the log of the database leads to it', async () => {
  const { backup, deleteDoomed, held, states } = await openWithDoomed();
  const start = Date.now();
  await backup();
  await deleteDoomed();
  setClock(start + 31 * DAY_MS);
  // The log reaches back to a day on which the file was still there; the state of that time is the only one that names it.
  expect((await backup({ keepDays: 30 })).pruned).toEqual({ states: 0, objects: 0, unreadableStates: 0 });
  expect([held(), await states()]).toEqual([true, 2]);
  setClock(start + 62 * DAY_MS);
  expect((await backup({ keepDays: 30 })).pruned).toEqual({ states: 1, objects: 1, unreadableStates: 0 });
  expect([held(), await states()]).toEqual([false, 2]);
});

test('without a state that is older than the days to keep, no object is removed', async () => {
  const { backup, deleteDoomed, held } = await openWithDoomed();
  await backup({ objectsOnly: true });
  await deleteDoomed();
  const start = Date.now();
  setClock(start + 40 * DAY_MS);
  expect((await backup({ keepDays: 30 })).pruned).toMatchObject({ states: 0, objects: 0 });
  setClock(start + 50 * DAY_MS);
  expect((await backup({ keepDays: 30 })).pruned).toMatchObject({ states: 0, objects: 0 });
  expect(held()).toBe(true);
});

test('a clock that is ahead removes nothing, and one that is behind the newest state writes none', async () => {
  const { backup, deleteDoomed, held, states } = await openWithDoomed();
  const start = Date.now();
  await backup();
  await deleteDoomed();
  setClock(start + DAY_MS);
  await backup({ keepDays: 7 });
  setClock(start + 61 * DAY_MS);
  const ahead = await backup({ keepDays: 7 });
  expect(ahead.pruned).toMatchObject({ states: 0, objects: 0, implausibleSince: start + DAY_MS });
  expect([held(), await states()]).toEqual([true, 3]);
  setClock(start + 2 * DAY_MS);
  await expect(backup({ keepDays: 7 })).rejects.toThrow('The clock is behind the newest state');
  expect((await backup({ objectsOnly: true })).copied.objects).toBe(0);
  expect(await states()).toBe(3);
});
