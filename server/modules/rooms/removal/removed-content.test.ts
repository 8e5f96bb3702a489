import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { findIntegrityProblems } from '#server/database/backup/find-integrity-problems.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { removeExpiredArchives } from '../archives/manage-archives.ts';
import { download, makeArchive, verifyBytes } from '../archives/testing/take-archive.ts';
import { countDue, removeDueContent } from './remove-due-content.ts';

const STEP_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
type Room = Awaited<ReturnType<typeof openRoom>>;

const setState = async ({ owner, root }: Room, state: string, deleteBytesAt?: string | null) => {
  const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
  return owner.post(`/api/rooms/${root.id}/state`, { state, version, deleteBytesAt });
};
const run = ({ server }: TestApp) =>
  removeDueContent(systemContext(server.services), new AbortController().signal);
const due = async ({ server }: TestApp) => (await countDue(systemContext(server.services))).due;

/** Closes a room with a file of two versions, to be removed in ten minutes. */
async function closeRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const { id } = await owner.file({ folderId: inner.id, content: 'The heron stands still.' });
  await owner.form(`/api/files/${id}/versions`, [
    { name: 'file', value: 'The heron flies.', filename: 'note.txt' },
  ]);
  const elsewhere = await owner.file({ content: 'The heron elsewhere.' });
  await testApp.finishJobs();
  const before = (await owner.get(`/api/files/${id}/versions`)).body;
  const at = new Date(testApp.server.services.now() + STEP_MS).toISOString();
  expect((await setState(room, 'closed', at)).body.deleteBytesAt).toBe(at);
  return { ...room, id, elsewhere, before, at };
}

async function makeVerified(testApp: TestApp, { owner, root }: Room) {
  const archive = await makeArchive(testApp, owner, root.id);
  await owner.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  return archive;
}

test('the content of a closed room is removed at its date, once an archive is verified, and its evidence stays', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const room = await closeRoom(testApp);
  const { owner, root, file, id, elsewhere, before } = room;
  const admin = await testApp.user({ isAdmin: true });
  const { services } = testApp.server;
  const blobsOf = () =>
    services.db.selectFrom('file_versions').select('blob_key').where('file_id', '=', id).execute();
  const keys = (await blobsOf()).map(({ blob_key }) => blob_key);
  testApp.advanceClock(STEP_MS + 1_000);
  // Nothing is due without a verified archive, whatever the date.
  expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
  expect((await owner.get(`/api/files/${id}/view`)).status).toBe(200);
  const archive = await makeVerified(testApp, room);
  expect(archive.withoutOriginal).toBe(0);
  expect(await due(testApp)).toBe(2);
  expect(await run(testApp)).toBe(2);
  expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);

  const gone =
    'The content of this file was removed after its room was closed. The archive of the room has it.';
  for (const client of [owner, admin])
    for (const path of ['view', 'download', 'versions/2/download', 'pages', 'compare?a=1&b=2']) {
      const { status, body } = await client.get(`/api/files/${id}/${path}`);
      expect([path, status, body.error]).toEqual([path, 403, gone]);
    }
  // No archive has earlier versions.
  const lost = 'The content of this version was removed after the room of its file was closed.';
  for (const path of ['versions/1/view', 'versions/1/download'])
    expect([path, (await owner.get(`/api/files/${id}/${path}`)).body.error]).toEqual([path, lost]);
  expect((await owner.get(`/api/files/${file.id}`)).body).toMatchObject({ name: file.name, scan: 'removed' });
  expect((await owner.get(`/api/files/${id}`)).body.content).toBeNull();
  const after = (await owner.get(`/api/files/${id}/versions`)).body;
  expect(after).toEqual(before.map((version: object) => ({ ...version, scan: 'removed' })));
  expect((await owner.get(`/api/files/${elsewhere.id}/view`)).bytes.toString()).toBe('The heron elsewhere.');
  await testApp.finishJobs();
  const found = (await owner.get('/api/search?query=heron&limit=10')).body;
  expect(JSON.stringify(found)).not.toContain('stands still');
  expect(JSON.stringify(found)).not.toContain('The heron flies');

  // The bytes become unused, the archive stays for good, and the room closed.
  for (const key of keys)
    expect(await services.db.selectFrom('files').select('id').where('blob_key', '=', key).execute()).toEqual(
      [],
    );
  const problems: string[] = [];
  for await (const problem of findIntegrityProblems(
    services.db,
    services.config.databaseUrl ? 'postgres' : 'sqlite',
  ))
    problems.push(problem);
  expect(problems).toEqual([]);
  expect((await verifyBytes(await download(owner, archive))).message).toMatch(/files are as signed/);
  expect((await owner.delete(`/api/archives/${archive.id}`)).status).toBe(409);
  expect((await owner.get(`/api/rooms/${root.id}`)).body.bytesRemovedAt).not.toBeNull();
  const reopened = await setState(room, 'open');
  expect([reopened.status, reopened.body.error]).toEqual([
    409,
    'The content of this room was removed, so it stays closed.',
  ]);
  const recorded = services.db
    .selectFrom('audit_log')
    .select('object_id')
    .where('action', '=', 'room.remove-content');
  expect(await recorded.execute()).toEqual([{ object_id: root.id }]);
});

test('a removal that was interrupted keeps its archive, and the room stays closed until it is finished', async ({
  testApp,
}) => {
  const room = await closeRoom(testApp);
  const { owner, root, at } = room;
  const archive = await makeVerified(testApp, room);
  const later = await makeVerified(testApp, room);
  testApp.advanceClock(STEP_MS + 1_000);
  const ctx = systemContext(testApp.server.services);
  const once = new AbortController();
  const afterOneStep = Object.assign(once.signal, {
    throwIfAborted: () => {
      if (once.signal.aborted) throw new Error('interrupted');
      once.abort();
    },
  });
  await expect(removeDueContent(ctx, afterOneStep, { filesPerStep: 1 })).rejects.toThrow('interrupted');
  expect(await due(testApp)).toBe(1);

  expect((await owner.delete(`/api/archives/${later.id}`)).status).toBe(409);
  const error = 'The content of this room is being removed, so it stays closed.';
  for (const [state, date] of [['open'], ['closed', null], ['closed', at]] as const) {
    const { status, body } = await setState(room, state, date);
    expect([status, body.error ?? body.fields]).toEqual([409, error]);
  }
  await removeExpiredArchives({ ...ctx, now: () => ctx.now() + 31 * DAY_MS }, new AbortController().signal);
  const kept = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
  expect(kept.map(({ id }: { id: number }) => id)).toEqual([later.id]);
  expect(archive.id).not.toBe(later.id);
  // A newer archive lacks what is gone already, and does not take its place.
  await makeVerified(testApp, room);
  expect(await run(testApp)).toBe(1);
  expect((await owner.delete(`/api/archives/${later.id}`)).status).toBe(409);
  expect((await setState(room, 'archived')).status).toBe(200);
  expect((await owner.delete(`/api/archives/${later.id}`)).status).toBe(409);
});

test('a date can be moved and cleared, and opening the room clears it', async ({ testApp }) => {
  const room = await closeRoom(testApp);
  await makeVerified(testApp, room);
  const { services } = testApp.server;
  const later = new Date(services.now() + 3 * STEP_MS).toISOString();
  expect((await setState(room, 'closed', later)).body.deleteBytesAt).toBe(later);
  testApp.advanceClock(2 * STEP_MS);
  expect(await run(testApp)).toBe(0);
  expect((await setState(room, 'closed', null)).body.deleteBytesAt).toBeNull();
  testApp.advanceClock(2 * STEP_MS);
  expect(await run(testApp)).toBe(0);
  expect((await setState(room, 'closed')).status).toBe(409);
  const past = await setState(room, 'closed', later);
  expect([past.status, past.body.fields]).toEqual([400, { deleteBytesAt: 'The date is in the past.' }]);
  const soon = new Date(services.now() + STEP_MS).toISOString();
  await setState(room, 'closed', soon);
  expect((await setState(room, 'open')).body.deleteBytesAt).toBeNull();
  expect((await setState(room, 'preparation', soon)).status).toBe(400);
  testApp.advanceClock(2 * STEP_MS);
  expect([await due(testApp), await run(testApp)]).toEqual([0, 0]);
});
