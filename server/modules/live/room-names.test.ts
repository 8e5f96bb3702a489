import { expect, onTestFinished } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import { openLiveStream } from './testing/live-stream.ts';

const test = testWith({ revocationCheckIntervalMs: 50 });

test('the staff of a room hear of its new name as of a change of the room, and its members of the folder alone', async ({
  testApp,
}) => {
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const { owner, root } = await openRoom(testApp);
  const [editor, reader] = [
    await testApp.user(),
    await testApp.visitor({ inviter: owner, folderIds: [root.id] }),
  ];
  await testApp.share(root.id, editor);
  const streams = [];
  for (const { cookie } of [owner, editor, reader]) streams.push(await openLiveStream(url, cookie));
  for (const { close } of streams) onTestFinished(close);
  await owner.patch(`/api/folders/${root.id}`, { name: 'Renamed' });
  for (const { heard } of streams) await expect.poll(heard).toContain(`folder ${root.id}`);
  expect(streams.map(({ heard }) => heard().includes(`room ${root.id}`))).toEqual([true, true, false]);
});
