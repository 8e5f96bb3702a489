import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { systemContext, withLock } from '#server/app/context.ts';
import { findActor } from '#server/authorization/sign-in/find-session.ts';
import { deleteFile } from '#server/modules/files/delete-files.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { deleteFile as deleteFileContract } from '#shared/contracts/files.ts';
import { createReadmission } from './request-guard.ts';

async function createPeople(testApp: TestApp) {
  const [owner, chief] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  const [administrator, collaborator] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const folder = await owner.folder();
  await testApp.share(folder.id, collaborator);
  const file = await owner.file({ folderId: folder.id });
  return { owner, chief, administrator, collaborator, folder, file };
}

type People = Awaited<ReturnType<typeof createPeople>>;

const REVOCATIONS: readonly [
  event: string,
  who: 'administrator' | 'collaborator',
  revoke: (people: People) => Promise<{ status: number }>,
  code: string,
][] = [
  [
    'the administrator is demoted',
    'administrator',
    ({ chief, administrator }) => chief.patch(`/api/admin/users/${administrator.id}`, { isAdmin: false }),
    'not-found',
  ],
  [
    'the session ends',
    'administrator',
    ({ administrator }) => administrator.post('/api/logout'),
    'unauthenticated',
  ],
  [
    'the account is deleted',
    'administrator',
    ({ chief, administrator }) => chief.delete(`/api/admin/users/${administrator.id}`),
    'unauthenticated',
  ],
  [
    'the collaborator is removed',
    'collaborator',
    ({ owner, collaborator, folder }) =>
      owner.delete(`/api/folders/${folder.id}/collaborators/${collaborator.id}`),
    'not-found',
  ],
];

/** Returns the context of a changing call of a client as it is once the body was read. */
async function contextOf({ server }: TestApp, { cookie = '' }: TestClient) {
  const sessionToken = /muniment_session=([^;]+)/.exec(cookie)?.[1];
  const actor = await findActor(systemContext(server.services), sessionToken);
  expect(actor.kind).toBe('user');
  return {
    ...systemContext(server.services),
    sessionToken,
    actor,
    readmit: createReadmission(actor, deleteFileContract),
  };
}

describe('a change that waits for its turn', () => {
  test.for(REVOCATIONS)(
    'a change that waits for its turn is refused when %s meanwhile',
    async ([, who, revoke, code], { testApp }) => {
      const people = await createPeople(testApp);
      const ctx = await contextOf(testApp, people[who]);
      expect((await revoke(people)).status).toBe(200);
      await expect(deleteFile(ctx, people.file.id)).rejects.toMatchObject({ code });
      expect((await people.owner.get(`/api/files/${people.file.id}`)).status).toBe(200);
    },
  );

  test('a change that waits for its turn is made when nothing changed meanwhile', async ({ testApp }) => {
    const { administrator, owner, file } = await createPeople(testApp);
    await deleteFile(await contextOf(testApp, administrator), file.id);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(404);
  });
});

/** Counts the statements of this database that wait for a lock. */
async function countWaiting({ server }: TestApp): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.services.db);
  return Number(rows[0]?.waiting);
}

// SQLite runs one transaction at a time, so nobody can be demoted while another one holds the lock.
test.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')(
  'a request that waits for the folder tree is refused when its administrator is demoted meanwhile',
  async ({ testApp }) => {
    const { owner, chief, administrator, file } = await createPeople(testApp);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = withLock(systemContext(testApp.server.services), 'folder-tree', async () => {
      hold();
      await released;
    });
    await held;
    const waiting = administrator.delete(`/api/files/${file.id}`);
    await expect.poll(() => countWaiting(testApp)).toBe(1);
    expect((await chief.patch(`/api/admin/users/${administrator.id}`, { isAdmin: false })).status).toBe(200);
    release();
    await holding;
    expect((await waiting).status).toBe(404);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
  },
);
