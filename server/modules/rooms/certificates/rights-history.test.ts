import fc from 'fast-check';
import { expect } from 'vitest';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import { databaseLocation } from '#server/database/database-location.ts';
import { asOf } from '#server/database/history/as-of.ts';
import { openPast } from '#server/database/history/open-past.ts';
import type { Database } from '#server/database/open-database.ts';
import {
  expectedUserLevel,
  expectedVisitorLevel,
  type TreeShape,
  treeShape,
} from '#server/testing/access-model.ts';
import { expectedFileLevel, mayDownloadText } from '#server/testing/group-access-model.ts';
import { applyModel, groupAccessModels, openGroupRoom } from '#server/testing/group-access-room.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { AccessLevel, Actor } from '#shared/policies/actor.ts';
import { readDisclosure } from './read-disclosure.ts';
import { applyTree, followDatabaseClock, insertTreeRows, passInstant } from './testing/access-over-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Expected = (tree: TreeShape, folder: number) => AccessLevel;

/** Answers what each actor may do in each folder, by single loads and by the list. */
async function readAccess(db: Database, actors: readonly Actor[], folderIds: readonly number[]) {
  const answers = [];
  for (const actor of actors) {
    const requester = { actor, now: () => 0 };
    const access = await findFolderAccess(db, requester, folderIds);
    const listed = await db.selectFrom(visibleTo(requester)).selectAll().orderBy('id').execute();
    answers.push({
      access: folderIds.map(access),
      listed: listed.filter(({ id }) => folderIds.includes(id)),
    });
  }
  return answers;
}

test('the history answers for each instant what the access rule answered then, and its twin expects', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  const { db, config } = testApp.server.services;
  const users = [await testApp.user(), await testApp.user(), await testApp.user()];
  const [inviter] = users;
  if (!inviter) throw new Error('There are three users');
  const { invitationId } = await testApp.visitor({ inviter });
  const userIds = users.map(({ id }) => id);
  const actors: Actor[] = [
    ...userIds.map((id) => ({ kind: 'user', id, isAdmin: false }) as const),
    { kind: 'visitor', invitationId, mayDownload: false },
  ];
  const expected: Expected[] = [
    ...userIds.map(
      (_, user): Expected =>
        (tree, folder) =>
          expectedUserLevel(tree, user, folder),
    ),
    expectedVisitorLevel,
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(treeShape, { minLength: 2, maxLength: 4 }), async (trees) => {
      const rows = await insertTreeRows(db, userIds, invitationId);
      const moments = [];
      for (const tree of trees) {
        await applyTree(db, rows, tree);
        const answers = await readAccess(db, actors, rows.folderIds);
        moments.push({ tree, answers, at: await passInstant(db) });
      }
      for (const { tree, answers, at } of moments) {
        const opened = await openPast(db, databaseLocation(config), at);
        const past = await readAccess(opened.db, actors, rows.folderIds);
        await opened.close();
        expect(past).toEqual(answers);
        for (const [place, { access }] of past.entries())
          expect(access.map(({ accessLevel }) => accessLevel)).toEqual(
            rows.folderIds.map((_, folder) => expected[place]?.(tree, folder)),
          );
      }
    }),
    { numRuns: runCount(12) },
  );
});

test('a certificate names exactly what the access rule of groups allowed at each instant', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  await followDatabaseClock(testApp);
  const room = await openGroupRoom(testApp);
  const { services } = testApp.server;
  const { db, now } = services;
  const [user, visitor] = await db
    .selectFrom('group_members')
    .select(['user_id', 'invitation_id'])
    .where('group_id', '=', room.groupId)
    .orderBy('id')
    .execute();
  const parties: Party[] = [
    { kind: 'group', id: room.groupId },
    { kind: 'user', id: user?.user_id ?? 0 },
    { kind: 'visitor', id: visitor?.invitation_id ?? 0 },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(groupAccessModels, { minLength: 2, maxLength: 3 }), async (models) => {
      const moments = [];
      for (const model of models) {
        await followDatabaseClock(testApp);
        await applyModel(room, model);
        // What is published later stays so until the instant is read, however slow the machine is.
        for (const table of ['folders', 'files'] as const)
          await db
            .updateTable(table)
            .set({ published_at: now() + DAY_MS })
            .where('published_at', '>', now())
            .execute();
        moments.push({ model, at: await passInstant(db) });
      }
      for (const { model, at } of moments)
        for (const party of parties) {
          // A group sees what it sees while nobody belongs to it.
          const then = { ...model, isMember: model.isMember || party.kind === 'group' };
          const { documents } = await readDisclosure(services, {
            party,
            roomId: room.folderIds[0] ?? 0,
            at,
            showsOpened: true,
          });
          const expected = room.fileIds.flatMap((id, folder) =>
            expectedFileLevel(then, folder) === 'none'
              ? []
              : [{ id, access: mayDownloadText(then, folder) ? 'original' : 'view' }],
          );
          expect(documents.map(({ id, access }) => ({ id, access }))).toEqual(expected);
        }
    }),
    { numRuns: runCount(10) },
  );
});

test('nothing can be changed in the past', async ({ testApp }) => {
  const { db } = testApp.server.services;
  const past = asOf(db, Date.now());
  await expect(past.deleteFrom('folders').execute()).rejects.toThrow('The past cannot be changed');
});
