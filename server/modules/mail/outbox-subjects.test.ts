import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers } from '#server/testing/room-fixture.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { Mail } from '#shared/contracts/outbox.ts';
import { enqueueMail } from './enqueue-mail.ts';

const HIDDEN = 'Subject hidden: a room keeps administrators out';

/** Creates a room, and mails an invitation into it to its name at example.test. */
async function openRoomWithMail(testApp: TestApp, name: string) {
  const owner = await testApp.user();
  const root = await owner.folder(name);
  expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(201);
  const group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder' })).body;
  expect((await addMembers(owner, group, `${name.toLowerCase()}@example.test`)).status).toBe(200);
  const close = () => owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: false } });
  return { owner, root, close };
}

async function subjectsTo(admin: TestClient, name: string): Promise<string[]> {
  const mails: Mail[] = (await admin.get('/api/admin/outbox')).body;
  return mails.filter(({ to }) => to === `${name}@example.test`).map(({ subject }) => subject);
}

const mailAbout = (testApp: TestApp, to: string, about: { roomId?: number | null }) =>
  enqueueMail(systemContext(testApp.server.services), `${to}@example.test`, {
    subject: `News for ${to}`,
    paragraphs: [],
    link: { label: 'Open', url: 'https://room.example.test' },
    reason: 'Test.',
    ...about,
  });

test('administrators see the subjects of mails but for those about rooms that keep them out', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  await openRoomWithMail(testApp, 'Ordinary');
  const { root, close } = await openRoomWithMail(testApp, 'Secret');
  await mailAbout(testApp, 'account', { roomId: null });
  const ordinary = [expect.stringMatching(/ invites you to the data room “Ordinary”$/)];
  const secret = [expect.stringMatching(/ invites you to the data room “Secret”$/)];
  expect(await subjectsTo(admin, 'secret')).toEqual(secret);
  expect((await close()).status).toBe(200);
  expect(await subjectsTo(admin, 'secret')).toEqual([HIDDEN]);
  expect(await subjectsTo(admin, 'ordinary')).toEqual(ordinary);
  expect(await subjectsTo(admin, 'account')).toEqual(['News for account']);
  // Bodies have links that admit anyone, also members of the room.
  const { body } = await admin.get('/api/admin/outbox');
  expect((await admin.get(`/api/admin/outbox/${body[0].id}`)).status).toBe(403);
  const emergency = { reason: 'The manager has left' };
  expect((await admin.post(`/api/rooms/${root.id}/emergency-access`, emergency)).status).toBe(201);
  expect(await subjectsTo(admin, 'secret')).toEqual(secret);
});

test('a subject is hidden where nobody knows the room, or the room is gone, while any room keeps administrators out', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const { close } = await openRoomWithMail(testApp, 'Secret');
  const gone = await openRoomWithMail(testApp, 'Gone');
  await mailAbout(testApp, 'unknown', {});
  for (const room of [{ close }, gone]) expect((await room.close()).status).toBe(200);
  expect((await gone.owner.delete(`/api/folders/${gone.root.id}`)).status).toBe(200);
  expect(await subjectsTo(admin, 'gone')).toEqual([HIDDEN]);
  expect((await gone.owner.delete(`/api/trash/folders/${gone.root.id}`)).status).toBe(200);
  await testApp.finishJobs();
  for (const name of ['gone', 'unknown', 'secret']) expect(await subjectsTo(admin, name)).toEqual([HIDDEN]);
});

test('the subject of a mail about a folder is hidden when the folder is in a room later that keeps administrators out', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const owner = await testApp.user();
  const root = await owner.folder('Deal');
  const inner = await owner.folder('Bids of Falcon', root.id);
  const invitation = {
    email: 'bidder@example.test',
    folderIds: [inner.id],
    allFolders: false,
    role: 'visitor',
    expirationDays: 3,
    allowDownload: false,
  };
  expect((await owner.post('/api/invitations', invitation)).status).toBe(201);
  const subject = expect.stringMatching(/ invites you to view the folder “Bids of Falcon”$/);
  expect(await subjectsTo(admin, 'bidder')).toEqual([subject]);
  expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(201);
  const closed = { settings: { administratorsCanRead: false } };
  expect((await owner.patch(`/api/rooms/${root.id}`, closed)).status).toBe(200);
  expect(await subjectsTo(admin, 'bidder')).toEqual([HIDDEN]);
});
