import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addMembers, grant, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

/** Creates a room with a publication in an hour that lets a member see a second folder. */
async function openScheduled(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  await owner.patch(url, { settings: { draftUploads: false } });
  const hidden = await owner.folder('Hidden', root.id);
  const secret = await owner.file({ folderId: hidden.id, name: 'secret.txt' });
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const { version } = await rowOf(owner, root.id, root.id, hidden.id);
  const cell = { kind: 'folder', id: hidden.id, groupId: group.id, level: 'view', version };
  await owner.patch(`${url}/permissions`, { cells: [cell], draft: true });
  const schedule = async () => {
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    return (await owner.post(`${url}/publications`, { at })).body;
  };
  const { id } = await schedule();
  const { db } = testApp.server.services;
  const sees = async () => (await member.get(`/api/files/${secret.id}`)).status === 200;
  const stateOf = async (id: number) =>
    (await db.selectFrom('publications').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state;
  return { ...room, url, hidden, member, id, db, schedule, sees, stateOf };
}

describe('publications whose time has come', () => {
  test('stop no request if they fail, hold up no other, and are given up after three failures', async ({
    testApp,
  }) => {
    const room = await openScheduled(testApp);
    const { owner, inner, hidden, deep, file, url, id, db, schedule, sees, stateOf } = room;
    await owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id, draft: true });
    const other = await schedule();
    // The level cannot be set: an error of the database, no refusal.
    const folders = sql`${sql.lit(inner.id)}, ${sql.lit(hidden.id)}`;
    await sql`create unique index one_grant on group_grants (group_id) where folder_id in (${folders})`.execute(
      db,
    );
    for (const pause of [HOUR + 1_000, 11_000, 61_000]) {
      expect(await stateOf(id)).toBe('scheduled');
      testApp.advanceClock(pause);
      expect([await sees(), await sees()]).toEqual([false, false]);
      expect((await owner.get(`/api/files/${file.id}`)).body.folderId).toBe(deep.id);
    }
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { id: other.id, state: 'published' },
      { id, state: 'void', reason: expect.stringContaining('could not be applied') },
    ]);
    const mails = db.selectFrom('outbox_messages').select('subject').where('to_address', '=', owner.email);
    expect(await mails.where('subject', 'like', '%given up').execute()).toHaveLength(1);
    await sql`drop index one_grant`.execute(db);
    expect((await owner.get(`${url}/drafts`)).body.changeCount).toBe(1);
    expect((await owner.post(`${url}/publications`, {})).status).toBe(201);
    expect(await sees()).toBe(true);
  });

  test('are applied all before a room is read, with the rights of their authors, not of the reader', async ({
    testApp,
  }) => {
    const { owner, root, deep, id, schedule, sees, stateOf } = await openScheduled(testApp);
    const ids = [id];
    for (let number = 0; number < 11; number++) {
      const { id } = await owner.file({ folderId: root.id, name: `${number}.txt` });
      await owner.patch(`/api/files/${id}/move`, { folderId: deep.id, draft: true });
      ids.push((await schedule()).id);
    }
    testApp.advanceClock(HOUR + 1_000);
    expect(await Promise.all([sees(), sees(), sees()])).toEqual([true, true, true]);
    const states = [];
    for (const id of ids) states.push(await stateOf(id));
    expect(new Set(states)).toEqual(new Set(['published']));
  });

  test('do not hold up sign-in, administration and what is public, and can be canceled', async ({
    testApp,
  }) => {
    const { owner, id, sees, stateOf } = await openScheduled(testApp);
    const admin = await testApp.user({ isAdmin: true });
    testApp.advanceClock(HOUR + 1_000);
    expect((await testApp.anonymous.get('/api/system-settings/public')).status).toBe(200);
    expect((await owner.get('/api/user')).status).toBe(200);
    expect((await admin.get('/api/admin/system-settings')).status).toBe(200);
    expect(await stateOf(id)).toBe('scheduled');
    expect((await owner.delete(`/api/publications/${id}`)).status).toBe(200);
    expect(await sees()).toBe(false);
  });

  test('are drafts again if a node of an earlier version canceled them', async ({ testApp }) => {
    const { owner, root, url, id, db, schedule, sees } = await openScheduled(testApp);
    // Such a node knows no state.
    const cancel = (id: number) =>
      db.updateTable('publications').set({ cancelled_at: 1 }).where('id', '=', id).execute();
    await cancel(id);
    testApp.advanceClock(HOUR + 1_000);
    expect(await sees()).toBe(false);
    const again = await schedule();
    expect(again).toMatchObject({ state: 'scheduled', changes: 1 });
    await cancel(again.id);
    const drafts = db.selectFrom('draft_changes').select('id').where('room_id', '=', root.id);
    const draft = await drafts.executeTakeFirstOrThrow();
    expect((await owner.delete(`/api/drafts/${draft.id}`)).status).toBe(200);
    expect((await owner.get(`${url}/drafts`)).body.changeCount).toBe(0);
  });
});
