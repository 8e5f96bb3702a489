import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Config } from '#server/app/config.ts';
import { isRestoreInProgress, writeRestoreMarker } from '#server/database/backup/restore-marker.ts';
import { openS3Store } from '#server/engines/storage/s3-store.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createBackup } from './create-backup.ts';
import { readHeader } from './format/archive-header.ts';
import { restoreBackup } from './restore-backup.ts';
import { describePlaces } from './restore-places.ts';

const quiet = { onProgress() {}, onDamage: (key: string) => expect.unreachable(key) };
const OBJECT = 'ab'.repeat(32);

let folder: string;
let file: string;
/** A later backup of the same installation. */
let laterFile: string;
let config: Config;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-interrupted-'));
  file = join(folder, 'room.backup');
  const testApp = await openTestApp({ startsAt: Date.now() });
  const owner = await testApp.user();
  for (const name of ['one', 'two', 'three']) await owner.file({ name, content: name });
  config = testApp.server.services.config;
  const options = { ...quiet, withoutKey: false, recipients: [], signal: new AbortController().signal };
  await createBackup(config, file, options);
  laterFile = join(folder, 'later.backup');
  await owner.file({ name: 'four', content: 'four' });
  await createBackup(config, laterFile, options);
  await testApp.close();
});
afterAll(() => rm(folder, { recursive: true }));

async function openBucket() {
  const server = await startS3Server();
  onTestFinished(() => server.stop());
  const store = await openS3Store(server.settings);
  return { s3: server.settings, store, keys: async () => (await Array.fromAsync(store.keys())).length };
}
type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** Begins a restore that ends after its second object; returns how it is repeated. */
async function interruptRestore({ s3, keys }: Bucket) {
  const dataDir = join(folder, crypto.randomUUID());
  const restore = (target: Partial<Config>, onProgress = () => {}) =>
    restoreBackup({ ...config, dataDir, ...target }, file, {
      ...quiet,
      onProgress,
      acceptsDamage: false,
      keepsLinks: false,
      identityFile: undefined,
    });
  let written = 0;
  const interrupted = restore({ s3 }, () => {
    if (isRestoreInProgress(dataDir)) written += 1;
    if (written > 2) throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  expect(await keys()).toBe(2);
  return { restore, marker: join(dataDir, 'restore-in-progress') };
}

test('an interrupted restore is repeated into its bucket, and empties no other one', async () => {
  const [own, other] = [await openBucket(), await openBucket()];
  const { restore, marker } = await interruptRestore(own);
  expect(await readFile(marker, 'utf8')).not.toContain(own.s3.secretAccessKey);
  await other.store.put(OBJECT, Readable.from(['precious']));
  await expect(restore({ s3: other.s3 })).rejects.toThrow('Set S3_BUCKET and S3_ENDPOINT as before');
  await expect(restore({ s3: undefined })).rejects.toThrow('Set S3_BUCKET and S3_ENDPOINT as before');
  const databaseUrl = 'postgres://live.example.com/room';
  await expect(restore({ s3: own.s3, databaseUrl })).rejects.toThrow('Set DATABASE_URL as before');
  expect(await other.keys()).toBe(1);
  expect(await restore({ s3: own.s3 })).toMatchObject({ files: 3, objects: 3 });
  expect(await own.keys()).toBe(3);
});

test('a bucket that an installation has marked is not emptied', async () => {
  const own = await openBucket();
  const { restore } = await interruptRestore(own);
  await own.store.writeMarker('{}');
  await expect(restore({ s3: own.s3 })).rejects.toThrow('is that of an installation');
  expect(await own.keys()).toBe(2);
});

test('the marker of an earlier version empties no bucket, and continues once it is empty', async () => {
  const own = await openBucket();
  const { restore, marker } = await interruptRestore(own);
  await writeFile(marker, 'A restore is going on, or was interrupted.\n');
  await expect(restore({ s3: own.s3 })).rejects.toThrow('S3_BUCKET holds objects already');
  expect(await own.keys()).toBe(2);
  for await (const key of own.store.keys()) await own.store.remove(key);
  expect(await restore({ s3: own.s3 })).toMatchObject({ files: 3, objects: 3 });
});

test('a restore that was interrupted after its commit is repeated only with the same backup', async () => {
  const dataDir = join(folder, crypto.randomUUID());
  const restore = (path: string) =>
    restoreBackup({ ...config, dataDir }, path, {
      ...quiet,
      acceptsDamage: false,
      keepsLinks: false,
      identityFile: undefined,
    });
  const names = () => {
    const database = new SqliteDatabase(join(dataDir, 'muniment.db'), { readonly: true });
    const rows = database.prepare('select name from files order by id').pluck().all();
    database.close();
    return rows;
  };
  await restore(file);
  const { header } = await readHeader(file);
  const interrupt = () => writeRestoreMarker(dataDir, { ...describePlaces(config), backup: header.salt });
  await interrupt();
  expect(await restore(file)).toMatchObject({ files: 3 });
  expect(names()).toEqual(['one', 'two', 'three']);
  await interrupt();
  expect(await restore(laterFile)).toMatchObject({ files: 4, objects: 4 });
  expect(names()).toEqual(['one', 'two', 'three', 'four']);
  expect(isRestoreInProgress(dataDir)).toBe(false);
});

test('the marker names the database without its account and password', () => {
  const databaseOf = (databaseUrl: string) => describePlaces({ databaseUrl, s3: undefined }).database;
  expect(databaseOf('postgres://room:secret@db.example.com:5432/room?sslmode=require')).toBe(
    databaseOf('postgres://other:password@db.example.com:5432/room'),
  );
  expect(databaseOf('postgres://room:secret@db.example.com/room')).not.toMatch(/secret|room:/);
  expect(databaseOf('postgres://db.example.com/live')).not.toBe(databaseOf('postgres://db.example.com/room'));
});
