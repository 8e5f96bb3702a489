import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;
const NOT_PUBLISHED =
  'It could not be published. The managers of the data room were notified, and can ask you again.';
const UNAPPROVED =
  'Publications of this room are waiting that no second manager approved. Cancel them under Publish first.';

/** Creates a room with a draft for one of two groups, whose members are visitors. */
async function openRoomOfTwo(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  const { body: rivals } = await owner.post(`${url}/groups`, { name: 'Bidder B' });
  await addMembers(owner, group, 'lead@example.test', 'junior@example.test');
  await addMembers(owner, rivals, 'rival@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await grant(owner, root.id, { folder: inner, group: rivals, level: 'view' });
  const draft = await owner.file({ folderId: inner.id, name: 'draft.txt' });
  const visit = async (of: typeof group, email: string) => {
    const member = (await membersOf(owner, of)).find((member) => member.email === email);
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`);
    return { id: member?.id ?? 0, client };
  };
  const lead = await visit(group, 'lead@example.test');
  return {
    ...room,
    url,
    rivals,
    draft,
    lead,
    junior: await visit(group, 'junior@example.test'),
    rival: await visit(rivals, 'rival@example.test'),
    request: async (body: object = {}) =>
      owner.post(`${url}/publications`, { approverMemberId: lead.id, ...body }),
    sees: async (client: TestClient) => (await client.get(`/api/files/${draft.id}`)).status === 200,
    awaited: async (client: TestClient) => (await client.get('/api/publication-approvals')).body,
  };
}

const approve = (client: TestClient, { id, version }: { id: number; version: string }) =>
  client.post(`/api/publications/${id}/approve`, { version });

describe('a publication that a member agrees to', () => {
  test('only the named member agrees, and sees the difference for their own group alone', async ({
    testApp,
  }) => {
    const { owner, root, url, draft, lead, junior, rival, request, sees, awaited } =
      await openRoomOfTwo(testApp);
    const second = await testApp.user();
    await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
    const { status, body: publication } = await request();
    expect([status, publication]).toMatchObject([
      201,
      { state: 'requested', approver: 'lead@example.test', version: null, mayDecide: false },
    ]);
    expect(await awaited(lead.client)).toEqual([
      {
        id: publication.id,
        roomId: root.id,
        publishAt: null,
        version: expect.any(String),
        gains: 1,
        loses: 0,
        changes: 0,
      },
    ]);
    const [waiting] = await awaited(lead.client);
    for (const other of [junior.client, rival.client, owner, second])
      expect(await awaited(other)).toEqual([]);
    const refused = [];
    for (const client of [owner, second, junior.client, rival.client, await testApp.user()]) {
      refused.push((await approve(client, waiting)).status);
      refused.push((await client.post(`/api/publications/${waiting.id}/decline`, { reason: 'No' })).status);
    }
    expect(refused).toEqual([403, 403, 403, 403, 404, 404, 404, 404, 404, 404]);
    expect((await approve(lead.client, { ...waiting, version: 'other' })).status).toBe(409);
    expect(await sees(lead.client)).toBe(false);
    // As the group, a manager does not decide for the member.
    const answer = await owner.post(`${url}/view-as`, { memberId: lead.id });
    const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
    const viewer = createTestClient(testApp.server.http, [owner.cookie, ...cookies].join('; '));
    expect((await approve(viewer, waiting)).status).toBe(403);
    const agreed = await approve(lead.client, waiting);
    expect([agreed.status, agreed.body]).toEqual([200, { id: publication.id }]);
    expect([await sees(lead.client), await sees(rival.client)]).toEqual([true, true]);
    expect((await approve(lead.client, waiting)).status).toBe(409);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
      state: 'published',
      approver: 'lead@example.test',
    });
    const events = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', root.id)
      .where('action', 'like', 'room.%publi%')
      .orderBy('position')
      .execute();
    expect(events.map(({ action, actor_kind }) => `${action} ${actor_kind}`)).toEqual([
      'room.request-publication user',
      'room.approve-publication visitor',
      'room.publish user',
    ]);
    expect(draft.id).toBeGreaterThan(0);
  });

  test('it is given up when the drafts change, and declined, canceled or late like any other', async ({
    testApp,
  }) => {
    const { owner, url, inner, group, draft, lead, rival, request, sees, awaited } =
      await openRoomOfTwo(testApp);
    await request();
    await owner.patch(`/api/files/${draft.id}`, { name: 'other.txt' });
    const [changed] = await awaited(lead.client);
    expect((await approve(lead.client, changed)).status).toBe(409);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({ state: 'void' });

    await request();
    const [declined] = await awaited(lead.client);
    const reason = { reason: 'The price list is missing' };
    expect((await lead.client.post(`/api/publications/${declined.id}/decline`, reason)).status).toBe(200);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({ state: 'declined', ...reason });

    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    const { body: dated } = await request({ at });
    const [scheduled] = await awaited(lead.client);
    expect(scheduled.publishAt).toBe(at);
    expect((await approve(lead.client, scheduled)).status).toBe(200);
    expect([await sees(lead.client), await awaited(lead.client)]).toEqual([false, []]);
    expect((await owner.get(`${url}/publications`)).body[0].state).toBe('scheduled');
    expect((await owner.delete(`/api/publications/${dated.id}`)).status).toBe(200);
    const { body: late } = await request({ at });
    testApp.advanceClock(HOUR);
    const [missed] = await awaited(lead.client);
    expect((await approve(lead.client, missed)).status).toBe(409);
    expect([await sees(rival.client), (await owner.delete(`/api/publications/${late.id}`)).status]).toEqual([
      false,
      200,
    ]);

    for (const approverMemberId of [999_999, 0])
      expect([400, 404]).toContain((await request({ approverMemberId })).status);
    const { body: orphaned } = await request();
    await owner.delete(`/api/groups/${group.id}/members/${lead.id}`);
    expect((await lead.client.get('/api/publication-approvals')).status).toBe(401);
    expect((await request({ approverMemberId: lead.id })).status).toBe(409);
    const second = await testApp.user();
    await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
    expect((await owner.delete(`/api/publications/${orphaned.id}`)).status).toBe(200);
    await owner.patch(url, { settings: { publicationApproval: true } });
    await owner.file({ folderId: inner.id });
    expect((await request({ approverMemberId: rival.id })).status).toBe(409);
  });

  test('what cannot be made is given up, and the member learns no names', async ({ testApp }) => {
    const { owner, root, url, inner, deep, draft, lead, request, sees, awaited } =
      await openRoomOfTwo(testApp);
    const editor = await testApp.user();
    await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    const hidden = await editor.file({ folderId: inner.id, name: 'SPA with Bidder B.pdf' });
    await editor.patch(`/api/files/${hidden.id}/move`, { folderId: deep.id, draft: true });
    await request();
    const [waiting] = await awaited(lead.client);
    await owner.delete(`${url}/staff/${editor.id}`);
    const refused = await approve(lead.client, waiting);
    expect([refused.status, refused.body.error]).toEqual([409, NOT_PUBLISHED]);
    expect([await awaited(lead.client), await sees(lead.client)]).toEqual([[], false]);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
      state: 'void',
      reason: expect.stringContaining(`“SPA with Bidder B.pdf”, drafted by ${editor.username}`),
    });
    expect((await owner.get(`${url}/drafts`)).body).toMatchObject({ files: 2, changeCount: 1 });
    const { db } = testApp.server.services;
    const mails = db.selectFrom('outbox_messages').select('subject').where('to_address', '=', owner.email);
    expect(await mails.where('subject', 'like', '%given up').execute()).toHaveLength(1);
    const agreed = db.selectFrom('audit_log').select('action').where('object_id', '=', root.id);
    expect(await agreed.where('action', '=', 'room.approve-publication').execute()).toEqual([]);
    expect(draft.publishedAt).toBeNull();
  });

  test('it is given up once the manager who requested it has left', async ({ testApp }) => {
    const { owner, url, lead, sees, awaited } = await openRoomOfTwo(testApp);
    const [second, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const staff = `${url}/staff/${second.id}`;
    const ask = async () => {
      await putJson(owner, staff, { role: 'manager' });
      await second.post(`${url}/publications`, { approverMemberId: lead.id });
      return (await awaited(lead.client))[0];
    };
    for (const leave of [() => owner.delete(staff), () => admin.delete(`/api/admin/users/${second.id}`)]) {
      const waiting = await ask();
      expect((await leave()).status).toBe(200);
      const { status, body } = await approve(lead.client, waiting);
      expect([status, body.error]).toEqual([409, NOT_PUBLISHED]);
      expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
        state: 'void',
        reason: expect.stringContaining('can no longer manage the room'),
      });
    }
    expect(await sees(lead.client)).toBe(false);
  });

  test('the address of the member limits neither the manager who requested it nor the authors', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, inner, deep, lead, request, sees, awaited } = await openRoomOfTwo(testApp);
    const moved = await owner.file({ folderId: inner.id });
    await owner.patch(`/api/files/${moved.id}/move`, { folderId: deep.id, draft: true });
    await request();
    const [waiting] = await awaited(lead.client);
    const { db, now } = testApp.server.services;
    const rules = db.insertInto('address_rules');
    const rule = { scope: 'staff', ranges: '["192.0.2.0/24"]', created_at: now() } as const;
    const { id } = await rules.values(rule).returning('id').executeTakeFirstOrThrow();
    const { status } = await approve(lead.client, waiting);
    await db.deleteFrom('address_rules').where('id', '=', id).execute();
    expect([status, await sees(lead.client)]).toEqual([200, true]);
  });

  test('a rule that a second manager approves is not passed by', async ({ testApp }) => {
    const { owner, root, url, lead, request, sees, awaited } = await openRoomOfTwo(testApp);
    const second = await testApp.user();
    await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
    const { body: requested } = await request();
    const [waiting] = await awaited(lead.client);
    const strict = { settings: { publicationApproval: true } };
    const refused = await owner.patch(url, strict);
    expect([refused.status, refused.body.error]).toEqual([409, UNAPPROVED]);
    // As a server of an earlier version.
    const { db } = testApp.server.services;
    const room = db.updateTable('rooms').where('folder_id', '=', root.id);
    await room.set({ settings: JSON.stringify(strict.settings) }).execute();
    const { status, body } = await approve(lead.client, waiting);
    expect([status, body.error, await sees(lead.client)]).toEqual([409, NOT_PUBLISHED, false]);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
      id: requested.id,
      state: 'void',
      reason: expect.stringContaining('A second manager approves publications of this room'),
    });
  });
});
