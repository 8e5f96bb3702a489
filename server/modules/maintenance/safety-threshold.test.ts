import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { MaintenanceTask } from '#shared/contracts/maintenance.ts';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import { cleanupObjects } from './cleanup-objects.ts';
import { DAY_MS } from './maintenance-task.ts';

const MANY = 101;
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_none, at) => make(at));
const keyOf = (at: number): string => at.toString(16).padStart(64, '0');

/** Creates items that a task would remove, and counts how many are left. */
const THINGS: Record<
  MaintenanceTaskName,
  {
    add(testApp: TestApp, from: number, count: number): Promise<void>;
    left(testApp: TestApp): Promise<number>;
  }
> = {
  trash: {
    async add(testApp, _from, count) {
      const { db } = testApp.server.services;
      const owner = await testApp.user();
      const { id } = await owner.file();
      const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const { id: _id, ...copy } = file;
      await db
        .insertInto('files')
        .values(times(count, () => ({ ...copy, deleted_at: 1 })))
        .execute();
    },
    left: async ({ server }) =>
      (
        await server.services.db
          .selectFrom('files')
          .where('deleted_at', 'is not', null)
          .select('id')
          .execute()
      ).length,
  },
  'room-content': {
    async add(testApp, _from, count) {
      const { db } = testApp.server.services;
      const owner = await testApp.user();
      const root = await owner.folder();
      await owner.post('/api/rooms', { folderId: root.id });
      const { id } = await owner.file({ folderId: root.id });
      const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const { id: _id, ...copy } = file;
      if (count > 1)
        await db
          .insertInto('files')
          .values(times(count - 1, () => copy))
          .execute();
      const archive = { room_id: root.id, format: 'zip', state: 'done', verification: 'valid' } as const;
      const bytes = { blob_key: file.blob_key, requested_by_id: owner.id, created_at: 1, expires_at: 1e14 };
      await db
        .insertInto('room_archives')
        .values({ ...archive, ...bytes, without_original: 0 })
        .execute();
      const closed = { state: 'closed', closed_at: 1, delete_bytes_at: 1 } as const;
      await db.updateTable('rooms').set(closed).where('folder_id', '=', root.id).execute();
    },
    left: async ({ server }) =>
      (
        await server.services.db
          .selectFrom('files')
          .innerJoin('rooms', 'rooms.folder_id', 'files.folder_id')
          .innerJoin('blobs', 'blobs.key', 'files.blob_key')
          .where('blobs.scan_state', 'is', null)
          .select('files.id')
          .execute()
      ).length,
  },
  invitations: {
    async add(testApp, _from, count) {
      const inviter = await testApp.user();
      for (let at = 0; at < count; at += 1) await testApp.visitor({ inviter, expiresAt: 1 });
    },
    left: async ({ server }) =>
      (await server.services.db.selectFrom('invitations').select('id').execute()).length,
  },
  sessions: {
    async add({ server }, from, count) {
      const session = { user_id: 1, created_at: 1, last_seen_at: 1, address: '', user_agent: '' };
      await server.services.db
        .insertInto('sessions')
        .values(times(count, (at) => ({ ...session, token_hash: Buffer.from(keyOf(from + at)) })))
        .execute();
    },
    left: async ({ server }) =>
      (
        await server.services.db
          .selectFrom('sessions')
          .where('created_at', '=', 1)
          .select('created_at')
          .execute()
      ).length,
  },
  'attempt-counts': {
    async add({ server }, from, count) {
      await server.services.db
        .insertInto('attempt_counts')
        .values(times(count, (at) => ({ key: keyOf(from + at), attempts: 1, window_ends_at: 1 })))
        .execute();
    },
    left: async ({ server }) =>
      (await server.services.db.selectFrom('attempt_counts').select('key').execute()).length,
  },
  uploads: {
    async add(testApp, _from, count) {
      const { id } = await testApp.user();
      const upload = {
        owner_id: id,
        name: 'a',
        allow_download: 1,
        size: 1,
        created_at: 1,
        expires_at: 1,
      } as const;
      await testApp.server.services.db
        .insertInto('uploads')
        .values(times(count, () => upload))
        .execute();
    },
    left: async ({ server }) =>
      (await server.services.db.selectFrom('uploads').select('id').execute()).length,
  },
  blobs: {
    async add({ server }, from, count) {
      const blob = { size: 1, sha256: '', wrapped_key: Buffer.alloc(0), created_at: 1 };
      await server.services.db
        .insertInto('blobs')
        .values(times(count, (at) => ({ ...blob, key: keyOf(from + at) })))
        .execute();
    },
    left: async ({ server }) =>
      (await server.services.db.selectFrom('blobs').where('created_at', '=', 1).select('key').execute())
        .length,
  },
  objects: {
    async add({ dataDir }, from, count) {
      for (const key of times(count, (at) => keyOf(from + at))) {
        const path = join(dataDir, 'objects', '00', '00', key);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'x');
        await utimes(path, 1, 1);
      }
    },
    left: async ({ dataDir }) => (await readdir(join(dataDir, 'objects', '00', '00'))).length,
  },
};

async function openTask(testApp: TestApp, task: MaintenanceTaskName) {
  const admin = await testApp.user({ isAdmin: true });
  // The first day's run begins at the start, and must not meet items that are still being created.
  await testApp.finishJobs();
  const { add, left } = THINGS[task];
  let added = 0;
  return {
    admin,
    async add(count: number) {
      await add(testApp, added, count);
      added += count;
    },
    left: () => left(testApp),
    async load(): Promise<MaintenanceTask | undefined> {
      const tasks: MaintenanceTask[] = (await admin.get('/api/admin/maintenance')).body;
      return tasks.find((one) => one.task === task);
    },
    async nextDay() {
      testApp.advanceClock(DAY_MS);
      // A session ends within the day.
      admin.cookie = (await testApp.user({ isAdmin: true })).cookie;
      await testApp.finishJobs();
    },
    allow: () => admin.post(`/api/admin/maintenance/${task}/approve`),
  };
}

describe.each(Object.keys(THINGS) as MaintenanceTaskName[])('%s', (name) => {
  // the keys are the tasks
  test('removes nothing above the safety threshold until an administrator approves it once', async ({
    testApp,
  }) => {
    const task = await openTask(testApp, name);
    await task.add(MANY);
    const before = await task.left();
    await task.nextDay();
    expect(await task.left()).toBe(before);
    const paused = await task.load();
    const now = testApp.server.services.now();
    expect(paused).toMatchObject({
      removed: 0,
      awaitingApproval: expect.any(Number),
      approved: false,
      lastRunAt: new Date(now).toISOString(),
      nextRunAt: new Date(now + DAY_MS).toISOString(),
    });
    expect(paused?.awaitingApproval).toBeGreaterThanOrEqual(MANY);
    expect((await task.allow()).body).toEqual({ success: true });
    expect((await task.load())?.approved).toBe(true);
    await task.nextDay();
    expect(await task.left()).toBe(before - (paused?.awaitingApproval ?? 0));
    expect(await task.load()).toMatchObject({
      removed: paused?.awaitingApproval,
      awaitingApproval: 0,
      approved: false,
    });
    await task.add(MANY);
    await task.nextDay();
    expect(await task.load()).toMatchObject({ removed: 0, approved: false });
    expect((await task.load())?.awaitingApproval).toBeGreaterThanOrEqual(MANY);
  });
});

test('an approval does not cover items that were added later', async ({ testApp }) => {
  const task = await openTask(testApp, 'sessions');
  await task.add(MANY);
  await task.nextDay();
  await task.allow();
  await task.add(3 * MANY);
  await task.nextDay();
  expect(await task.load()).toMatchObject({ removed: 0, awaitingApproval: 4 * MANY, approved: false });
});

test('a hundred items, or a fifth, do not exceed the safety threshold', async ({ testApp }) => {
  const task = await openTask(testApp, 'attempt-counts');
  await task.add(MANY - 1);
  await task.nextDay();
  expect(await task.load()).toMatchObject({ removed: MANY - 1, awaitingApproval: 0 });
});

test('unknown objects pause the run, however few, when the database knows none of them', async ({
  testApp,
}) => {
  const task = await openTask(testApp, 'objects');
  await task.add(3);
  await task.nextDay();
  expect(await task.load()).toMatchObject({ removed: 0, awaitingApproval: 3 });
  expect(await task.left()).toBe(3);
});

test('approval is for administrators, is recorded, and needs a paused run', async ({ testApp }) => {
  const task = await openTask(testApp, 'sessions');
  const user = await testApp.user();
  expect((await user.get('/api/admin/maintenance')).status).toBe(403);
  const nothing = await task.allow();
  expect([nothing.status, nothing.body.error]).toEqual([409, 'Nothing awaits approval.']);
  await task.add(MANY);
  await task.nextDay();
  const late = await testApp.user();
  expect((await late.post('/api/admin/maintenance/sessions/approve')).status).toBe(403);
  expect((await task.load())?.approved).toBe(false);
  await task.allow();
  const acts = await testApp.server.services.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'details'])
    .where('action', '=', 'maintenance.approve')
    .execute();
  expect(acts).toEqual([{ actor_kind: 'user', details: JSON.stringify({ task: 'sessions', held: MANY }) }]);
});

test('objects found after the safety threshold was checked stay', async ({ testApp }) => {
  const task = await openTask(testApp, 'objects');
  await task.add(3);
  const { signal } = new AbortController();
  const ctx = systemContext(testApp.server.services);
  await expect(cleanupObjects.remove(ctx, signal, 2)).rejects.toThrow(
    'More orphaned objects were found than were counted',
  );
  expect(await task.left()).toBe(3);
  expect(await cleanupObjects.remove(ctx, signal, 3)).toBe(3);
});
