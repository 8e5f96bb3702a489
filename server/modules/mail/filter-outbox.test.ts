import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { Mail } from '#shared/contracts/outbox.ts';
import { enqueueMail } from './enqueue-mail.ts';

const find = async (admin: TestClient, q: string): Promise<string[]> =>
  (await admin.get(`/api/admin/outbox?${new URLSearchParams({ q })}`)).body.map(({ to }: Mail) => to);

test('emails are filtered by subject and address', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const send = (to: string, subject: string) =>
    enqueueMail(systemContext(testApp.server.services), to, {
      subject,
      paragraphs: [],
      link: { label: 'Open', url: 'https://room.example.test' },
      reason: 'Test.',
      roomId: null,
    });
  await send('ada@example.test', '3 new files in “Falcon”');
  await send('eve@example.test', 'Your account');
  await send('bob@falcon.test', 'Confirm your email address');
  expect(await find(admin, 'FALCON')).toEqual(['bob@falcon.test', 'ada@example.test']);
  expect(await find(admin, 'falcon new')).toEqual(['ada@example.test']);
  expect(await find(admin, 'ada@')).toEqual(['ada@example.test']);
  expect(await find(admin, 'merger')).toEqual([]);
  const pages = await readPages<Mail>(admin, '/api/admin/outbox?limit=1&q=falcon');
  expect(pages.map(({ to }) => to)).toEqual(['bob@falcon.test', 'ada@example.test']);
  expect((await (await testApp.user()).get('/api/admin/outbox?q=falcon')).status).toBe(403);
});

test('a hidden subject is found by what stands in its place alone, and its email by the address', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const { owner, root, group } = await openRoom(testApp);
  await owner.patch(`/api/folders/${root.id}`, { name: 'Project Falcon' });
  expect((await addMembers(owner, group, 'bidder@example.test')).status).toBe(200);
  expect(await find(admin, 'falcon')).toEqual(['bidder@example.test']);
  const closed = { settings: { administratorsCanRead: false } };
  expect((await owner.patch(`/api/rooms/${root.id}`, closed)).status).toBe(200);
  expect(await find(admin, 'falcon')).toEqual([]);
  expect(await find(admin, 'hidden')).toEqual(['bidder@example.test']);
  expect(await find(admin, 'bidder')).toEqual(['bidder@example.test']);
});

test('the subject of an email about a room that is gone is not found while another room keeps administrators out', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const [gone, other] = [await openRoom(testApp), await openRoom(testApp)];
  await gone.owner.patch(`/api/folders/${gone.root.id}`, { name: 'Project Falcon' });
  expect((await addMembers(gone.owner, gone.group, 'bidder@example.test')).status).toBe(200);
  const closed = { settings: { administratorsCanRead: false } };
  expect((await other.owner.patch(`/api/rooms/${other.root.id}`, closed)).status).toBe(200);
  expect(await find(admin, 'falcon')).toEqual(['bidder@example.test']);
  expect((await gone.owner.delete(`/api/folders/${gone.root.id}`)).status).toBe(200);
  expect((await gone.owner.delete(`/api/trash/folders/${gone.root.id}`)).status).toBe(200);
  await testApp.finishJobs();
  expect(await find(admin, 'falcon')).toEqual([]);
  expect(await find(admin, 'bidder')).toEqual(['bidder@example.test']);
});
