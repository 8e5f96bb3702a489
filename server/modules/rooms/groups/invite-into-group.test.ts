import { expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

const URL = '/api/invitations';

test('only managers of its room invite into a group, with an address and nothing else', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  const [colleague, unrelated] = [await testApp.user(), await testApp.user()];
  await owner.post(`/api/folders/${root.id}/collaborators`, { userId: colleague.id });
  const body = { email: 'ada@bidder.example', groupId: group.id };
  const unknown = await unrelated.post(URL, { ...body, groupId: 999_999 });
  expect([unknown.status, unknown.body.error]).toEqual([404, 'The group could not be found.']);
  const foreign = await unrelated.post(URL, body);
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await colleague.post(URL, body)).status).toBe(403);
  expect((await testApp.anonymous.post(URL, body)).status).toBe(401);
  for (const wrong of [
    { ...body, role: 'collaborator' },
    { ...body, folderIds: [root.id] },
    { groupId: group.id },
    { ...body, expirationDays: 7 },
  ])
    expect((await owner.post(URL, wrong)).status).toBe(400);
  expect(await membersOf(owner, group)).toEqual([]);
});

test('an address gets a link that opens what the group sees, and an account joins at once', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const endsAt = new Date(testApp.server.services.now() + 86_400_000).toISOString();
  await owner.patch(`/api/groups/${group.id}`, { endsAt });
  const { status, body } = await owner.post(URL, { email: 'ada@bidder.example', groupId: group.id });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      inviteUrl: expect.any(String),
      emailed: expect.any(Boolean),
      expiresAt: endsAt,
    },
  ]);
  const visitor = createTestClient(testApp.server.http);
  expect((await visitor.get(`/api/visitor/auth/${body.inviteUrl.slice(-43)}`)).status).toBe(200);
  expect((await visitor.get(`/api/folders/${inner.id}`)).status).toBe(200);
  const account = await testApp.user();
  const joined = await owner.post(URL, { email: account.email, groupId: group.id, role: 'visitor' });
  expect([joined.status, joined.body]).toEqual([201, { joined: true, emailed: expect.any(Boolean) }]);
  expect((await account.get(`/api/folders/${inner.id}`)).status).toBe(200);
  expect((await membersOf(owner, group)).map(({ kind }) => kind)).toEqual(['visitor', 'user']);
  const added = (await listAuditEvents(testApp)).filter(({ action }) => action === 'group.add-members');
  expect(added).toHaveLength(2);
});

test('a member of another group of the room is refused with 409, and a foreign domain with 400', async ({
  testApp,
}) => {
  const { owner, root, group } = await openRoom(testApp);
  const { body: other } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
  await addMembers(owner, other, 'ada@bidder.example');
  const invite = async (email: string) => {
    const { status, body } = await owner.post(URL, { email, groupId: group.id });
    return `${status} ${body.error}`;
  };
  const taken = 'ada@bidder.example is already in another group of this room.';
  expect(await invite('ada@bidder.example')).toBe(`409 ${taken}`);
  await owner.patch(`/api/groups/${group.id}`, { domains: ['bank.example'] });
  const foreign = 'eve@bidder.example is not in an allowed domain of this group.';
  expect(await invite('eve@bidder.example')).toBe(`400 ${foreign}`);
  expect(await membersOf(owner, group)).toEqual([]);
});

test('mails to members call a room with a code name by it, and nothing else', async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { name: 'Sale of Corvane', codeName: 'Heron' });
  const account = await testApp.user();
  await addMembers(owner, group, account.email, 'cy@bidder.example');
  await owner.post(URL, { email: 'di@bidder.example', groupId: group.id });
  const mails = await testApp.server.services.db
    .selectFrom('outbox_messages')
    .select(['to_address', 'subject'])
    .where('to_address', 'in', [account.email, 'cy@bidder.example', 'di@bidder.example'])
    .execute();
  expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [account.email, 'cy@bidder.example', 'di@bidder.example'].toSorted(),
  );
  for (const { subject } of mails) expect(subject).toMatch(/the data room “Heron”$/);
});
