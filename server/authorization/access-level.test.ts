import fc from 'fast-check';
import { expect } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { runCount } from '#server/testing/run-count.ts';
import { test } from '#server/testing/test-app.ts';
import { type AccessLevel, type Actor, isAdmin } from '#shared/policies/actor.ts';
import { accessOf, findFolderAccess } from './access-level.ts';
import { visibleInTrashTo, visibleTo } from './visible-to.ts';

const FOLDER_COUNT = 10;
const USER_COUNT = 3;

/**
 * A tree of ten folders with random owners, collaborators and invitations; users and folders are named by their
 * index.
 */
const treeShape = fc.record({
  parents: fc.array(fc.nat(), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
  owners: fc.array(fc.nat(USER_COUNT - 1), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
  collaborators: fc.uniqueArray(
    fc.record({
      folder: fc.nat(FOLDER_COUNT - 1),
      user: fc.nat(USER_COUNT - 1),
      /** Undefined in rows of version 0.1.0. */
      giver: fc.option(fc.nat(USER_COUNT - 1), { nil: undefined }),
    }),
    { maxLength: 6, selector: ({ folder, user }) => `${folder} ${user}` },
  ),
  deleted: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
  acceptedInvitations: fc.array(
    fc.record({ inviter: fc.nat(USER_COUNT - 1), user: fc.nat(USER_COUNT - 1), isRevoked: fc.boolean() }),
    { maxLength: 2 },
  ),
  visitorInvitation: fc.record({
    folders: fc.uniqueArray(fc.nat(FOLDER_COUNT - 1), { maxLength: 3 }),
    allFolders: fc.boolean(),
    /** The folders are the targets of a link. */
    isThroughLink: fc.boolean(),
  }),
  inviterIsAdmin: fc.boolean(),
  /** A draft, which visitors do not see. */
  draft: fc.option(fc.nat(FOLDER_COUNT - 1), { nil: undefined, freq: 2 }),
});
type TreeShape = typeof treeShape extends fc.Arbitrary<infer Shape> ? Shape : never;

/** The user who invites the visitor, and who may be an administrator. */
const INVITER = 0;

const parentOf = ({ parents }: TreeShape, folder: number): number | undefined => {
  // The number after the last folder before this one means the root.
  const parent = (parents[folder] ?? 0) % (folder + 1);
  return parent === folder ? undefined : parent;
};

/** Returns the folder and the folders above it, nearest first. */
function chainOf(tree: TreeShape, folder: number): number[] {
  const parent = parentOf(tree, folder);
  return parent === undefined ? [folder] : [folder, ...chainOf(tree, parent)];
}

const isDeleted = (tree: TreeShape, folder: number): boolean =>
  chainOf(tree, folder).some((above) => tree.deleted.includes(above));

const isAdministrator = (tree: TreeShape, user: number): boolean => user === INVITER && tree.inviterIsAdmin;

const isRootOf = (tree: TreeShape, user: number, folder: number): boolean =>
  tree.owners[folder] === user && parentOf(tree, folder) === undefined;

/** Returns whether an invitation to all folders covers the folder directly; folders below inherit it. */
const isReachedByAllFolders = (tree: TreeShape, inviter: number, folder: number): boolean =>
  isAdministrator(tree, inviter) || isRootOf(tree, inviter, folder);

type Collaboration = TreeShape['collaborators'][number];

/** Returns the collaborations whose giver may give them: starts with none and adds until nothing changes. */
function activeCollaborations(tree: TreeShape): readonly Collaboration[] {
  let active: readonly Collaboration[] = [];
  for (;;) {
    const mayGive = ({ folder, user, giver }: Collaboration): boolean => {
      const owner = tree.owners[folder] ?? 0;
      if (giver === undefined && owner === user) return true;
      const by = giver ?? owner;
      return isAdministrator(tree, by) || userLevel(tree, active, by, folder) === 'owner';
    };
    const next = tree.collaborators.filter(mayGive);
    if (next.length === active.length) return active;
    active = next;
  }
}

/** The access rule in TypeScript, against which the SQL is checked. */
const expectedUserLevel = (tree: TreeShape, user: number, folder: number): AccessLevel =>
  userLevel(tree, activeCollaborations(tree), user, folder);

function userLevel(
  tree: TreeShape,
  collaborations: readonly Collaboration[],
  user: number,
  folder: number,
): AccessLevel {
  let level: AccessLevel = 'none';
  for (const above of chainOf(tree, folder).toReversed()) {
    const isCollaborator =
      collaborations.some((shared) => shared.folder === above && shared.user === user) ||
      tree.acceptedInvitations.some(
        (invitation) =>
          invitation.user === user &&
          !invitation.isRevoked &&
          isReachedByAllFolders(tree, invitation.inviter, above),
      );
    if (isCollaborator && level === 'none') level = 'collaborator';
    if (isRootOf(tree, user, above) || (level !== 'none' && tree.owners[above] === user)) level = 'owner';
  }
  return level;
}

function expectedVisitorLevel(tree: TreeShape, folder: number): AccessLevel {
  const { folders, allFolders } = tree.visitorInvitation;
  if (chainOf(tree, folder).some((above) => above === tree.draft)) return 'none';
  const isInvited = (above: number): boolean =>
    (allFolders && isReachedByAllFolders(tree, INVITER, above)) ||
    (folders.includes(above) &&
      (isAdministrator(tree, INVITER) || expectedUserLevel(tree, INVITER, above) === 'owner'));
  return chainOf(tree, folder).some(isInvited) ? 'visitor' : 'none';
}

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
      isInRoom: false,
    };
    expect(accessTo(id)).toEqual(access);
    expect((await findFolderAccess(db, requester, [id]))(id)).toEqual(access);
    const isVisible = isAdmin(actor) || level !== 'none';
    expect(allLevels.has(id)).toBe(isVisible);
    expect(activeLevels.has(id)).toBe(isVisible && access.isActive);
    if (!isAdmin(actor) && isVisible) expect(allLevels.get(id)).toBe(level);
    if (!isAdmin(actor) && activeLevels.has(id)) expect(activeLevels.get(id)).toBe(level);
  }
}

test('single loads and lists follow the access rule for every actor in every tree', {
  timeout: 180_000,
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
    { numRuns: runCount(25) },
  );
});
