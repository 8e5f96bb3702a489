import { describe, expect } from 'vitest';
import { openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

const LEFT =
  'The manager who requested it can no longer manage the room, or their account was deleted. Publish it again.';
const CHANGED = 'The drafts have changed since the approval was requested.';

describe('approval of a publication', () => {
  test('another manager approves, never the one who requested it', async ({ testApp }) => {
    const { owner, second, member, sees, decide, request, url, root } = await openStrict(testApp);
    const editor = await testApp.user();
    await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    const publication = await request();
    expect(publication).toMatchObject({ state: 'requested', mayDecide: false, files: 1 });
    expect(await sees()).toBe(false);
    const answers = [];
    for (const client of [owner, editor, member, await testApp.user()]) {
      const { status, body } = await decide(client, publication);
      answers.push([status, body.error]);
    }
    expect(answers).toEqual([
      [403, 'Another manager decides about a publication that you requested.'],
      [403, 'Only the owner of the room or an administrator can do this.'],
      [404, 'The publication could not be found.'],
      [404, 'The publication could not be found.'],
    ]);
    expect((await second.get(`${url}/publications`)).body[0]).toMatchObject({ mayDecide: true });
    expect((await editor.get(`${url}/publications`)).body[0]).toMatchObject({ mayDecide: false });
    expect((await decide(second, { ...publication, version: 'other' })).status).toBe(409);
    const { status, body } = await decide(second, publication);
    expect([status, body.state, body.decidedBy]).toEqual([200, 'published', second.username]);
    expect(await sees()).toBe(true);
    expect((await decide(second, publication)).status).toBe(409);
    const { rows } = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('object_id', '=', root.id)
      .where('action', 'like', 'room.%publi%')
      .orderBy('position')
      .execute()
      .then((rows) => ({ rows }));
    expect(rows).toEqual([
      { action: 'room.request-publication', actor_id: owner.id },
      { action: 'room.approve-publication', actor_id: second.id },
      { action: 'room.publish', actor_id: owner.id },
    ]);
  });

  test('a declined publication is a draft again, with its reason', async ({ testApp }) => {
    const { owner, second, sees, request, url, decide } = await openStrict(testApp);
    const { id, version } = await request();
    expect((await owner.post(`/api/publications/${id}/decline`, { reason: 'No' })).status).toBe(403);
    expect((await second.post(`/api/publications/${id}/decline`, { reason: ' ' })).status).toBe(400);
    const { status, body } = await second.post(`/api/publications/${id}/decline`, { reason: 'Redact it.' });
    expect([status, body.state, body.reason]).toEqual([200, 'declined', 'Redact it.']);
    expect((await decide(second, { id, version })).status).toBe(404);
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { id, state: 'declined', reason: 'Redact it.', decidedBy: second.username },
    ]);
    expect([await sees(), (await owner.get(`${url}/drafts`)).body.files]).toEqual([false, 1]);
  });

  test('a change of what was requested voids it, before the approval and after', async ({ testApp }) => {
    const { owner, second, draft, inner, group, root, sees, decide, request, later, url } =
      await openStrict(testApp);
    const changes = [
      () => owner.patch(`/api/files/${draft.id}`, { name: 'renamed.txt' }),
      async () => {
        const { version } = await rowOf(owner, root.id, root.id, inner.id);
        const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'none', version };
        return owner.patch(`${url}/permissions`, { cells: [cell] });
      },
    ];
    for (const change of changes) {
      const publication = await request();
      expect((await change()).status).toBe(200);
      const { status, body } = await decide(second, publication);
      expect([status, body.error]).toEqual([409, `${CHANGED} Request it again.`]);
      expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
        state: 'void',
        reason: CHANGED,
      });
    }
    const approved = await request({ at: later() });
    expect((await decide(second, approved)).body).toMatchObject({ state: 'scheduled' });
    await owner.patch(`/api/files/${draft.id}`, { name: 'again.txt' });
    testApp.advanceClock(HOUR + 1_000);
    expect(await sees()).toBe(false);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({
      state: 'void',
      reason: CHANGED,
    });
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(1);
  });

  test('an approved publication waits for its date; what is added meanwhile is no part of it', async ({
    testApp,
  }) => {
    const { owner, second, inner, member, sees, decide, request, later, url } = await openStrict(testApp);
    const publication = await request({ at: later() });
    expect((await decide(second, publication)).status).toBe(200);
    const late = await owner.file({ folderId: inner.id, name: 'late.txt' });
    testApp.advanceClock(HOUR - 1_000);
    expect(await sees()).toBe(false);
    testApp.advanceClock(2_000);
    expect([await sees(), (await member.get(`/api/files/${late.id}`)).status]).toEqual([true, 404]);
    // The date of a request that nobody approved passes.
    const lapsed = await request({ at: later() });
    testApp.advanceClock(HOUR + 1_000);
    expect((await decide(second, lapsed)).body.error).toContain('has passed');
    expect((await owner.delete(`/api/publications/${lapsed.id}`)).status).toBe(200);
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(1);
  });

  test('nothing else gives groups more: levels and moves at once are refused, taking away is not', async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, file, group, url } = await openStrict(testApp);
    const set = async (level: string | null, draft = false) => {
      const { version } = await rowOf(owner, root.id, inner.id, deep.id);
      const cell = { kind: 'folder', id: deep.id, groupId: group.id, level, version };
      return (await owner.patch(`${url}/permissions`, { cells: [cell], draft })).status;
    };
    // The level that the folder has anyway is nothing more.
    expect([await set('original'), await set(null), await set('view'), await set('none')]).toEqual([
      409, 200, 200, 200,
    ]);
    expect([await set(null), await set('original', true)]).toEqual([409, 200]);
    const other = (await owner.post(`${url}/groups`, { name: 'Bidder B' })).body;
    const copy = { fromGroupId: group.id, toGroupId: other.id };
    expect((await owner.post(`${url}/permissions/copy`, copy)).status).toBe(409);
    const move = (draft: boolean) => owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id, draft });
    expect([(await move(false)).status, (await move(true)).status]).toEqual([409, 200]);
    const bulk = { fileIds: [file.id], folderId: deep.id };
    expect((await owner.post('/api/files/bulk/move', bulk)).status).toBe(409);
    expect((await owner.patch(`/api/folders/${deep.id}`, { parentId: root.id })).status).toBe(409);
    const outside = await owner.file({ name: 'outside.txt' });
    expect((await owner.patch(`/api/files/${outside.id}/move`, { folderId: inner.id })).status).toBe(409);
    // The switch of uploads does not count.
    await owner.patch(url, { settings: { draftUploads: false } });
    expect((await owner.file({ folderId: inner.id })).publishedAt).toBeNull();
  });

  test('by a manager gives up what the manager who requested it may not publish any more', async ({
    testApp,
  }) => {
    const { owner, second, admin, draft, inner, deep, url, sees, decide } = await openStrict(testApp);
    const move = { folderId: deep.id, draft: true };
    expect((await owner.patch(`/api/files/${draft.id}/move`, move)).status).toBe(200);
    const request = async (at?: string) => (await second.post(`${url}/publications`, { at })).body;
    const requested = await request();
    await owner.delete(`${url}/staff/${second.id}`);
    const { status, body } = await decide(owner, requested);
    expect([status, body.error]).toEqual([409, LEFT]);
    await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
    const dated = await request(new Date(testApp.server.services.now() + HOUR).toISOString());
    expect((await decide(owner, dated)).status).toBe(200);
    expect((await admin.delete(`/api/admin/users/${second.id}`)).status).toBe(200);
    testApp.advanceClock(HOUR + 1_000);
    expect([await sees(), (await owner.get(`/api/files/${draft.id}`)).body.folderId]).toEqual([
      false,
      inner.id,
    ]);
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { id: dated.id, state: 'void', reason: LEFT },
      { id: requested.id, state: 'void', reason: LEFT },
    ]);
  });

  test('is required only once what nobody approved is canceled, or not made at its date', async ({
    testApp,
  }) => {
    const { owner, url, inner, deep, draft, member, request, later, sees } = await openStrict(testApp);
    const require = async (publicationApproval: boolean) =>
      (await owner.patch(url, { settings: { publicationApproval } })).status;
    await require(false);
    for (const change of [
      async () => {},
      () => owner.patch(`/api/files/${draft.id}/move`, { folderId: deep.id, draft: true }),
    ]) {
      await change();
      const { id } = await request({ at: later() });
      expect(await require(true)).toBe(409);
      expect((await owner.delete(`/api/publications/${id}`)).status).toBe(200);
      expect([await require(true), await require(true), await require(false)]).toEqual([200, 200, 200]);
    }
    const { id } = await request({ at: later() });
    const { db } = testApp.server.services;
    // As a server of an earlier version, which does not refuse it.
    const settings = JSON.stringify({ publicationApproval: true });
    await db.updateTable('rooms').set({ settings }).where('folder_id', '=', inner.parentId).execute();
    testApp.advanceClock(HOUR + 1_000);
    expect([await sees(), (await member.get(`/api/files/${draft.id}`)).status]).toEqual([false, 404]);
    expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({ id, state: 'void' });
  });

  test('needs two managers', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const { status, body } = await owner.patch(`/api/rooms/${root.id}`, {
      settings: { publicationApproval: true },
    });
    expect([status, body.error]).toEqual([409, 'Appoint a second manager first, who approves publications.']);
  });

  test('the managers with a confirmed address are mailed, except the one who acted', async ({ testApp }) => {
    const { owner, second, request, decide, url } = await openStrict(testApp);
    const { db } = testApp.server.services;
    const unconfirmed = await testApp.user();
    await putJson(owner, `${url}/staff/${unconfirmed.id}`, { role: 'manager' });
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.id).execute();
    await decide(second, await request());
    const mails = await db
      .selectFrom('outbox_messages')
      .select(['to_address', 'subject'])
      .where('subject', 'like', 'A publication%')
      .where('to_address', 'in', [owner.email, second.email, unconfirmed.email])
      .orderBy('id')
      .execute();
    expect(mails).toEqual([
      { to_address: second.email, subject: 'A publication in the room “Deal” awaits your approval' },
      { to_address: owner.email, subject: 'A publication in the room “Deal” was approved' },
    ]);
  });
});
