import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskStore } from '#server/engines/storage/disk-store.ts';
import { openS3Store } from '#server/engines/storage/s3-store.ts';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { assertObjectStore, forgetObjectStore } from './assert-object-store.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';

async function openEmptyDatabase(): Promise<Database> {
  const { db, engine } = openDatabase({ engine: 'sqlite', file: ':memory:' });
  onTestFinished(() => db.destroy());
  await migrate(db, engine);
  return db;
}

async function openDiskStore(): Promise<DiskStore> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-store-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const store = new DiskStore(join(directory, 'objects'));
  await store.sweep();
  return store;
}

async function openBucket() {
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  return openS3Store(s3.settings);
}

test.each([
  ['folder', openDiskStore],
  ['bucket', openBucket],
])('a %s is marked by the first start and accepted by later ones', async (_kind, openStore) => {
  const [db, store] = [await openEmptyDatabase(), await openStore()];
  await assertObjectStore(db, store);
  await assertObjectStore(db, store);
  expect(await Array.fromAsync(store.keys())).toEqual([]);
});

test('a node with an empty store is refused once another store is marked', async () => {
  const [db, store, other] = [await openEmptyDatabase(), await openDiskStore(), await openBucket()];
  await assertObjectStore(db, store);
  await expect(assertObjectStore(db, other)).rejects.toThrow('is empty or not the one of this installation');
  expect(await other.readMarker()).toBeUndefined();
});

test('a node with the store of another installation is refused', async () => {
  const store = await openDiskStore();
  await assertObjectStore(await openEmptyDatabase(), store);
  await expect(assertObjectStore(await openEmptyDatabase(), store)).rejects.toThrow(
    'belongs to another installation',
  );
});

test('a node with an older copy of the store under another mark is refused', async () => {
  const [db, store] = [await openEmptyDatabase(), await openDiskStore()];
  await assertObjectStore(db, store);
  const { installation } = JSON.parse((await store.readMarker()) ?? '');
  await store.writeMarker(JSON.stringify({ installation, store: randomUUID() }));
  await expect(assertObjectStore(db, store)).rejects.toThrow('not the one that the other nodes use');
});

test('a start that was interrupted after it marked the store is repeated', async () => {
  const [db, store] = [await openEmptyDatabase(), await openDiskStore()];
  await assertObjectStore(db, store);
  await forgetObjectStore(db);
  await assertObjectStore(db, store);
  await assertObjectStore(db, store);
});

test('a store that cannot be read is not marked in the database', async () => {
  const [db, store] = [await openEmptyDatabase(), await openDiskStore()];
  const broken = { readMarker: () => Promise.reject(new Error('no answer')), writeMarker: async () => {} };
  await expect(assertObjectStore(db, broken)).rejects.toThrow('no answer');
  await assertObjectStore(db, store);
});
