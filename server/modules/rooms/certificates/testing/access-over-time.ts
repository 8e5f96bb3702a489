import { sql } from 'kysely';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { FOLDER_COUNT, INVITER, isDeleted, parentOf, type TreeShape } from '#server/testing/access-model.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** Returns the time of the database, after it has moved on: what is changed next belongs to a later instant. */
export async function passInstant(db: Database): Promise<number> {
  const before = await readClock(db);
  while ((await readClock(db)) <= before) await new Promise(setImmediate);
  return before;
}

/** Sets the clock of the app to that of the database, by which the history counts. */
export async function followDatabaseClock({ server, advanceClock }: TestApp): Promise<void> {
  const { db, now } = server.services;
  advanceClock((await readClock(db)) - now());
}

async function readClock(db: Database): Promise<number> {
  const now = isPostgres(db)
    ? sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`
    : sql<{ now: number }>`select cast(round(unixepoch('subsec') * 1000) as integer) as now`;
  return Number((await now.execute(db)).rows[0]?.now);
}

/** The rows that a sequence of trees changes. */
export interface TreeRows {
  readonly userIds: readonly number[];
  readonly folderIds: readonly number[];
  readonly invitationId: number;
  readonly linkId: number;
}

export async function insertTreeRows(
  db: Database,
  userIds: readonly number[],
  invitationId: number,
): Promise<TreeRows> {
  const folder = { name: 'F', parent_id: null, owner_id: userIds[0] ?? 0, created_at: 0, published_at: 0 };
  const folderIds: number[] = [];
  for (let at = 0; at < FOLDER_COUNT; at += 1) {
    const { id } = await db.insertInto('folders').values(folder).returning('id').executeTakeFirstOrThrow();
    folderIds.push(id);
  }
  const { id: linkId } = await db
    .insertInto('links')
    .values({
      slug_hash: Buffer.from(crypto.randomUUID()),
      encrypted_slug: Buffer.alloc(0),
      owner_id: userIds[INVITER] ?? 0,
      name: 'L',
      settings: '{}',
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userIds, folderIds, invitationId, linkId };
}

/** Brings the rows into the state of a tree, one change after the other. */
export async function applyTree(db: Database, rows: TreeRows, tree: TreeShape): Promise<void> {
  const folderId = (folder: number) => rows.folderIds[folder] ?? 0;
  const userId = (user: number) => rows.userIds[user] ?? 0;
  for (const folder of rows.folderIds.keys()) {
    const parent = parentOf(tree, folder);
    await db
      .updateTable('folders')
      .set({
        parent_id: parent === undefined ? null : folderId(parent),
        owner_id: userId(tree.owners[folder] ?? 0),
        published_at: tree.draft === folder ? null : 0,
        deleted_at: isDeleted(tree, folder) ? 1 : null,
      })
      .where('id', '=', folderId(folder))
      .execute();
  }
  await db
    .updateTable('users')
    .set({ is_admin: tree.inviterIsAdmin ? 1 : 0 })
    .where('id', '=', userId(INVITER))
    .execute();
  await db.deleteFrom('collaborators').where('folder_id', 'in', rows.folderIds).execute();
  for (const { folder, user, giver } of tree.collaborators)
    await db
      .insertInto('collaborators')
      .values({
        folder_id: folderId(folder),
        user_id: userId(user),
        created_at: 0,
        granted_by_id: giver === undefined ? null : userId(giver),
      })
      .execute();
  await applyRooms(db, tree, { folderId, userId, folderIds: rows.folderIds });
  await applyInvitations(db, rows, tree, { folderId, userId });
}

interface Ids {
  folderId(folder: number): number;
  userId(user: number): number;
}

async function applyRooms(
  db: Database,
  tree: TreeShape,
  { folderId, userId, folderIds }: Ids & { folderIds: readonly number[] },
): Promise<void> {
  await db.deleteFrom('room_managers').where('room_id', 'in', folderIds).execute();
  await db.deleteFrom('rooms').where('folder_id', 'in', folderIds).execute();
  const created = { created_at: 0, created_by_id: userId(0) };
  for (const { folder, managers, state, allowsVisitors, allowsCollaborators } of tree.rooms) {
    await db
      .insertInto('rooms')
      .values({
        ...created,
        folder_id: folderId(folder),
        // An archived room is closed, and is no different for those who read.
        state: state === 'archived' ? 'closed' : state,
        allows_visitors: allowsVisitors ? 1 : 0,
        allows_collaborators: allowsCollaborators ? 1 : 0,
      })
      .execute();
    for (const user of managers)
      await db
        .insertInto('room_managers')
        .values({
          room_id: folderId(folder),
          user_id: userId(user),
          appointed_by_id: userId(0),
          created_at: 0,
        })
        .execute();
  }
}

async function applyInvitations(
  db: Database,
  { invitationId, linkId }: TreeRows,
  tree: TreeShape,
  { folderId, userId }: Ids,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: 1 })
    .where('role', '=', 'collaborator')
    .where('revoked_at', 'is', null)
    .execute();
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
        inviter_id: userId(inviter),
        created_at: 0,
        expires_at: 1,
        accepted_at: 1,
        accepted_by_id: userId(user),
        revoked_at: isRevoked ? 1 : null,
      })
      .execute();
  const { folders, allFolders, isThroughLink } = tree.visitorInvitation;
  await db.deleteFrom('invitation_folders').where('invitation_id', '=', invitationId).execute();
  await db.deleteFrom('link_targets').where('link_id', '=', linkId).execute();
  await db
    .updateTable('invitations')
    .set({ all_folders: allFolders ? 1 : 0, link_id: isThroughLink ? linkId : null })
    .where('id', '=', invitationId)
    .execute();
  for (const folder of folders)
    if (isThroughLink)
      await db
        .insertInto('link_targets')
        .values({ link_id: linkId, entry_kind: 'folder', entry_id: folderId(folder) })
        .execute();
    else
      await db
        .insertInto('invitation_folders')
        .values({ invitation_id: invitationId, folder_id: folderId(folder) })
        .execute();
}
