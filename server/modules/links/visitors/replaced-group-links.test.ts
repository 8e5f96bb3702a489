import { describe, expect } from 'vitest';
import { nextAddress, openGroupLink } from '#server/testing/group-link.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, membersOf, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });
const MINUTE = 60_000;

/** Opens a group link of a manager who is not the owner, and has somebody come through it. */
async function openReplaceable(testApp: TestApp) {
  const room = await openGroupLink(testApp);
  const manager = await testApp.user();
  const staff = `/api/rooms/${room.root.id}/staff/${manager.id}`;
  expect((await putJson(room.owner, staff, { role: 'manager' })).status).toBe(200);
  const linkOf = async (client: typeof manager, groupId = room.group.id, name = 'Next') =>
    (await client.post('/api/links', { name, groupId, settings: room.settings })).body;
  const first = await linkOf(manager);
  const email = nextAddress();
  const come = async (link: { url: string }) => {
    // One code is mailed to an address in 30 seconds.
    testApp.advanceClock(MINUTE);
    return room.come(email, link);
  };
  expect((await come(first)).entered.status).toBe(200);
  return { ...room, manager, staff, linkOf, first, email, come };
}

describe('a link that replaces another one into the same group', () => {
  test('admits the members of a link that was revoked, disabled or has expired, or whose owner left the staff', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const end = (name: string, room: Awaited<ReturnType<typeof openReplaceable>>) => {
      const url = `/api/links/${room.first.id}`;
      if (name === 'revoked') return room.manager.delete(url);
      if (name === 'disabled') return room.manager.patch(url, { disabled: true });
      if (name === 'left') return room.owner.delete(room.staff);
      const expiresAt = new Date(testApp.server.services.now() + MINUTE / 2).toISOString();
      return room.manager.patch(url, { expiresAt });
    };
    for (const name of ['revoked', 'disabled', 'left', 'expired']) {
      const room = await openReplaceable(testApp);
      const { owner, group, file, email, come, linkOf } = room;
      const next = await linkOf(owner);
      expect((await come(next)).entered.status, `before it is ${name}`).toBe(409);
      expect((await end(name, room)).status).toBe(200);
      const { browser, entered } = await come(next);
      expect([entered.body.error, entered.status], name).toEqual([undefined, 200]);
      expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
      expect(await membersOf(owner, group)).toMatchObject([{ email, kind: 'visitor' }]);
      // The same again, with a third link.
      expect((await owner.delete(`/api/links/${next.id}`)).status).toBe(200);
      expect((await come(await linkOf(owner))).entered.status).toBe(200);
    }
  });

  test('an address that is blocked at a link that goes on stays out of another one', async ({ testApp }) => {
    const { owner, manager, first, email, come, linkOf } = await openReplaceable(testApp);
    expect((await manager.post(`/api/links/${first.id}/block`, { email })).status).toBe(200);
    const next = await linkOf(owner);
    expect((await come(next)).entered.status).toBe(409);
    await manager.delete(`/api/links/${first.id}`);
    expect((await come(next)).entered.status, 'the first link has ended').toBe(409);
  });

  test('a member whom the staff removed stays out of it', async ({ testApp }) => {
    const { owner, manager, group, first, come, linkOf } = await openReplaceable(testApp);
    await manager.delete(`/api/links/${first.id}`);
    const [member] = await membersOf(owner, group);
    expect((await owner.delete(`/api/groups/${group.id}/members/${member?.id}`)).status).toBe(200);
    expect((await come(await linkOf(owner))).entered.status).toBe(404);
  });

  test('a link into another group of the room admits only whose membership has ended', async ({
    testApp,
  }) => {
    const { owner, manager, root, inner, group, file, first, email, come, linkOf } =
      await openReplaceable(testApp);
    const { body: other } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
    await grant(owner, root.id, { folder: { id: inner.id, parentId: root.id }, group: other, level: 'view' });
    const next = await linkOf(owner, other.id);
    expect((await come(next)).entered.status).toBe(409);
    await manager.delete(`/api/links/${first.id}`);
    const { browser, entered } = await come(next);
    expect([entered.status, (await browser.get(`/api/files/${file.id}`)).status]).toEqual([200, 200]);
    expect([await membersOf(owner, group), await membersOf(owner, other)]).toMatchObject([[], [{ email }]]);
    // And back, by a third link: the staff removed nobody.
    expect((await owner.delete(`/api/links/${next.id}`)).status).toBe(200);
    expect((await come(await linkOf(owner))).entered.status).toBe(200);
  });

  test('the staff adds the members of a link that has ended by address, to any group', async ({
    testApp,
  }) => {
    const { owner, manager, root, group, first, email } = await openReplaceable(testApp);
    const { body: other } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
    const problem = async (to: typeof group) => (await addMembers(owner, to, email)).body.problems;
    expect(await problem(group)).toEqual([{ email, problem: `${email} is in this group already.` }]);
    await manager.delete(`/api/links/${first.id}`);
    expect(await problem(group)).toEqual([]);
    expect(await membersOf(owner, group)).toMatchObject([{ email, inviteUrl: expect.any(String) }]);
    expect(await problem(other)).toEqual([
      { email, problem: `${email} is already in another group of this room.` },
    ]);
  });

  test('members do not see those whose link has ended', async ({ testApp }) => {
    const { owner, manager, root, group, first, email, linkOf, come } = await openReplaceable(testApp);
    await owner.patch(`/api/groups/${group.id}`, { membersSeeEachOther: true });
    const neighbor = await testApp.user();
    await addMembers(owner, group, neighbor.email);
    const seen = async () =>
      (await neighbor.get(`/api/rooms/${root.id}/members`)).body.map(
        (member: { email: string }) => member.email,
      );
    expect(await seen()).toEqual([email, neighbor.email]);
    await manager.delete(`/api/links/${first.id}`);
    expect(await seen()).toEqual([neighbor.email]);
    await come(await linkOf(owner));
    expect(await seen()).toEqual([email, neighbor.email]);
  });
});
