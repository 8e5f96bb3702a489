import { describe, expect } from 'vitest';
import type { Services } from '#server/app/context.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { whileTreeChanges } from '#server/testing/while-tree-changes.ts';
import { removeArchive } from '../archives/archive-queries.ts';
import { buildArchive } from '../archives/build-archive.ts';
import { download, makeArchive, verifyBytes } from '../archives/testing/take-archive.ts';
import { keepArchive } from '../state/queries.ts';

type Room = Awaited<ReturnType<typeof openRoom>>;

const setState = async ({ owner, root }: Room, state: string) => {
  const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
  return owner.post(`/api/rooms/${root.id}/state`, { state, version });
};

async function openClosedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  expect((await setState(room, 'closed')).status).toBe(200);
  const archive = await makeArchive(testApp, room.owner, room.root.id);
  await room.owner.post(`/api/archives/${archive.id}/verify`);
  await testApp.finishJobs();
  return { ...room, archive };
}

describe('the archive that a room keeps', () => {
  test('an archive is not deleted while its room is archived with it', async ({ testApp }) => {
    const { owner, root, archive } = await openClosedRoom(testApp);
    const deleted = await whileTreeChanges(
      testApp,
      async (other) => {
        await keepArchive(other, archive.id);
        await other
          .updateTable('rooms')
          .set({ archived_at: testApp.server.services.now(), final_archive_id: archive.id })
          .where('folder_id', '=', root.id)
          .execute();
      },
      () => owner.delete(`/api/archives/${archive.id}`),
    );
    expect(deleted.status).toBe(409);
    expect((await verifyBytes(await download(owner, archive))).message).toMatch(/files are as signed/);
  });

  test('an archive that expired is not kept, and one that is kept does not expire', async ({ testApp }) => {
    const room = await openClosedRoom(testApp);
    const { db, now: clock } = testApp.server.services;
    const now = clock();
    await db
      .updateTable('room_archives')
      .set({ expires_at: now })
      .where('id', '=', room.archive.id)
      .execute();
    const refused = await setState(room, 'archived');
    expect([refused.status, refused.body.error]).toEqual([409, 'Create and verify an archive first.']);
    expect((await room.owner.get(`/api/rooms/${room.root.id}/closing`)).body.mayArchive).toBe(false);
    // The maintenance listed it as expired before.
    expect(await keepArchive(db, room.archive.id)).toBe(true);
    await removeArchive(db, room.archive.id, { now, expiredAt: now });
    expect((await download(room.owner, room.archive)).length).toBe(room.archive.size);
    await removeArchive(db, room.archive.id, { now });
    expect(await keepArchive(db, room.archive.id)).toBe(false);
  });
});

/** The connection breaks after the commit of the transaction that finishes an archive. */
const losingLastAnswer = (services: Services, archiveId: number): Services => ({
  ...services,
  db: new Proxy(services.db, {
    get(db, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
          const result = await db.transaction().execute(work);
          const { state } = await db
            .selectFrom('room_archives')
            .select('state')
            .where('id', '=', archiveId)
            .executeTakeFirstOrThrow();
          if (state === 'done') throw new Error('Connection terminated unexpectedly');
          return result;
        },
      });
    },
  }),
});

test('an archive whose commit succeeded without an answer keeps its bytes', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  const { services } = testApp.server;
  const made = await makeArchive(testApp, owner, root.id);
  const again = { state: 'running', blob_key: null, finished_at: null } as const;
  await services.db.updateTable('room_archives').set(again).where('id', '=', made.id).execute();
  const lost = buildArchive(
    losingLastAnswer(services, made.id),
    { archiveId: made.id, asAdministrator: false },
    new AbortController().signal,
  );
  await expect(lost).rejects.toThrow('Connection terminated');
  const [archive] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
  expect(archive.state).toBe('done');
  expect((await verifyBytes(await download(owner, archive))).message).toMatch(/files are as signed/);
});
