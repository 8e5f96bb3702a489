import { sql } from 'kysely';
import { activeCollaborations } from '#server/authorization/collaborator-grants.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { allDescendants } from '#server/authorization/folder-descendants.ts';
import type { Database } from '#server/database/open-database.ts';
import { displayName, type PersonColumns } from '#server/database/person-name.ts';

export interface CollaboratorRow extends PersonColumns {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/** Finds an active account that can become a collaborator: no service account, which belongs to one room. */
export function findActiveUser(
  db: Database,
  userId: number,
): Promise<(CollaboratorRow & { email_verified_at: number | null }) | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at', 'avatar_token'])
    .select(displayName('users').as('display_name'))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('service_room_id', 'is', null)
    .executeTakeFirst();
}

const selectCollaborators = (db: Database, folderId: number) =>
  db
    .selectFrom('collaborators')
    .innerJoin('users', 'users.id', 'collaborators.user_id')
    .select(['users.id', 'users.username', 'users.email', 'users.avatar_token'])
    .select(displayName('users').as('display_name'))
    .where('collaborators.folder_id', '=', folderId)
    .where('users.deleted_at', 'is', null)
    .where(
      'users.id',
      'in',
      sql<number>`(with recursive ${ancestors(sql`${folderId}`)}
        select user_id from (${activeCollaborations()}) active where folder_id = ${folderId})`,
    );

/** Lists one row more than `limit`. */
export function listCollaboratorsOf(
  db: Database,
  folderId: number,
  limit: number,
  cursor = 0,
): Promise<CollaboratorRow[]> {
  return selectCollaborators(db, folderId)
    .where('users.id', '>', cursor)
    .orderBy('users.id')
    .limit(limit + 1)
    .execute();
}

export function findCollaborator(
  db: Database,
  folderId: number,
  userId: number,
): Promise<CollaboratorRow | undefined> {
  return selectCollaborators(db, folderId).where('users.id', '=', userId).executeTakeFirst();
}

/** Returns whether a user gave another access to any folder, or owns a folder that somebody gave them access to. */
export async function hasSharedWith(db: Database, giverId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('collaborators')
    .innerJoin('folders', 'folders.id', 'collaborators.folder_id')
    .select('collaborators.user_id')
    .where('collaborators.user_id', '=', userId)
    .where((row) => row.or([row('granted_by_id', '=', giverId), row('folders.owner_id', '=', giverId)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces a row that has no effect because its giver lost the folder. */
export async function insertCollaborator(
  db: Database,
  { folderId, userId, giverId }: { folderId: number; userId: number; giverId: number | null },
  now: number,
): Promise<void> {
  const values = { created_at: now, granted_by_id: giverId };
  await db
    .insertInto('collaborators')
    .values({ folder_id: folderId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['folder_id', 'user_id']).doUpdateSet(values))
    .execute();
}

export async function removeCollaboratorRow(db: Database, folderId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('collaborators')
    .where('folder_id', '=', folderId)
    .where('user_id', '=', userId)
    .execute();
}

/** Makes another user the giver of everything that one user gave in a folder and below it; returns the number of rows. */
export async function transferGivenAccess(
  db: Database,
  { folderId, fromId, toId }: { folderId: number; fromId: number; toId: number },
): Promise<number> {
  const { numAffectedRows } = await sql`with recursive ${allDescendants(sql`${folderId}`)}
    update collaborators set granted_by_id = ${toId}
      where folder_id in (select id from below) and user_id <> ${toId}
        and (granted_by_id = ${fromId} or (granted_by_id is null and user_id <> ${fromId}
          and folder_id in (select id from folders where owner_id = ${fromId})))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface EndedAccess {
  readonly folder_id: number;
  readonly user_id: number;
}

/** Removes the rows in a folder and below it whose giver may no longer give access. */
export async function removeInactiveCollaborators(
  db: Database,
  folderId: number,
): Promise<readonly EndedAccess[]> {
  const shared = sql`select folder_id from collaborators where folder_id in (select id from below)`;
  const { rows } =
    await sql<EndedAccess>`with recursive ${allDescendants(sql`${folderId}`)}, ${ancestors(shared)},
    active(folder_id, user_id) as (select folder_id, user_id from (${activeCollaborations()}) counted)
    delete from collaborators where folder_id in (select id from below)
      and not exists (select 1 from active
        where active.folder_id = collaborators.folder_id and active.user_id = collaborators.user_id)
      returning folder_id, user_id`.execute(db);
  return rows;
}

/** Finds the owner of the topmost folder above a folder. */
export async function findRootOwner(db: Database, folderId: number): Promise<number> {
  const { rows } = await sql<{ owner_id: number }>`with recursive ${ancestors(sql`${folderId}`)}
    select owner_id from ancestors where parent_id is null`.execute(db);
  const [root] = rows;
  if (!root) throw new Error(`Folder ${folderId} has no root`);
  return root.owner_id;
}
