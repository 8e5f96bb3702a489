import { describe, expect } from 'vitest';
import { comeThrough, nextAddress, openGroupLink } from '#server/testing/group-link.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, membersOf, putJson } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

const ALREADY = 'You belong to this room already. Sign in, or use the link that you were invited with.';
describe('a link into a group', () => {
  test('only managers of the room create one, with the code, and without targets', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { create, group, inner, link, root, owner } = await openGroupLink(testApp);
    expect(link).toMatchObject({
      targets: [],
      group: { id: group.id, name: 'Bidder A', roomId: root.id, roomName: 'Deal' },
    });
    expect((await owner.get(`/api/links?kind=folder&id=${root.id}`)).body).toMatchObject([{ id: link.id }]);
    const settings = { requireCode: true };
    for (const body of [
      { groupId: group.id, settings, targets: [{ kind: 'folder', id: inner.id }] },
      { settings },
      { groupId: group.id, settings: {} },
    ])
      expect((await create(body)).status).toBe(400);
    const [editor, unrelated] = [await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    const body = { name: 'L', groupId: group.id, settings };
    expect((await editor.post('/api/links', body)).status).toBe(403);
    expect((await unrelated.post('/api/links', body)).status).toBe(404);
    const change = await owner.patch(`/api/links/${link.id}`, { settings: { requireCode: false } });
    expect([change.status, change.body.fields]).toEqual([
      400,
      { requireCode: 'A link into a group requires the code.' },
    ]);
  });

  test('a visitor becomes a member with the level of the group, once', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, inner, deep, file, group, link, come } = await openGroupLink(testApp);
    const email = nextAddress();
    const { browser, entered } = await come(email);
    expect([entered.status, entered.body.isVisitor]).toEqual([200, true]);
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
    const opened = await browser.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] });
    expect(opened.body).toEqual({ recorded: true });
    expect((await owner.get('/api/file-views/owner')).body[0]).toMatchObject({
      viewer: { username: email },
      through: { linkId: link.id, linkName: 'Bidders' },
    });
    // The level of the link adds nothing to that of the group.
    expect((await browser.get(`/api/files/${file.id}/download`)).status).toBe(403);
    await grant(owner, group.roomId, { folder: { id: deep.id, parentId: inner.id }, group, level: 'none' });
    expect((await browser.get(`/api/folders/${deep.id}`)).status).toBe(404);
    testApp.advanceClock(60_000);
    expect((await come(email)).entered.status).toBe(200);
    expect(await membersOf(owner, group)).toMatchObject([{ email, kind: 'visitor', inviteUrl: null }]);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ visits: 2, people: 1 });
  });

  test('anyone who belongs to the room in another way, or was removed, is refused after the code', async ({
    testApp,
  }) => {
    const { owner, root, file, group, come } = await openGroupLink(testApp);
    const other = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
    const [ofOther, invited, removed] = [nextAddress(), nextAddress(), nextAddress()];
    await addMembers(owner, other, ofOther);
    await addMembers(owner, group, invited);
    for (const email of [ofOther, invited])
      expect((await come(email)).entered).toMatchObject({ status: 409, body: { error: ALREADY } });
    const { browser } = await come(removed);
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(200);
    const member = (await membersOf(owner, group)).find(({ email }) => email === removed);
    await owner.delete(`/api/groups/${group.id}/members/${member?.id}`);
    expect((await browser.get(`/api/files/${file.id}`)).status).toBe(401);
    testApp.advanceClock(60_000);
    expect((await come(removed)).entered.status).toBe(404);
  });

  test('everything ends with the link, the group, and the right of the owner of the link', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, file, group, come } = await openGroupLink(testApp);
    const manager = await testApp.user();
    const staff = `/api/rooms/${root.id}/staff/${manager.id}`;
    expect((await putJson(owner, staff, { role: 'manager' })).status).toBe(200);
    const { body: second } = await manager.post('/api/links', {
      name: 'Of the manager',
      groupId: group.id,
      settings: { requireCode: true },
    });
    const { browser: own } = await come(nextAddress());
    const { browser: ofManager } = await comeThrough(testApp, second.url, nextAddress());
    const statuses = async () => [
      (await own.get(`/api/files/${file.id}`)).status,
      (await ofManager.get(`/api/files/${file.id}`)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect((await owner.delete(staff)).status).toBe(200);
    expect(await statuses()).toEqual([200, 404]);
    expect((await openAccessPage(testApp.server, second.url).page()).status).toBe(404);
    await owner.patch(`/api/groups/${group.id}`, {
      endsAt: new Date(testApp.server.services.now() + 60_000).toISOString(),
    });
    testApp.advanceClock(60_001);
    expect(await statuses()).toEqual([404, 404]);
  });
});

test('visitors are listed without what they viewed where a room of the link hides persons', async ({
  testApp,
}) => {
  const { owner, root, inner, file, link, come } = await openGroupLink(testApp);
  const targets = [{ kind: 'folder', id: inner.id }];
  const { body: toFolder } = await owner.post('/api/links', { name: 'Press', targets });
  const email = nextAddress();
  const guest = openAccessPage(testApp.server, toFolder.url);
  await guest.submit('email', { email });
  await guest.submit('enter');
  const { browser } = await come(email);
  for (const client of [browser, guest])
    await client.post(`/api/files/${file.id}/views`, { batch: 1, pages: [{ page: 1, ms: 1_000 }] });
  const hide = (hidePersons: boolean) =>
    owner.patch(`/api/rooms/${root.id}`, { settings: { analytics: { hidePersons } } });
  for (const { id } of [link, toFolder]) {
    const visitors = async () => (await owner.get(`/api/links/${id}/visitors`)).body;
    const seen = await visitors();
    expect(seen).toMatchObject([{ email, visits: 1, views: 1, pages: 1, ms: 1_000 }]);
    await hide(true);
    const [{ views: _, pages: __, ms: ___, ...named }] = seen;
    expect(await visitors()).toEqual([named]);
    expect((await owner.get(`/api/links/${id}/analytics`)).body).toMatchObject({
      files: 1,
      visitors: [named],
    });
    await hide(false);
    expect(await visitors()).toEqual(seen);
  }
});
