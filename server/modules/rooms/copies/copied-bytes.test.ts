import { expect } from 'vitest';
import { findIntegrityProblems } from '#server/database/backup/find-integrity-problems.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens two rooms of one manager. */
async function openTwoRooms(testApp: TestApp) {
  const from = await openRoom(testApp);
  const other = await from.owner.folder('Other');
  await from.owner.post('/api/rooms', { folderId: other.id });
  return { ...from, other };
}

async function problemsOf({ server: { services } }: TestApp): Promise<string[]> {
  const engine = services.config.databaseUrl === undefined ? 'sqlite' : 'postgres';
  return Array.fromAsync(findIntegrityProblems(services.db, engine));
}

test('the bytes of a copy stay when its original is removed, and go with the last of both', async ({
  testApp,
}) => {
  const { owner, root, inner, other } = await openTwoRooms(testApp);
  // Enough other files that the maintenance asks nobody before it removes.
  for (let at = 0; at < 20; at += 1) await owner.file({ name: `${at}.txt`, content: `Kept ${at}` });
  const original = await owner.file({ name: 'bird.txt', content: 'The curlew.', folderId: inner.id });
  const entries = [{ kind: 'file', id: original.id }];
  await owner.post(`/api/rooms/${root.id}/copies`, { entries, folderId: other.id });
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const [copy] = (await owner.get(`/api/files?folderId=${other.id}`)).body;
  const keyOf = async (id: number) =>
    (await db.selectFrom('files').select('blob_key').where('id', '=', id).executeTakeFirst())?.blob_key;
  const key = (await keyOf(copy.id)) ?? '';
  expect(await keyOf(original.id)).toBe(key);
  const isStored = async () =>
    (await db.selectFrom('blobs').select('key').where('key', '=', key).execute()).length === 1;

  async function remove(id: number): Promise<void> {
    // Sessions end meanwhile.
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.delete(`/api/files/${id}`)).status).toBe(200);
    for (const days of [31, 1, 1, 1]) {
      testApp.advanceClock(days * DAY_MS);
      await testApp.finishJobs();
    }
    expect(await keyOf(id)).toBeUndefined();
    expect(await problemsOf(testApp)).toEqual([]);
  }
  await remove(original.id);
  const reader = await testApp.user({ isAdmin: true });
  expect((await reader.get(`/api/files/${copy.id}/download`)).bytes.toString()).toBe('The curlew.');
  expect(await isStored()).toBe(true);
  await remove(copy.id);
  expect(await isStored()).toBe(false);
});
