import { expect } from 'vitest';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { inGroups, settleGroups } from './active-groups.ts';

test('a group that was left open counts for nothing', () => {
  expect(inGroups('?1')).toEqual({});
  expect(inGroups('?1,2,?3')).toEqual({ groupIds: [2] });
  expect(inGroups(null)).toEqual({});
});

test('only groups that were found with their address rules are settled, and only those that the member still belongs to', async ({
  testApp,
}) => {
  const { owner, group } = await openRoom(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const { services } = testApp.server;
  const settle = (joined: string | null, userId = member.id) =>
    settleGroups(services, joined, { userId, invitationId: null });
  const unrelated = group.id + 1;
  expect(await settle(`?${group.id}`)).toBe(String(group.id));
  expect(await settle(`?${unrelated},${group.id}`)).toBe(String(group.id));
  expect(await settle(`?${unrelated}`)).toBeNull();
  expect(await settle(`?${group.id}`, owner.id)).toBeNull();
  expect(await settle(null)).toBeNull();
});
