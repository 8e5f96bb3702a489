import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { acquireLock } from '#server/database/transaction-locks.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const INSTANT = 1_000;

/** Sends a request while another process closes the room, which is committed once the request waits for it. */
async function whileRoomIsClosed<T>(testApp: TestApp, roomId: number, ask: () => Promise<T>): Promise<T> {
  let answer: Promise<T> | undefined;
  await testApp.server.services.db.transaction().execute(async (other) => {
    await acquireLock(other, 'folder-tree', INSTANT);
    await other.updateTable('rooms').set({ state: 'closed' }).where('folder_id', '=', roomId).execute();
    answer = ask();
    // SQLite has one connection, on which requests wait anyway.
    if (process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres') return;
    const isWaiting = async () => {
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

type Room = Awaited<ReturnType<typeof openRoom>> & { admin: Awaited<ReturnType<TestApp['user']>> };

test.for<[string, (room: Room) => Promise<{ status: number; body: { error?: string } }>]>([
  [
    'who may download a file',
    ({ admin, file }) => admin.patch(`/api/files/${file.id}/allow-download`, { allowDownload: true }),
  ],
  ['its brand', ({ owner, root }) => putJson(owner, `/api/rooms/${root.id}/brand`, { name: 'Late' })],
  ['the name of a file', ({ owner, file }) => owner.patch(`/api/files/${file.id}`, { name: 'late.txt' })],
])('a change of %s that is under way ends when the room is closed', async ([_what, ask], { testApp }) => {
  const room = { ...(await openRoom(testApp)), admin: await testApp.user({ isAdmin: true }) };
  await testApp.finishJobs();
  const { status, body } = await whileRoomIsClosed(testApp, room.root.id, () => ask(room));
  expect([status, body.error]).toEqual([409, 'This room is closed.']);
});
