import { expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { openWebhook } from './testing/open-webhook.ts';

const test = testWith({ config: { webhooksAllowPrivate: true } });
const HOUR_MS = 3_600_000;
const EVENTS = ['file.archive'];

/** A room with a member who downloads selected files of it as an archive. */
async function openDownloadedRoom(testApp: TestApp) {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const reader = await testApp.user();
  await addMembers(owner, group, reader.email);
  const folder = { id: inner.id, parentId: root.id };
  expect((await grant(owner, root.id, { folder, group, level: 'original' })).status).toBe(200);
  const archive = async (...fileIds: number[]) => {
    const { status } = await reader.post('/api/files/bulk/archive', { fileIds: [file.id, ...fileIds] });
    expect(status).toBe(200);
    await testApp.finishJobs();
  };
  return { owner, root, inner, file, reader, archive };
}

test('a webhook of a folder is sent archives of selected files in it, once each and without their names', async ({
  testApp,
}) => {
  const { owner, root, inner, reader, archive } = await openDownloadedRoom(testApp);
  const elsewhere = await owner.folder('Elsewhere');
  const { receiver } = await openWebhook(owner, { events: EVENTS, folderId: root.id });
  const within = await openWebhook(owner, { events: EVENTS, folderId: inner.id });
  const other = await openWebhook(owner, { events: EVENTS, folderId: elsewhere.id });
  const own = await reader.file({ content: 'Of the reader.' });
  await archive(own.id);
  for (const { events } of [receiver, within.receiver])
    expect(events()).toMatchObject([
      { event: 'file.archive', actor: { id: reader.id }, object: null, folderId: null },
    ]);
  expect(other.receiver.events()).toEqual([]);
});

test('a webhook of everything is sent them while a room excludes administrators, except those of that room', async ({
  testApp,
}) => {
  const administrator = await testApp.user({ isAdmin: true });
  const [open, closed] = [await openDownloadedRoom(testApp), await openDownloadedRoom(testApp)];
  const { receiver } = await openWebhook(administrator, { events: EVENTS });
  await testApp.server.services.db
    .updateTable('rooms')
    .set({ administrators_can_read: 0 })
    .where('folder_id', '=', closed.root.id)
    .execute();
  await open.archive();
  await closed.archive();
  expect(receiver.events().map(({ actor }) => actor.id)).toEqual([open.reader.id]);
});

test('an archive that waits is not sent once its files are out of sight', async ({ testApp }) => {
  const { owner, root, file, archive } = await openDownloadedRoom(testApp);
  const administrator = await testApp.user({ isAdmin: true });
  const { receiver, deliveries } = await openWebhook(
    administrator,
    { events: EVENTS, folderId: root.id },
    (response) => void response.writeHead(500).end(),
  );
  await archive();
  expect(receiver.events()).toHaveLength(1);
  expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
  await testApp.server.services.db
    .updateTable('rooms')
    .set({ administrators_can_read: 0 })
    .where('folder_id', '=', root.id)
    .execute();
  testApp.advanceClock(HOUR_MS);
  await testApp.finishJobs();
  expect(receiver.events()).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: 'abandoned', lastStatus: 'No permission' }]);
});
