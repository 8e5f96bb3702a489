import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

/** Creates a room with a member and its drafts: a folder with a file, and two files in a folder that the member sees. */
async function openDrafts(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep, group } = room;
  const [member, second] = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const url = `/api/rooms/${root.id}`;
  await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
  const folder = await owner.folder('New', inner.id);
  const file = await owner.file({ name: 'inside.txt', folderId: folder.id });
  const one = await owner.file({ name: 'one.txt', folderId: inner.id });
  const two = await owner.file({ name: 'two.txt', folderId: inner.id });
  const draftsOf = async () => (await owner.get(`${url}/drafts`)).body;
  const namesLeft = async () => (await draftsOf()).entries.map(({ name }: { name: string }) => name);
  const publish = (selection: object, body: object = {}, client: TestClient = owner) =>
    client.post(`${url}/publications`, { selection, ...body });
  const sees = async (...files: { id: number }[]) => {
    const seen = [];
    for (const { id } of files) seen.push((await member.get(`/api/files/${id}`)).status === 200);
    return seen;
  };
  const moveLater = (id: number, folderId: number) =>
    owner.patch(`/api/files/${id}/move`, { folderId, draft: true });
  const levelLater = async (level: string) => {
    const { version } = await rowOf(owner, root.id, inner.id, deep.id);
    const cell = { kind: 'folder', id: deep.id, groupId: group.id, level, version };
    return owner.patch(`${url}/permissions`, { cells: [cell], draft: true });
  };
  const all = { ...room, url, member, second, folder, file, one, two };
  return { ...all, draftsOf, namesLeft, publish, sees, moveLater, levelLater };
}

describe('a publication of selected drafts', () => {
  test('publishes these, and the others stay drafts', async ({ testApp }) => {
    const { member, folder, file, one, two, publish, sees, namesLeft, draftsOf } = await openDrafts(testApp);
    const { version } = await draftsOf();
    const { status, body } = await publish({ fileIds: [two.id, two.id] }, { version });
    expect([status, body.state, body.files, body.folders, body.changes]).toEqual([201, 'published', 1, 0, 0]);
    expect(body.groups).toMatchObject([{ gains: 1, loses: 0, changes: 0 }]);
    expect(await sees(file, one, two)).toEqual([false, false, true]);
    expect(await namesLeft()).toEqual(['New', 'inside.txt', 'one.txt']);
    const { body: changes } = await member.get('/api/changes?since=2000-01-01T00:00:00Z');
    const names = JSON.stringify(changes);
    expect([names.includes('two.txt'), names.includes('one.txt')]).toEqual([true, false]);
    const { details } = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'room.publish')
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '')).toMatchObject({ publicationId: body.id, files: 1, folders: 0 });
    expect((await publish({ folderIds: [folder.id], fileIds: [file.id] })).status).toBe(201);
    expect(await sees(file, one)).toEqual([true, false]);
  });

  test('waits for its date, and is canceled without the others', async ({ testApp }) => {
    const { owner, one, two, inner, publish, sees, namesLeft } = await openDrafts(testApp);
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    const { body } = await publish({ fileIds: [one.id] }, { at });
    await publish({ fileIds: [two.id] }, { at });
    await owner.file({ name: 'late.txt', folderId: inner.id });
    expect((await owner.delete(`/api/publications/${body.id}`)).status).toBe(200);
    expect(await namesLeft()).toEqual(['New', 'inside.txt', 'one.txt', 'late.txt']);
    testApp.advanceClock(HOUR + 1_000);
    expect(await sees(one, two)).toEqual([false, true]);
  });

  test('makes the selected moves and levels alone', async ({ testApp }) => {
    const { deep, file, group, owner, root, inner, folder, publish, moveLater, levelLater, draftsOf, one } =
      await openDrafts(testApp);
    const moved = await owner.file({ name: 'moved.txt', folderId: inner.id });
    await publish({ fileIds: [moved.id] });
    await moveLater(moved.id, deep.id);
    await levelLater('none');
    const [move, level] = (await draftsOf()).changes;
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    const levelOf = async () => {
      const { cells } = await rowOf(owner, root.id, inner.id, deep.id);
      return cells.find(({ groupId }) => groupId === group.id)?.level;
    };
    const { body } = await publish({ changeIds: [move.id], fileIds: [one.id] });
    expect([body.state, body.changes, body.files]).toEqual(['published', 1, 1]);
    const folderOf = async () => (await owner.get(`/api/files/${moved.id}`)).body.folderId;
    expect([await folderOf(), await levelOf()]).toEqual([deep.id, 'view']);
    // It loses the moved file with the level, which the preview of this selection counts.
    const later = await publish({ changeIds: [level.id] }, { at });
    expect([later.body.state, later.body.groups[0].loses]).toEqual(['scheduled', 1]);
    expect((await draftsOf()).changeCount).toBe(0);
    testApp.advanceClock(HOUR + 1_000);
    expect([await levelOf(), (await owner.get(`/api/files/${file.id}`)).body.folderId]).toEqual([
      'none',
      folder.id,
    ]);
  });

  test('names no draft of another room, nothing that is published or waits, and something', async ({
    testApp,
  }) => {
    const { owner, root, one, two, file, folder, deep, publish, draftsOf, levelLater, namesLeft } =
      await openDrafts(testApp);
    const other = await openDrafts(testApp);
    await levelLater('original');
    const [change] = (await draftsOf()).changes;
    await publish({ fileIds: [two.id] }, { at: '2099-01-01T00:00:00Z' });
    const refusals = [
      { fileIds: [other.one.id] },
      { fileIds: [one.id, 999_999] },
      { fileIds: [two.id] },
      { folderIds: [deep.id] },
      { folderIds: [root.id] },
      { changeIds: [change.id + 1] },
    ];
    for (const selection of refusals) {
      const { status, body } = await publish(selection);
      expect([status, body.error]).toEqual([
        404,
        'A selected draft could not be found. Select the drafts again.',
      ]);
    }
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    for (const selection of [
      {},
      { fileIds: [] },
      { fileIds: ids(600), folderIds: ids(401) },
      { names: ['one.txt'] },
    ])
      expect((await publish(selection)).status).toBe(400);
    expect((await publish({ fileIds: ids(1_000) })).status).toBe(404);
    expect(await namesLeft()).toEqual(['New', 'inside.txt', 'one.txt']);
    expect((await publish({ fileIds: [file.id], folderIds: [folder.id] })).status).toBe(201);
    await owner.delete(`/api/files/${one.id}`);
    expect((await publish({ fileIds: [one.id] })).status).toBe(404);
  });

  test('is refused while the folder of something in it stays a draft', async ({ testApp }) => {
    const { owner, url, folder, file, one, publish, moveLater, draftsOf, sees } = await openDrafts(testApp);
    const below = await owner.folder('Below', folder.id);
    const deep = await owner.file({ folderId: below.id });
    const refused = async (selection: object) => {
      const { status, body } = await publish(selection);
      const preview = await owner.post(`${url}/publications/preview`, { selection });
      expect([preview.status, preview.body.error]).toEqual([status, body.error]);
      return [status, body.error];
    };
    expect(await refused({ fileIds: [file.id, one.id] })).toEqual([
      409,
      'Select the folder “New” too. While it is a draft, groups do not see what is in it.',
    ]);
    expect(await refused({ fileIds: [deep.id] })).toEqual([
      409,
      'Select the folders “New” and “Below” too. While they are drafts, groups do not see what is in them.',
    ]);
    expect((await refused({ fileIds: [deep.id], folderIds: [below.id] }))[1]).toContain('“New”');
    expect(await sees(one)).toEqual([false]);
    await publish({ fileIds: [one.id] });
    await moveLater(one.id, below.id);
    const [{ id }] = (await draftsOf()).changes;
    expect((await refused({ changeIds: [id] }))[0]).toBe(409);
    const { status } = await publish({ changeIds: [id], folderIds: [folder.id, below.id] });
    expect([status, await sees(one, file)]).toEqual([201, [true, false]]);
  });

  test('is for managers, also one who was that when the page was opened', async ({ testApp }) => {
    const { url, owner, member, second, one, publish, namesLeft } = await openDrafts(testApp);
    const selection = { fileIds: [one.id] };
    await putJson(owner, `${url}/staff/${second.id}`, { role: 'editor' });
    for (const [client, published, previewed] of [
      [second, 403, 200],
      [member, 404, 404],
      [await testApp.user(), 404, 404],
    ] as const) {
      const preview = await client.post(`${url}/publications/preview`, { selection });
      expect([(await publish(selection, {}, client)).status, preview.status]).toEqual([published, previewed]);
    }
    await owner.delete(`${url}/staff/${second.id}`);
    expect((await publish(selection, {}, second)).status).toBe(404);
    expect(await namesLeft()).toContain('one.txt');
  });

  test('is refused when a draft was moved since the caller saw it', async ({ testApp }) => {
    const { owner, one, deep, publish, draftsOf, sees } = await openDrafts(testApp);
    const { version } = await draftsOf();
    expect((await owner.patch(`/api/files/${one.id}/move`, { folderId: deep.id })).status).toBe(200);
    const { status, body } = await publish({ fileIds: [one.id] }, { version });
    expect([status, body.error]).toEqual([409, 'The drafts have changed. Check them and publish again.']);
    expect(await sees(one)).toEqual([false]);
  });

  test('of two managers at once is made once, and with other drafts twice', async ({ testApp }) => {
    const { second, one, two, publish, draftsOf, namesLeft, sees } = await openDrafts(testApp);
    const { version } = await draftsOf();
    const same = await Promise.all([
      publish({ fileIds: [one.id] }, { version }),
      publish({ fileIds: [one.id] }, { version }, second),
    ]);
    expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { status, body } = await publish({ fileIds: [one.id, two.id] }, { version }, second);
    expect([status, body.error]).toEqual([409, 'The drafts have changed. Check them and publish again.']);
    expect(await sees(one, two)).toEqual([true, false]);
    expect((await publish({ fileIds: [two.id] }, {}, second)).status).toBe(201);
    expect(await namesLeft()).toEqual(['New', 'inside.txt']);
  });
});

test('a preview counts what a selection would give each group, and changes nothing', async ({ testApp }) => {
  const { owner, url, group, folder, file, one, namesLeft, draftsOf, sees } = await openDrafts(testApp);
  const preview = async (selection: object) =>
    (await owner.post(`${url}/publications/preview`, { selection })).body;
  const before = await draftsOf();
  expect(await preview({ fileIds: [one.id] })).toEqual({
    folders: 0,
    files: 1,
    changeCount: 0,
    groups: [{ groupId: group.id, name: group.name, gains: 1, loses: 0, changes: 0 }],
  });
  expect(await preview({ folderIds: [folder.id] })).toMatchObject({ folders: 1, groups: [{ gains: 0 }] });
  expect(await preview({ folderIds: [folder.id], fileIds: [file.id] })).toMatchObject({
    groups: [{ gains: 1 }],
  });
  expect([await draftsOf(), await sees(one, file)]).toEqual([before, [false, false]]);
  expect(await namesLeft()).toHaveLength(4);
});

describe('an approval of selected drafts', () => {
  test('publishes exactly these, whatever becomes of the others', async ({ testApp }) => {
    const { owner, second, inner, draft, url, request, decide, sees, member } = await openStrict(testApp);
    const other = await owner.file({ folderId: inner.id, name: 'other.txt' });
    const publication = await request({ selection: { fileIds: [draft.id] } });
    expect(publication).toMatchObject({ state: 'requested', files: 1 });
    await owner.patch(`/api/files/${other.id}`, { name: 'renamed.txt' });
    const rest = await request({ selection: { fileIds: [other.id] } });
    expect((await decide(second, publication)).body).toMatchObject({ state: 'published', files: 1 });
    const statusOfOther = async () => (await member.get(`/api/files/${other.id}`)).status;
    expect([await sees(), await statusOfOther()]).toEqual([true, 404]);
    expect((await decide(second, rest)).body).toMatchObject({ state: 'published' });
    expect(await statusOfOther()).toBe(200);
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(0);
  });

  test('is given up when one of them changes, and leaves the others alone', async ({ testApp }) => {
    const { owner, second, inner, draft, url, request, decide, sees } = await openStrict(testApp);
    await owner.file({ folderId: inner.id, name: 'other.txt' });
    const publication = await request({ selection: { fileIds: [draft.id] } });
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(1);
    await owner.patch(`/api/files/${draft.id}`, { name: 'renamed.txt' });
    expect((await decide(second, publication)).status).toBe(409);
    expect([await sees(), (await owner.get(`${url}/drafts`)).body.files]).toEqual([false, 2]);
  });
});
