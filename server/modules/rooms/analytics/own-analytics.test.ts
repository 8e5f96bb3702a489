import { expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { openOldRoom, plantViews } from './testing/simulated-room.ts';

const MINUTE = 60_000;

test('members see what their own group did where the room allows it, and nothing of others', async ({
  testApp,
}) => {
  const room = await openOldRoom(testApp, 2, 3);
  const { db, now } = testApp.server.services;
  await db.updateTable('files').set({ published_at: 0 }).execute();
  const { owner, url, file, groups } = room;
  const [group, rivals] = groups;
  if (!group || !rivals) throw new Error('The room has two groups');
  const visit = async (of: typeof group, email: string) => {
    const member = (await membersOf(owner, of)).find((member) => member.email === email);
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`);
    return client;
  };
  const member = await visit(group, 'g0-p0@example.test');
  const rival = await visit(rivals, 'g1-p0@example.test');
  const at = now() - MINUTE;
  await plantViews(testApp, [
    { fileId: file.id, viewer: 'g0-p0@example.test', at, pages: { 1: 3_000 } },
    { fileId: file.id, viewer: 'g0-p1@example.test', at, pages: { 1: 4_000 } },
    { fileId: file.id, viewer: 'g1-p0@example.test', at, pages: { 1: 9_000 } },
  ]);
  const own = (client: typeof member) => client.get(`${url}/analytics/own`);
  for (const client of [member, owner]) expect((await own(client)).status).toBe(404);
  expect((await owner.patch(url, { settings: { analytics: { showGroupsTheirOwn: true } } })).status).toBe(
    200,
  );
  expect((await member.get('/api/room-memberships')).body).toEqual([
    { roomId: room.root.id, showsAnalytics: true },
  ]);
  expect((await owner.get(url)).body.settings.analytics.showGroupsTheirOwn).toBe(true);
  const { body } = await own(member);
  expect(body.total).toMatchObject({ people: 2, visits: 2, ms: 7_000, averageMs: null });
  expect(body.files).toMatchObject([{ id: file.id, ms: 7_000, memberId: null }]);
  expect(JSON.stringify(body)).not.toMatch(/example.test|9000|Bidder/);
  expect((await own(rival)).body.total.ms).toBe(9_000);
  expect([(await own(owner)).status, (await own(await testApp.user())).status]).toEqual([404, 404]);
  // The other calls stay those of managers, and a file that is hidden by now is left out.
  expect((await member.get(`${url}/analytics`)).status).toBe(403);
  await db.updateTable('files').set({ published_at: null }).where('id', '=', file.id).execute();
  expect((await own(member)).body.files).toEqual([]);
  const reversed = await member.get(`${url}/analytics/own?from=2026-11-02&to=2026-11-01`);
  expect(reversed.status).toBe(400);
  await owner.patch(url, { settings: { analytics: { showGroupsTheirOwn: false } } });
  expect((await own(member)).status).toBe(404);
});

test('a token for other folders gets nothing of what the group of its owner did', async ({ testApp }) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { showGroupsTheirOwn: true } } });
  expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
  const own = await member.folder('Own');
  const ownUrl = `/api/rooms/${root.id}/analytics/own`;
  expect((await member.get(ownUrl)).status).toBe(200);
  const tokenFor = (folderId: number) => createTokenClient(testApp.server, member, { folderIds: [folderId] });
  expect((await (await tokenFor(own.id)).get(ownUrl)).status).toBe(404);
  expect((await (await createTokenClient(testApp.server, member)).get(ownUrl)).status).toBe(200);
});
