import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { findArchiveOfLink } from '#server/authorization/links/archive-of-link.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { download, makeArchive, verifyBytes } from '../archives/testing/take-archive.ts';
import { restoreArchives, withholdArchives } from '../archives/withhold-archives.ts';
import { countDue, removeDueContent } from './remove-due-content.ts';

const STEP_MS = 10 * 60 * 1000;
type Room = Awaited<ReturnType<typeof openRoom>>;

const setState = async ({ owner, root }: Room, state: string, deleteBytesAt?: string | null) => {
  const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
  return owner.post(`/api/rooms/${root.id}/state`, { state, version, deleteBytesAt });
};
const due = async ({ server }: TestApp) => (await countDue(systemContext(server.services))).due;
const run = ({ server }: TestApp, filesPerStep = 200) =>
  removeDueContent(systemContext(server.services), new AbortController().signal, { filesPerStep });
const removalOf = async ({ owner, root }: Room) =>
  (await owner.get(`/api/rooms/${root.id}/closing`)).body.removal;

/** Closes a room with these rules, and waits for the date of its removal. */
async function closeRoom(testApp: TestApp, room: Room, settings: object = {}) {
  expect((await room.owner.patch(`/api/rooms/${room.root.id}`, { settings })).status).toBe(200);
  await testApp.finishJobs();
  const at = new Date(testApp.server.services.now() + STEP_MS).toISOString();
  expect((await setState(room, 'closed', at)).status).toBe(200);
  testApp.advanceClock(STEP_MS + 1_000);
}

async function makeVerified(testApp: TestApp, client: TestClient, { root }: Room) {
  const archive = await makeArchive(testApp, client, root.id);
  await client.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  return archive;
}

/** Removes the content of one of two files, and then stops. */
async function interruptRemoval({ server }: TestApp) {
  const once = new AbortController();
  const afterOneStep = Object.assign(once.signal, {
    throwIfAborted: () => {
      if (once.signal.aborted) throw new Error('interrupted');
      once.abort();
    },
  });
  const removing = removeDueContent(systemContext(server.services), afterOneStep, { filesPerStep: 1 });
  await expect(removing).rejects.toThrow('interrupted');
}

describe('an archive that lacks originals', () => {
  test('an archive by a manager of a room without downloads removes nothing, one by an administrator does', async ({
    testApp,
  }) => {
    const room = await openRoom(testApp);
    const { owner, file } = room;
    await closeRoom(testApp, room, { allowDownloads: false });
    expect(await makeVerified(testApp, owner, room)).toMatchObject({ documents: 1, withoutOriginal: 1 });
    expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
    expect(await removalOf(room)).toMatchObject({ isArchived: false, withoutOriginal: 1, hasBegun: false });
    expect((await owner.get(`/api/files/${file.id}`)).body.scan).toBeUndefined();
    const admin = await testApp.user({ isAdmin: true });
    expect(await makeVerified(testApp, admin, room)).toMatchObject({ documents: 1, withoutOriginal: 0 });
    expect(await removalOf(room)).toMatchObject({ isArchived: true, withoutOriginal: 0 });
    expect([await due(testApp), await run(testApp)]).toEqual([1, 1]);
  });

  test('a PDF with a watermark is no original, but is enough to archive the room', async ({ testApp }) => {
    const room = await openRoom(testApp);
    const { owner, inner } = room;
    const { buffer } = await makePdf('a.pdf', [{ heading: 'Page one', paragraphs: [] }]);
    await owner.file({ name: 'a.pdf', content: buffer, folderId: inner.id });
    await closeRoom(testApp, room, { watermarkPages: true });
    expect(await makeVerified(testApp, owner, room)).toMatchObject({
      documents: 2,
      leftOut: 0,
      withoutOriginal: 1,
    });
    expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
    expect((await setState(room, 'archived')).status).toBe(200);
    expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
  });

  test('an archive of which it is not known removes nothing more, and the room is not stuck', async ({
    testApp,
  }) => {
    const room = await openRoom(testApp);
    const { owner, inner } = room;
    const last = await owner.file({ folderId: inner.id, content: 'The last one.' });
    await closeRoom(testApp, room);
    const early = await makeVerified(testApp, owner, room);
    await interruptRemoval(testApp);
    const { db } = testApp.server.services;
    await db
      .updateTable('room_archives')
      .set({ without_original: null })
      .where('id', '=', early.id)
      .execute();
    expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
    expect(await removalOf(room)).toMatchObject({ isArchived: false, withoutOriginal: null, hasBegun: true });
    const opened = await setState(room, 'open');
    expect([opened.status, opened.body.error]).toEqual([
      409,
      'Part of the content of this room was removed, so it stays closed.',
    ]);
    expect((await setState(room, 'closed', null)).body.deleteBytesAt).toBeNull();
    expect(await run(testApp)).toBe(0);
    const again = new Date(testApp.server.services.now() + STEP_MS).toISOString();
    expect((await setState(room, 'closed', again)).body.deleteBytesAt).toBe(again);
    // It has what is left; both are kept.
    const late = await makeVerified(testApp, owner, room);
    expect(late).toMatchObject({ documents: 2, leftOut: 1, withoutOriginal: 0 });
    testApp.advanceClock(STEP_MS + 1_000);
    expect([await due(testApp), await run(testApp)]).toEqual([1, 1]);
    expect((await owner.get(`/api/files/${last.id}`)).body.scan).toBe('removed');
    for (const { id } of [early, late]) expect((await owner.delete(`/api/archives/${id}`)).status).toBe(409);
    expect((await setState(room, 'archived')).status).toBe(200);
  });

  test('the checklist counts what is in no archive, before the room is closed too', async ({ testApp }) => {
    const room = await openRoom(testApp);
    const { owner, inner, file } = room;
    await owner.form(`/api/files/${file.id}/versions`, [
      { name: 'file', value: 'The second one.', filename: 'note.txt' },
    ]);
    const deleted = await owner.file({ folderId: inner.id, content: 'It is deleted.' });
    expect((await owner.delete(`/api/files/${deleted.id}`)).status).toBe(200);
    expect(await removalOf(room)).toMatchObject({ versions: 1, trash: 1, isArchived: false });
    await closeRoom(testApp, room);
    await makeVerified(testApp, owner, room);
    expect(await removalOf(room)).toMatchObject({ versions: 1, trash: 1, isArchived: true });
    expect(await run(testApp)).toBe(2);
    expect(await removalOf(room)).toMatchObject({ versions: 0, trash: 0 });
  });
});

describe('a virus that is found later', () => {
  async function findVirus({ server }: TestApp, fileId: number, state: 'infected' | 'clean' = 'infected') {
    const { db } = server.services;
    await db
      .updateTable('blobs')
      .set({ scan_state: state })
      .where('key', '=', (select) => select.selectFrom('files').select('blob_key').where('id', '=', fileId))
      .execute();
  }

  test('no removal begins while content of the room is withheld', async ({ testApp }) => {
    const room = await openRoom(testApp);
    const { owner, file } = room;
    await closeRoom(testApp, room);
    const archive = await makeVerified(testApp, owner, room);
    // The job that withholds the archive did not run yet.
    await findVirus(testApp, file.id);
    expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
    expect(await removalOf(room)).toMatchObject({ isArchived: true, isWithheld: true });
    const { services } = testApp.server;
    await withholdArchives(services, [file.id]);
    expect((await owner.get(`/api/archives/${archive.id}/download`)).status).toBe(409);
    await findVirus(testApp, file.id, 'clean');
    await restoreArchives(services, [file.id]);
    expect([await due(testApp), await run(testApp)]).toEqual([1, 1]);
  });

  test('the archive of content that was removed stays available to managers with a warning, and the removal goes on', async ({
    testApp,
  }) => {
    const room = await openRoom(testApp);
    const { owner, inner, root } = room;
    const last = await owner.file({ folderId: inner.id, content: 'The last one.' });
    await closeRoom(testApp, room);
    const archive = await makeVerified(testApp, owner, room);
    const link = await owner.post(`/api/archives/${archive.id}/links`, { name: 'For the buyer' });
    await interruptRemoval(testApp);
    await findVirus(testApp, last.id);
    const { services } = testApp.server;
    await withholdArchives(services, [last.id]);
    const [listed] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
    expect(listed).toMatchObject({ state: 'done', error: expect.stringContaining('A virus was found') });
    expect((await verifyBytes(await download(owner, archive))).message).toMatch(/files are as signed/);
    expect(
      await findArchiveOfLink(services.db, link.body.id, {
        now: services.now(),
        address: undefined,
        blockedRoomIds: [],
      }),
    ).toBe(undefined);
    expect([await due(testApp), await run(testApp)]).toEqual([1, 1]);
    expect((await setState(room, 'archived')).status).toBe(200);
    await withholdArchives(services, [last.id]);
    expect((await download(owner, archive)).length).toBe(archive.size);
  });

  test('the archive of content that was removed before its warning came gets one, and links do not hand it over', async ({
    testApp,
  }) => {
    const room = await openRoom(testApp);
    const { owner, file, inner, root } = room;
    await owner.file({ folderId: inner.id, content: 'The last one.' });
    await closeRoom(testApp, room);
    const archive = await makeVerified(testApp, owner, room);
    await interruptRemoval(testApp);
    expect((await owner.get(`/api/files/${file.id}`)).body.scan).toBe('removed');
    await withholdArchives(testApp.server.services, [file.id]);
    const [listed] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
    expect(listed).toMatchObject({ state: 'done', error: expect.stringContaining('A virus was found') });
    expect((await download(owner, archive)).length).toBe(archive.size);
  });

  test('an archived room of which part was removed keeps the only archive of it', async ({ testApp }) => {
    const room = await openRoom(testApp);
    const { owner, inner } = room;
    const last = await owner.file({ folderId: inner.id, content: 'The last one.' });
    await closeRoom(testApp, room);
    const archive = await makeVerified(testApp, owner, room);
    await interruptRemoval(testApp);
    expect((await setState(room, 'closed', null)).status).toBe(409);
    const { services } = testApp.server;
    await services.db.updateTable('room_archives').set({ without_original: null }).execute();
    expect((await setState(room, 'closed', null)).status).toBe(200);
    expect((await setState(room, 'archived')).status).toBe(200);
    await findVirus(testApp, last.id);
    await withholdArchives(services, [last.id]);
    expect((await download(owner, archive)).length).toBe(archive.size);
  });

  test('the removal of the content of an archived room goes on once it has begun', async ({ testApp }) => {
    const room = await openRoom(testApp);
    const { owner, inner } = room;
    const last = await owner.file({ folderId: inner.id, content: 'The last one.' });
    await closeRoom(testApp, room);
    await makeVerified(testApp, owner, room);
    expect((await setState(room, 'archived')).status).toBe(200);
    await interruptRemoval(testApp);
    await findVirus(testApp, last.id);
    expect([await due(testApp), await run(testApp)]).toEqual([1, 1]);
  });
});
