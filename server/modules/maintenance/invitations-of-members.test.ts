import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { cleanupInvitations } from './cleanup-invitations.ts';
import { DAY_MS } from './maintenance-task.ts';

const test = testWith({ config: WITH_MAIL });

async function openGroup(testApp: TestApp) {
  const room = await openRoom(testApp);
  await grant(room.owner, room.root.id, { folder: room.inner, group: room.group, level: 'view' });
  return room;
}

const inDays = (testApp: TestApp, days: number): string =>
  new Date(testApp.server.services.now() + days * DAY_MS).toISOString();

/** Runs the task after a pause, in which the session of the user ends. */
async function cleanUpAfter(
  testApp: TestApp,
  days: number,
  user: TestClient & { username: string },
): Promise<void> {
  testApp.advanceClock(days * DAY_MS);
  // The next mail would remove them, and `receiveCode` counts.
  await testApp.server.services.db.deleteFrom('outbox_messages').execute();
  await cleanupInvitations.remove(systemContext(testApp.server.services), new AbortController().signal, 0);
  expect((await user.post('/api/login', { username: user.username, password: PASSWORD })).status).toBe(200);
}

async function createLink(testApp: TestApp, { owner, group }: Awaited<ReturnType<typeof openGroup>>) {
  const body = { name: 'Bidders', groupId: group.id, settings: { requireCode: true } };
  const { body: link } = await owner.post('/api/links', { ...body, expiresAt: inDays(testApp, 1) });
  const enter = async (email: string) => {
    const browser = openAccessPage(testApp.server, link.url);
    await browser.submit('email', { email });
    await browser.submit('code', { code: await receiveCode(testApp, browser) });
    return { browser, ...(await browser.submit('enter')) };
  };
  return { id: link.id as number, enter };
}

test('a link does not bring back whom the staff removed from its group long ago', async ({ testApp }) => {
  const room = await openGroup(testApp);
  const { owner, group } = room;
  const first = await createLink(testApp, room);
  expect((await first.enter('through-link@bidder.test')).status).toBe(200);
  await addMembers(owner, group, 'invited@bidder.test');
  for (const { id } of await membersOf(owner, group))
    expect((await owner.delete(`/api/groups/${group.id}/members/${id}`)).status).toBe(200);
  const { db } = testApp.server.services;
  // As the end of the group would have set it.
  await db.updateTable('invitations').set({ expires_at: testApp.server.services.now() }).execute();
  await cleanUpAfter(testApp, 40, owner);
  const second = await createLink(testApp, room);
  await owner.patch(`/api/links/${first.id}`, { expiresAt: inDays(testApp, 1) });
  for (const { enter } of [first, second])
    for (const email of ['through-link@bidder.test', 'invited@bidder.test']) {
      testApp.advanceClock(60_000);
      expect((await enter(email)).status).toBe(404);
    }
  expect(await membersOf(owner, group)).toEqual([]);
});

test('a member whose link has ended comes back through another one, as the same member', async ({
  testApp,
}) => {
  const room = await openGroup(testApp);
  const { owner, group, file } = room;
  const first = await createLink(testApp, room);
  const before = await first.enter('ada@bidder.test');
  const running = await createLink(testApp, room);
  testApp.advanceClock(60_000);
  expect((await running.enter('ada@bidder.test')).status).toBe(409);
  const [member] = await membersOf(owner, group);
  await cleanUpAfter(testApp, 40, owner);
  const { browser, status } = await (await createLink(testApp, room)).enter('ada@bidder.test');
  expect([status, (await browser.get(`/api/files/${file.id}`)).status]).toEqual([200, 200]);
  expect((await before.browser.get(`/api/files/${file.id}`)).status).toBe(401);
  expect((await membersOf(owner, group)).map(({ id }) => id)).toEqual([member?.id]);
});

test('a group that is reopened long after its end still has its members without an account', async ({
  testApp,
}) => {
  const { owner, group, inner, root } = await openGroup(testApp);
  await owner.patch(`/api/groups/${group.id}`, { endsAt: inDays(testApp, 1) });
  await addMembers(owner, group, 'first@bidder.test', 'second@bidder.test');
  const members = await membersOf(owner, group);
  await cleanUpAfter(testApp, 40, owner);
  await owner.patch(`/api/groups/${group.id}`, { endsAt: inDays(testApp, 1) });
  expect(await membersOf(owner, group)).toEqual(members);
  const visitor = createTestClient(testApp.server.http);
  const token = members[1]?.inviteUrl?.split('/').at(-1);
  expect((await visitor.get(`/api/visitor/auth/${token}`)).status).toBe(200);
  expect((await visitor.get(`/api/folders/${inner.id}`)).status).toBe(200);
  // They end with the room, and then their invitations may go.
  const { db } = testApp.server.services;
  await db.deleteFrom('rooms').where('folder_id', '=', root.id).execute();
  await cleanUpAfter(testApp, 40, owner);
  const left = db
    .selectFrom('invitations')
    .select('id')
    .where('email', 'in', ['first@bidder.test', 'second@bidder.test']);
  expect(await left.execute()).toEqual([]);
});
