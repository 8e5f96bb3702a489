import { describe, expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

const WAITS =
  'The folder “New” waits for another publication, before which groups see nothing in there. Publish what is in there afterwards, or cancel the other publication.';

/** Creates a room in which a new folder is published in two hours, and a file is added to it later. */
async function openWaiting(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const folder = await owner.folder('New', inner.id);
  const inHours = (hours: number) => new Date(testApp.server.services.now() + hours * HOUR).toISOString();
  const publish = (body: object = {}) => owner.post(`${url}/publications`, body);
  const { body: waiting } = await publish({ at: inHours(2) });
  const file = await owner.file({ name: 'late.txt', folderId: folder.id });
  const sees = async ({ id }: { id: number }) => (await member.get(`/api/files/${id}`)).status === 200;
  return { ...room, url, member, folder, file, waiting, inHours, publish, sees };
}

describe('what is in a folder that waits for another publication', () => {
  test('is not published before the folder, alone or with all drafts', async ({ testApp }) => {
    const { owner, url, inner, folder, file, inHours, publish, sees } = await openWaiting(testApp);
    const refused = async (body: object) => {
      const { status, body: answer } = await publish(body);
      return [status, answer.error];
    };
    const other = await owner.file({ name: 'other.txt', folderId: inner.id });
    expect(await refused({ selection: { fileIds: [file.id] } })).toEqual([409, WAITS]);
    expect(await refused({ selection: { fileIds: [file.id] }, at: inHours(1) })).toEqual([409, WAITS]);
    expect(await refused({})).toEqual([409, WAITS]);
    const below = await owner.folder('Below', folder.id);
    expect(await refused({ selection: { folderIds: [below.id] } })).toEqual([409, WAITS]);
    expect((await publish({ selection: { fileIds: [other.id] } })).status).toBe(201);
    expect((await owner.get(`${url}/drafts`)).body).toMatchObject({ files: 1, folders: 1 });
    expect(await sees(other)).toBe(true);
  });

  test('is published with it or later', async ({ testApp }) => {
    const { owner, folder, file, inHours, waiting, publish, sees } = await openWaiting(testApp);
    expect((await publish({ at: waiting.publishAt })).status).toBe(201);
    const third = await owner.file({ name: 'third.txt', folderId: folder.id });
    expect((await publish({ at: inHours(3) })).status).toBe(201);
    testApp.advanceClock(2 * HOUR + 1_000);
    expect([await sees(file), await sees(third)]).toEqual([true, false]);
    testApp.advanceClock(HOUR);
    expect(await sees(third)).toBe(true);
    const fourth = await owner.file({ name: 'fourth.txt', folderId: folder.id });
    expect((await publish()).status).toBe(201);
    expect(await sees(fourth)).toBe(true);
  });

  test('is published once the other publication is canceled, with the folder', async ({ testApp }) => {
    const { owner, file, waiting, publish, sees } = await openWaiting(testApp);
    expect((await owner.delete(`/api/publications/${waiting.id}`)).status).toBe(200);
    expect((await publish()).body).toMatchObject({ folders: 1, files: 1 });
    expect(await sees(file)).toBe(true);
  });

  test('is published with a folder whose publication makes moves', async ({ testApp }) => {
    const { owner, inner, folder, file, inHours, publish, sees, waiting } = await openWaiting(testApp);
    await owner.delete(`/api/publications/${waiting.id}`);
    const moved = await owner.file({ name: 'moved.txt', folderId: inner.id });
    await publish({ selection: { fileIds: [moved.id] } });
    await owner.patch(`/api/files/${moved.id}/move`, { folderId: folder.id, draft: true });
    expect((await publish({ at: inHours(2) })).body).toMatchObject({ state: 'scheduled', changes: 1 });
    const late = await owner.file({ name: 'last.txt', folderId: folder.id });
    expect((await publish({ at: inHours(1) })).body.error).toBe(WAITS);
    expect((await publish({ at: inHours(2) })).status).toBe(201);
    testApp.advanceClock(2 * HOUR + 1_000);
    expect([await sees(moved), await sees(file), await sees(late)]).toEqual([true, true, true]);
  });

  test('is not requested while an approval of the folder would void it', async ({ testApp }) => {
    const { owner, second, inner, request, decide, url, later } = await openStrict(testApp);
    const folder = await owner.folder('New', inner.id);
    const publication = await request({ at: later() });
    await owner.file({ name: 'late.txt', folderId: folder.id });
    for (const body of [{}, { at: new Date(testApp.server.services.now() + 2 * HOUR).toISOString() }])
      expect((await request(body)).error).toBe(WAITS);
    expect((await decide(second, publication)).body.state).toBe('scheduled');
    expect((await request({ at: later() })).error).toBe(WAITS);
    testApp.advanceClock(HOUR + 1_000);
    const late = await request();
    expect((await decide(second, late)).body.state).toBe('published');
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(0);
  });
});
