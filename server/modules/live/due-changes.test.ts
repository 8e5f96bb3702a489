import { describe, expect, onTestFinished } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { openLiveStream } from './testing/live-stream.ts';

const HOUR = 3_600_000;

/** Nothing is looked for by the clock while a test runs, so that a change always comes before the next check. */
const test = testWith({ revocationCheckIntervalMs: 24 * HOUR });

/** Opens a room with a member who hears of it, and a stream that has heard everything until now. */
async function openRoomWithMember(testApp: TestApp) {
  const room = await openRoom(testApp);
  const member = await testApp.user();
  await addMembers(room.owner, room.group, member.email);
  await grant(room.owner, room.root.id, { folder: room.inner, group: room.group, level: 'view' });
  const address = testApp.server.http.server.address();
  const url =
    address && typeof address === 'object'
      ? `http://127.0.0.1:${address.port}`
      : await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openLiveStream(url, member.cookie);
  onTestFinished(stream.close);
  const rename = () =>
    room.owner.patch(`/api/folders/${room.inner.id}`, { name: `Finance ${Math.random()}` });
  await rename();
  // The list at the top, which only the new name changes: what was done before may be heard late.
  await expect.poll(stream.heard).toContain('folder null');
  stream.forget();
  return { ...room, member, stream, rename };
}

describe('a change at the moment at which a right begins or ends', () => {
  test('a publication that is due is announced with the change', async ({ testApp }) => {
    const { owner, root, inner, stream, rename } = await openRoomWithMember(testApp);
    const draft = await owner.file({ folderId: inner.id });
    await owner.folder('Draft', inner.id);
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.post(`/api/rooms/${root.id}/publications`, { at })).status).toBe(201);
    await testApp.finishJobs(); // Its text is extracted before the time comes.
    testApp.advanceClock(HOUR);
    await rename();
    await expect
      .poll(stream.heard)
      .toEqual(expect.arrayContaining(['access', `folder ${inner.id}`, `file ${draft.id}`]));
  });

  test('the end of a group is announced with the change, and nothing of the change', async ({ testApp }) => {
    const { owner, group, inner, stream, rename } = await openRoomWithMember(testApp);
    const endsAt = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.patch(`/api/groups/${group.id}`, { endsAt })).status).toBe(200);
    testApp.advanceClock(HOUR);
    await rename();
    await expect.poll(stream.heard).toContain('access');
    expect(stream.heard()).not.toContain(`folder ${inner.id}`);
  });
});
