import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { listFileIdsOfBlob, listUserIdsOfBlob } from '#server/database/backup/find-integrity-problems.ts';
import { test } from '#server/testing/test-app.ts';
import { countUnusedBlobs, releaseUnusedBlobs } from './blobs-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('the blob of an avatar stays while a user has it, and goes when it was replaced', async ({
  testApp,
}) => {
  const user = await testApp.user();
  const image = createCanvas(32, 32).toBuffer('image/png').toString('base64');
  const { createdAt } = (await user.post('/api/user/avatar', { image })).body;
  const { db } = testApp.server.services;
  const findKey = async () =>
    (
      await db
        .selectFrom('users')
        .select('avatar_blob_key')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).avatar_blob_key ?? '';
  const key = await findKey();
  expect(await listUserIdsOfBlob(db, key, 5)).toEqual([user.id]);
  expect(await listFileIdsOfBlob(db, key, 5)).toEqual([]);

  const later = Date.parse(createdAt) + 2 * DAY_MS;
  const countDue = async () => (await countUnusedBlobs(db, '', later)).due;
  const dueBefore = await countDue();
  await releaseUnusedBlobs(db, '', { madeBefore: later, now: later });
  expect(await listUserIdsOfBlob(db, key, 5)).toEqual([user.id]);
  expect((await user.get('/api/user')).body).toHaveProperty('avatar');

  await user.post('/api/user/avatar', { image });
  expect(await findKey()).not.toBe(key);
  expect(await countDue()).toBe(1);
  expect(dueBefore).toBe(0);
});
