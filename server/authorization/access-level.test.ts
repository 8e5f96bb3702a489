import fc from 'fast-check';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import {
  chainOf,
  expectedUserLevel,
  expectedVisitorLevel,
  FOLDER_COUNT,
  INVITER,
  isDeleted,
  parentOf,
  roomOf,
  storedRoomState,
  type TreeShape,
  treeShape,
} from '#server/testing/access-model.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { test } from '#server/testing/test-app.ts';
import { type AccessLevel, type Actor, isAdmin } from '#shared/policies/actor.ts';
import { accessOf, findFolderAccess } from './access-level.ts';
import { levelInFolder } from './grants/inherited-level.ts';
import { visibleInTrashTo, visibleTo } from './visible-to.ts';

/** Inserts the folders and grants of a tree; returns the ids of its folders. */
async function insertTree(db: Database, tree: TreeShape, userIds: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  for (let folder = 0; folder < FOLDER_COUNT; folder += 1) {
    const { id } = await db
      .insertInto('folders')
      .values({
        name: 'F',
        parent_id: ids[parentOf(tree, folder) ?? -1] ?? null,
        owner_id: userIds[tree.owners[folder] ?? 0] ?? 0,
        created_at: 0,
        published_at: tree.draft === folder ? null : 0,
        // Deleting a folder marks everything below it.
        deleted_at: isDeleted(tree, folder) ? 1 : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  for (const { folder, user, giver } of tree.collaborators)
    await db
      .insertInto('collaborators')
      .values({
        folder_id: ids[folder] ?? 0,
        user_id: userIds[user] ?? 0,
        created_at: 0,
        granted_by_id: giver === undefined ? null : (userIds[giver] ?? 0),
      })
      .execute();
  for (const { folder, managers, state, ...rules } of tree.rooms) {
    const columns = {
      allows_visitors: rules.allowsVisitors ? 1 : 0,
      allows_collaborators: rules.allowsCollaborators ? 1 : 0,
    } as const;
    const [folder_id, created_by_id] = [ids[folder] ?? 0, userIds[0] ?? 0];
    await db
      .insertInto('rooms')
      .values({ folder_id, created_by_id, created_at: 0, ...storedRoomState(state), ...columns })
      .execute();
    for (const user of managers)
      await db
        .insertInto('room_managers')
        .values({
          room_id: folder_id,
          user_id: userIds[user] ?? 0,
          appointed_by_id: created_by_id,
          created_at: 0,
        })
        .execute();
  }
  await db.updateTable('invitations').set({ revoked_at: 1 }).execute();
  for (const { inviter, user, isRevoked } of tree.acceptedInvitations)
    await db
      .insertInto('invitations')
      .values({
        email: 'user@example.test',
        role: 'collaborator',
        all_folders: 1,
        allow_download: 0,
        token_hash: Buffer.from(crypto.randomUUID()),
        encrypted_token: Buffer.alloc(0),
        inviter_id: userIds[inviter] ?? 0,
        created_at: 0,
        expires_at: 1,
        accepted_at: 1,
        accepted_by_id: userIds[user] ?? 0,
        revoked_at: isRevoked ? 1 : null,
      })
      .execute();
  await db
    .updateTable('users')
    .set({ is_admin: tree.inviterIsAdmin ? 1 : 0 })
    .where('id', '=', userIds[INVITER] ?? 0)
    .execute();
  return ids;
}

/** Makes an invitation that of a link to these folders. */
async function insertLink(
  db: Database,
  ownerId: number,
  invitationId: number,
  folderIds: readonly number[],
): Promise<void> {
  const { id } = await db
    .insertInto('links')
    .values({
      slug_hash: Buffer.from(crypto.randomUUID()),
      encrypted_slug: Buffer.alloc(0),
      owner_id: ownerId,
      name: 'L',
      settings: '{}',
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const entry_id of folderIds)
    await db.insertInto('link_targets').values({ link_id: id, entry_kind: 'folder', entry_id }).execute();
  await db.updateTable('invitations').set({ link_id: id }).where('id', '=', invitationId).execute();
}

/** Compares the level of a folder with the one that follows from the folder above it, where that decides. */
async function expectLevelsIn(
  db: Database,
  requester: Requester,
  folder: { id: number; accessLevel: AccessLevel },
  accessLevelAbove: AccessLevel,
): Promise<void> {
  const level = levelInFolder(requester, { accessLevel: accessLevelAbove });
  const decides = requester.actor.kind === 'user' && ['owner', 'collaborator'].includes(accessLevelAbove);
  expect(level !== undefined).toBe(decides);
  if (!level) return;
  const query = db.selectFrom('folders').select(level.as('level')).where('id', '=', folder.id);
  expect(accessOf((await query.executeTakeFirstOrThrow()).level).accessLevel).toBe(folder.accessLevel);
}

/** Compares single loads and both lists with the expected levels of all folders. */
async function expectLevels(
  db: Database,
  tree: TreeShape,
  ids: readonly number[],
  actor: Actor,
  expected: (folder: number) => AccessLevel,
): Promise<void> {
  const requester = { actor, now: () => 0 };
  const accessTo = await findFolderAccess(db, requester, ids);
  const active = await db.selectFrom(visibleTo(requester)).selectAll().execute();
  const all = await db.selectFrom(visibleInTrashTo(requester).as('visible')).selectAll().execute();
  const levels = (rows: typeof active) =>
    new Map(rows.map((row) => [row.id, accessOf(row.access_level).accessLevel]));
  const [activeLevels, allLevels] = [levels(active), levels(all)];
  for (const [folder, id] of ids.entries()) {
    const chain = chainOf(tree, folder);
    const level = expected(folder);
    const access = {
      accessLevel: level,
      parentAccessLevel: chain[1] === undefined ? 'none' : expected(chain[1]),
      depth: chain.length,
      isActive: !isDeleted(tree, folder),
      isInRoom: roomOf(tree, folder) !== undefined,
      hasFrozenNumbers: false,
      ...(roomOf(tree, folder) && {
        roomId: ids[chain.at(-1) ?? 0],
        roomState: roomOf(tree, folder)?.state,
        ...(expected(chain.at(-1) ?? 0) === 'owner' && { managesRoom: true }),
      }),
    };
    expect(accessTo(id)).toEqual(access);
    expect((await findFolderAccess(db, requester, [id]))(id)).toEqual(access);
    await expectLevelsIn(db, requester, { id, accessLevel: level }, access.parentAccessLevel);
    const isVisible = isAdmin(actor) || level !== 'none';
    expect(allLevels.has(id)).toBe(isVisible);
    expect(activeLevels.has(id)).toBe(isVisible && access.isActive);
    if (!isAdmin(actor) && isVisible) expect(allLevels.get(id)).toBe(level);
    if (!isAdmin(actor) && activeLevels.has(id)) expect(activeLevels.get(id)).toBe(level);
  }
}

/**
 * A folder of each user in that of the user before, shared by its owner or somebody else. Random trees hardly ever have such
 * chains.
 */
const chainOfGivers = (...collaborators: TreeShape['collaborators']): [TreeShape] => [
  {
    parents: [0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
    owners: [0, 1, 2, 1, 0, 0, 0, 0, 0, 0],
    collaborators,
    deleted: [],
    acceptedInvitations: [],
    visitorInvitation: { folders: [], allFolders: false, isThroughLink: false },
    inviterIsAdmin: false,
    rooms: [],
    draft: undefined,
  },
];
const GIVER_CHAINS = [
  chainOfGivers({ folder: 0, user: 1, giver: undefined }, { folder: 1, user: 2, giver: 1 }),
  // A collaborator who does not own the folder gives nothing.
  chainOfGivers({ folder: 0, user: 1, giver: 0 }, { folder: 0, user: 2, giver: 1 }),
  // Neither has a giver who has access without the other.
  chainOfGivers({ folder: 1, user: 1, giver: 2 }, { folder: 1, user: 2, giver: 1 }),
  // The same, with access for one of them.
  chainOfGivers(
    { folder: 0, user: 1, giver: 0 },
    { folder: 1, user: 2, giver: 1 },
    { folder: 2, user: 1, giver: 2 },
  ),
];

test('single loads and lists follow the access rule for every actor in every tree', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  const { db } = testApp.server.services;
  const users = [await testApp.user(), await testApp.user(), await testApp.user()];
  const userIds = users.map(({ id }) => id);
  const [inviter] = users;
  if (!inviter) throw new Error('There are three users');
  await fc.assert(
    fc.asyncProperty(treeShape, async (tree) => {
      const ids = await insertTree(db, tree, userIds);
      const { folders, allFolders, isThroughLink } = tree.visitorInvitation;
      const folderIds = folders.map((folder) => ids[folder] ?? 0);
      const named = isThroughLink ? [] : folderIds;
      const { invitationId } = await testApp.visitor({ inviter, folderIds: named, allFolders });
      if (isThroughLink) await insertLink(db, inviter.id, invitationId, folderIds);
      for (const [user, id] of userIds.entries()) {
        const expected = (folder: number) => expectedUserLevel(tree, user, folder);
        await expectLevels(db, tree, ids, { kind: 'user', id, isAdmin: false }, expected);
        await expectLevels(db, tree, ids, { kind: 'user', id, isAdmin: true }, expected);
      }
      const visitor: Actor = { kind: 'visitor', invitationId, mayDownload: false };
      await expectLevels(db, tree, ids, visitor, (folder) => expectedVisitorLevel(tree, folder));
      await expectLevels(db, tree, ids, { kind: 'anonymous' }, () => 'none');
    }),
    { numRuns: runCount(25), examples: GIVER_CHAINS },
  );
});

test('an account with limits does not get what the same account has without them, whichever asks first', async ({
  testApp,
}) => {
  const { db } = testApp.server.services;
  const owner = await testApp.user();
  const [folder, other] = [await owner.folder('One'), await owner.folder('Two')];
  const user = { kind: 'user', id: owner.id, isAdmin: false } as const;
  const levelOf = async (actor: Actor) =>
    (await findFolderAccess(db, { actor, now: () => 0 }, [folder.id]))(folder.id).accessLevel;
  const token = { scope: 'read', folderIds: [other.id], program: 'Program' } as const;
  for (let round = 0; round < 2; round += 1) {
    expect(await levelOf(user)).toBe('owner');
    expect(await levelOf({ ...user, token })).toBe('none');
    expect(await levelOf({ ...user, token: { ...token, folderIds: [folder.id] } })).toBe('owner');
    expect(await levelOf({ ...user, blockedRoomIds: [folder.id] })).toBe('none');
  }
  expect(await levelOf({ ...user, id: owner.id + 1_000_000 })).toBe('none');
});

/** Describes how SQLite runs the first statement that `work` sends. */
async function explainFirst(db: Database, work: (db: Database) => Promise<unknown>): Promise<string> {
  const compiled: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      compiled.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(recorder));
  const [query] = compiled;
  if (!query) throw new Error('Nothing was asked');
  const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
  return rows.map((row) => Object.values(row ?? {}).join(' ')).join('\n');
}

test.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')(
  'the access of a user to a folder is found without the other collaborators of the folder',
  async ({ testApp }) => {
    const { db } = testApp.server.services;
    const actor = { kind: 'user', id: (await testApp.user()).id, isAdmin: false } as const;
    const requester = { actor, now: () => 0 };
    const list = await explainFirst(db, (db) => db.selectFrom(visibleTo(requester)).selectAll().execute());
    const load = await explainFirst(db, (db) => findFolderAccess(db, requester, [1, 2]));
    for (const plan of [list, load]) {
      const looks = plan.split('\n').filter((line) => line.includes('SEARCH shared '));
      expect(looks.length).toBeGreaterThan(0);
      for (const look of looks) expect(look).toContain('user_id=?');
    }
  },
);
