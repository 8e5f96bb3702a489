import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { acquireLock } from '#server/database/transaction-locks.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const INSTANT = 1_000;

/**
 * Sends a request while another process deletes a folder with its files, and lets that deletion commit once the
 * request waits for it. SQLite has one connection, on which requests wait anyway.
 */
async function whileFolderIsDeleted<T>(testApp: TestApp, id: number, ask: () => Promise<T>): Promise<T> {
  const { db } = testApp.server.services;
  let answer: Promise<T> | undefined;
  await db.transaction().execute(async (other) => {
    await acquireLock(other, 'folder-tree', INSTANT);
    await other.updateTable('folders').set({ deleted_at: INSTANT }).where('id', '=', id).execute();
    await other.updateTable('files').set({ deleted_at: INSTANT }).where('folder_id', '=', id).execute();
    answer = ask();
    if (process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres') return;
    const isWaiting = async () => {
      // Within a transaction, PostgreSQL caches the first snapshot of the activity.
      await sql`select pg_stat_clear_snapshot()`.execute(other);
      const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
      expect(rows[0]?.waiting).toBeGreaterThan(0);
    };
    await vi.waitFor(isWaiting, { timeout: 15_000 });
  });
  if (!answer) throw new Error('Nothing was asked');
  return answer;
}

test('a folder that is deleted meanwhile is not renamed', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.folder('Before');
  const answer = await whileFolderIsDeleted(testApp, id, () =>
    owner.patch(`/api/folders/${id}`, { name: 'After' }),
  );
  expect(answer.status).toBe(404);
});

type Ask = (owner: Awaited<ReturnType<TestApp['user']>>, fileId: number) => Promise<{ status: number }>;

test.for<[string, Ask]>([
  ['deleted by itself', (owner, id) => owner.delete(`/api/files/${id}`)],
  [
    'deleted with others',
    (owner, id) =>
      owner.send({
        method: 'DELETE',
        url: '/api/files/bulk',
        payload: JSON.stringify({ fileIds: [id] }),
        headers: { 'content-type': 'application/json' },
      }),
  ],
  ['moved', (owner, id) => owner.post('/api/files/bulk/move', { fileIds: [id], folderId: null })],
  ['renamed', (owner, id) => owner.patch(`/api/files/${id}`, { name: 'after.txt' })],
])(
  'a file that is %s while its folder is deleted keeps the folder’s time of deletion',
  async ([_how, ask], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const file = await owner.file({ folderId: id });
    await testApp.finishJobs();
    const answer = await whileFolderIsDeleted(testApp, id, () => ask(owner, file.id));
    expect(answer.status).toBe(404);
    const row = await testApp.server.services.db
      .selectFrom('files')
      .select(['deleted_at', 'folder_id', 'name'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ deleted_at: INSTANT, folder_id: id, name: file.name });
  },
);
