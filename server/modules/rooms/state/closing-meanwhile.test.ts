import { expect } from 'vitest';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { whileTreeChanges } from '#server/testing/while-tree-changes.ts';

/** Sends a request while another process closes the room. */
const whileRoomIsClosed = <T>(testApp: TestApp, roomId: number, ask: () => Promise<T>): Promise<T> =>
  whileTreeChanges(
    testApp,
    (other) => other.updateTable('rooms').set({ state: 'closed' }).where('folder_id', '=', roomId).execute(),
    ask,
  );

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
