import { expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { openWebhook, type WebhookOwner } from './testing/open-webhook.ts';

const test = testWith({ config: { webhooksAllowPrivate: true } });
const HOUR_MS = 3_600_000;

/** A room with a member who reads in it, and webhooks of its owner and of an administrator. */
async function openReadRoom(testApp: TestApp) {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const reader = await testApp.user();
  expect((await addMembers(owner, group, reader.email)).status).toBe(200);
  const folder = { id: inner.id, parentId: root.id };
  expect((await grant(owner, root.id, { folder, group, level: 'original' })).status).toBe(200);
  const hide = (hidePersons: boolean) =>
    owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { hidePersons } } });
  const view = (client: WebhookOwner) => client.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] });
  return { owner, root, inner, file, reader, hide, view };
}

test('events in a room that hides persons name nobody who reads, and everybody who changes something', async ({
  testApp,
}) => {
  const { owner, root, inner, file, reader, hide, view } = await openReadRoom(testApp);
  const administrator = await testApp.user({ isAdmin: true });
  const events = ['file.view', 'file.download', 'file.upload', 'call.refused'];
  const { receiver } = await openWebhook(owner, { events, folderId: root.id });
  const everything = await openWebhook(administrator, { events });
  expect((await hide(true)).status).toBe(200);
  expect((await view(reader)).status).toBe(200);
  expect((await reader.get(`/api/files/${file.id}/download`)).status).toBe(200);
  expect((await reader.delete(`/api/files/${file.id}`)).status).toBe(403);
  const added = await owner.file({ folderId: inner.id });
  await testApp.finishJobs();
  for (const received of [receiver.events(), everything.receiver.events()])
    expect(received.map(({ event, actor, object }) => [event, actor, object.id])).toEqual([
      ['file.view', null, file.id],
      ['file.download', null, file.id],
      ['call.refused', null, file.id],
      ['file.upload', { kind: 'user', id: owner.id }, added.id],
    ]);
  const sent = receiver.received.map(({ body }) => body).join();
  expect(sent).not.toContain(`"id":${reader.id}}`);
});

test('an event that waits names the reader no longer once the room hides persons', async ({ testApp }) => {
  const { owner, root, reader, hide, view } = await openReadRoom(testApp);
  const { receiver } = await openWebhook(
    owner,
    { events: ['file.view'], folderId: root.id },
    (response) => void response.writeHead(500).end(),
  );
  await view(reader);
  await testApp.finishJobs();
  await hide(true);
  testApp.advanceClock(HOUR_MS);
  await testApp.finishJobs();
  expect(receiver.events().map(({ actor }) => actor)).toEqual([{ kind: 'user', id: reader.id }, null]);
});

test('an archive of files names nobody once any room hides persons', async ({ testApp }) => {
  const { file, reader, hide } = await openReadRoom(testApp);
  const administrator = await testApp.user({ isAdmin: true });
  const { receiver } = await openWebhook(administrator, { events: ['file.archive'] });
  // Other tests hide persons in their rooms.
  await testApp.server.services.db.updateTable('room_analytics').set({ hides_persons: 0 }).execute();
  const archive = () => reader.post('/api/files/bulk/archive', { fileIds: [file.id] });
  for (const hidden of [false, true]) {
    expect((await hide(hidden)).status).toBe(200);
    expect((await archive()).status).toBe(200);
    await testApp.finishJobs();
  }
  expect(receiver.events().map(({ actor }) => actor)).toEqual([{ kind: 'user', id: reader.id }, null]);
});
