import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { CopiedEntry, RoomCopy } from '#shared/contracts/rooms/copies.ts';
import { openMemberRoom, setCell, upload } from '../inbox/testing/member-room.ts';
import { applyCopy } from './apply-copy.ts';
import { insertCopy } from './queries.ts';

type Room = Awaited<ReturnType<typeof openRoom>>;

/** Opens two rooms of which the owner of the first is a manager. */
async function openTwoRooms(testApp: TestApp): Promise<{ from: Room; to: Room; manager: Room['owner'] }> {
  const [from, to] = [await openRoom(testApp), await openRoom(testApp)];
  await putJson(to.owner, `/api/rooms/${to.root.id}/staff/${from.owner.id}`, { role: 'manager' });
  return { from, to, manager: from.owner };
}

const request = (client: TestClient, roomId: number, entries: readonly CopiedEntry[], folderId: number) =>
  client.post(`/api/rooms/${roomId}/copies`, { entries, folderId });

async function copied(
  testApp: TestApp,
  client: TestClient,
  ...[roomId, entries, folderId]: [number, readonly CopiedEntry[], number]
): Promise<RoomCopy> {
  const { status, body } = await request(client, roomId, entries, folderId);
  expect([status, body.state]).toEqual([202, 'waiting']);
  await testApp.finishJobs();
  return (await client.get(`/api/copies/${body.id}`)).body;
}

const entriesIn = async (client: TestClient, folderId: number) =>
  (await client.get(`/api/folders/${folderId}/entries`)).body;

const namesIn = async (client: TestClient, folderId: number): Promise<string[]> =>
  (await entriesIn(client, folderId)).map(({ name }: { name: string }) => name);

const folder = ({ id }: { id: number }): CopiedEntry => ({ kind: 'folder', id });
const file = ({ id }: { id: number }): CopiedEntry => ({ kind: 'file', id });

describe('a copy to another room', () => {
  test('a copy to another room creates folders and files of its own in their order, as drafts', async ({
    testApp,
  }) => {
    const { from, to, manager } = await openTwoRooms(testApp);
    const { root, inner, deep } = from;
    const letter = await manager.file({ name: 'letter.txt', content: 'The curlew.', folderId: inner.id });
    await manager.form(`/api/files/${letter.id}/versions`, [
      { name: 'file', value: 'The plover.', filename: 'letter.txt' },
    ]);
    await manager.file({ name: 'deep.txt', content: 'The heron.', folderId: deep.id });
    await manager.patch(`/api/folders/${inner.id}/order`, { ...file(letter), before: folder(deep) });
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ allow_download: 0 }).where('id', '=', letter.id).execute();
    // The letter is in the folder already, and is copied once.
    const copy = await copied(testApp, manager, root.id, [file(letter), folder(inner)], to.inner.id);
    expect(copy).toMatchObject({ state: 'done', error: null, folders: 2, files: 3, roomId: root.id });
    expect(copy.finishedAt).not.toBeNull();

    const [, ...added] = await entriesIn(manager, to.inner.id);
    const copyOfInner = added.at(-1);
    expect(copyOfInner).toMatchObject({ kind: 'folder', name: 'Finance' });
    const before = await namesIn(manager, inner.id);
    expect(before).toEqual(expect.arrayContaining(['letter.txt', 'Salaries', 'note.txt']));
    expect(await namesIn(manager, copyOfInner.id)).toEqual(before);
    const rows = await db
      .selectFrom('files')
      .innerJoin('folders', 'folders.id', 'files.folder_id')
      .selectAll('files')
      .where('files.folder_id', '=', copyOfInner.id)
      .where('files.name', '=', 'letter.txt')
      .execute();
    expect(rows).toMatchObject([
      { owner_id: manager.id, allow_download: 0, published_at: null, current_version: 1 },
    ]);
    const id = rows[0]?.id ?? 0;
    expect(id).not.toBe(letter.id);
    expect((await manager.get(`/api/files/${id}/versions`)).body).toHaveLength(1);
    expect(rows[0]?.index_status).toBe('indexed');
    const events = await db
      .selectFrom('audit_log')
      .select(['action', 'object_name', 'details'])
      .where((where) => where.or([where('object_id', '=', id), where('action', 'like', 'copy.%')]))
      .where('details', 'like', `%"copyId":${copy.id}%`)
      .orderBy('position')
      .execute();
    expect(events.map(({ action, object_name }) => [action, object_name])).toEqual([
      ['copy.create', 'Deal'],
      ['file.upload', 'letter.txt'],
      ['copy.apply', 'Finance'],
    ]);
    expect(JSON.parse(events[1]?.details ?? '')).toMatchObject({ copiedFrom: letter.id });
  });

  test('a copy to another room is refused to who does not manage both rooms, and for entries elsewhere', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { from, to, manager } = await openTwoRooms(testApp);
    const editor = await testApp.user();
    const unrelated = await openRoom(testApp);
    const entries = [file(from.file)];
    const ask = async (client: TestClient, ...rest: [number, readonly CopiedEntry[], number]) => {
      const { status, body } = await request(client, ...rest);
      return [status, body.error];
    };
    const { id } = from.root;
    expect(await ask(unrelated.owner, id, entries, to.root.id)).toEqual([
      404,
      'The room could not be found.',
    ]);
    expect((await ask(manager, id, entries, unrelated.inner.id))[0]).toBe(404);
    await testApp.share(id, editor);
    expect((await ask(editor, id, entries, to.root.id))[0]).toBe(403);
    await testApp.share(unrelated.root.id, manager);
    expect((await ask(manager, id, entries, unrelated.inner.id))[0]).toBe(403);
    const elsewhere = [404, 'At least one of these entries could not be found in the room.'];
    for (const entry of [file(to.file), folder(to.inner), file(unrelated.file), folder(from.root)])
      expect(await ask(manager, id, [...entries, entry], to.root.id)).toEqual(elsewhere);
    const other = [409, 'Choose a folder of another room.'];
    expect(await ask(manager, id, entries, from.deep.id)).toEqual(other);
    expect(await ask(manager, id, entries, (await manager.folder('Plain')).id)).toEqual(other);
    expect((await ask(manager, id, [...entries, ...entries], to.root.id))[0]).toBe(400);
    const many = Array.from({ length: 1_001 }, (_, at) => file({ id: at + 1 }));
    expect((await ask(manager, id, many, to.root.id))[0]).toBe(400);
    const closed = [409, 'This room is closed.'];
    await manager.post(`/api/rooms/${to.root.id}/state`, { state: 'closed', version: 1 });
    expect(await ask(manager, id, entries, to.root.id)).toEqual(closed);
    expect(await ask(manager, to.root.id, [file(to.file)], from.root.id)).toEqual(closed);
  });

  test('a copy to another room is checked again when it is made, and can be read by its creator alone', async ({
    testApp,
  }) => {
    const { from, to, manager } = await openTwoRooms(testApp);
    const { services } = testApp.server;
    const { id } = await insertCopy(services.db, {
      room_id: from.root.id,
      folder_id: to.inner.id,
      state: 'waiting',
      requested_by_id: manager.id,
      created_at: services.now(),
    });
    await to.owner.delete(`/api/rooms/${to.root.id}/staff/${manager.id}`);
    await applyCopy(systemContext(services), id, { entries: [file(from.file)], asAdministrator: false });
    expect((await manager.get(`/api/copies/${id}`)).body).toMatchObject({
      state: 'failed',
      error: "The folder could not be found or you don't have access",
      files: null,
    });
    expect((await to.owner.get(`/api/copies/${id}`)).status).toBe(404);
    expect(await namesIn(to.owner, to.inner.id)).toEqual(['Salaries', 'note.txt']);
  });

  test('a copy to another room leaves nothing when it ends anywhere on the way, and is made once', async ({
    testApp,
  }) => {
    const { from, to, manager } = await openTwoRooms(testApp);
    const { services } = testApp.server;
    const count = async () => (await entriesIn(manager, to.deep.id)).length;
    const { id } = await insertCopy(services.db, {
      room_id: from.root.id,
      folder_id: to.deep.id,
      state: 'waiting',
      requested_by_id: manager.id,
      created_at: services.now(),
    });
    const entries = [folder(from.inner)];
    let failures = 0;
    for (let isDone = false; !isDone; ) {
      let left = failures;
      const now = () => {
        if (left-- === 0) throw new Error('The process ended');
        return services.now();
      };
      isDone = await applyCopy({ ...systemContext(services), now }, id, {
        entries,
        asAdministrator: false,
      }).then(
        () => true,
        () => false,
      );
      failures += isDone ? 0 : 1;
      expect(await count()).toBe(isDone ? 1 : 0);
    }
    expect(failures).toBeGreaterThan(3);
    await applyCopy(systemContext(services), id, { entries, asAdministrator: false });
    expect(await count()).toBe(1);
  });

  test('copies of drafts are drafts where uploads are not, and what waits in an inbox is not copied', async ({
    testApp,
  }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, deep, account } = room;
    await setCell(room, deep, { level: 'none', mayAdd: true });
    const ready = await owner.file({ folderId: deep.id, name: 'ready.txt' });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    const sent = await upload(account, deep.id);
    await owner.file({ folderId: deep.id, name: 'draft.txt' });
    const hidden = await owner.folder('Hidden', deep.id);
    const inside = await owner.file({ folderId: hidden.id, name: 'inside.txt' });
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ published_at: 0 }).where('id', '=', inside.id).execute();
    const target = await owner.folder('Other');
    await owner.post('/api/rooms', { folderId: target.id });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [target.id] });
    const waiting = await db.selectFrom('inbox_files').select('file_id').execute();
    const offer = { id: waiting[0]?.file_id ?? 0 };
    expect(sent.status).toBe(201);
    const refused = await request(owner, root.id, [file(ready), file(offer)], target.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'At least one of these files waits in an inbox. Accept it first.',
    ]);
    const copy = await copied(testApp, owner, root.id, [folder(deep), file(inside)], target.id);
    expect(copy).toMatchObject({ state: 'done', folders: 2, files: 3 });
    const [copyOfDeep] = await entriesIn(owner, target.id);
    expect(await namesIn(owner, copyOfDeep.id)).toEqual(['Hidden', 'ready.txt', 'draft.txt']);
    expect(await namesIn(visitor, copyOfDeep.id)).toEqual(['ready.txt']);
    // A file that is chosen inside a draft folder is a draft as well.
    await copied(testApp, owner, root.id, [file(inside)], target.id);
    expect(await namesIn(owner, target.id)).toEqual(['Salaries', 'inside.txt']);
    expect(await namesIn(visitor, target.id)).toEqual(['Salaries']);
    await owner.post(`/api/rooms/${target.id}/publications`, {});
    expect(await namesIn(visitor, target.id)).toEqual(['Salaries', 'inside.txt']);
  });
});
