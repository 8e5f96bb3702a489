import type { Database } from '#server/database/open-database.ts';
import type { Collaborator } from '#shared/contracts/collaborators.ts';

/** A living account, as somebody to work with. */
export function findActiveUser(db: Database, userId: number): Promise<Collaborator | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

const selectCollaborators = (db: Database, folderId: number) =>
  db
    .selectFrom('collaborators')
    .innerJoin('users', 'users.id', 'collaborators.user_id')
    .select(['users.id', 'users.username', 'users.email'])
    .where('collaborators.folder_id', '=', folderId)
    .where('users.deleted_at', 'is', null);

/** One more than `limit`. */
export function listCollaboratorsOf(
  db: Database,
  folderId: number,
  limit: number,
  cursor = 0,
): Promise<Collaborator[]> {
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
): Promise<Collaborator | undefined> {
  return selectCollaborators(db, folderId).where('users.id', '=', userId).executeTakeFirst();
}

export async function insertCollaborator(
  db: Database,
  folderId: number,
  userId: number,
  now: number,
): Promise<void> {
  await db
    .insertInto('collaborators')
    .values({ folder_id: folderId, user_id: userId, created_at: now })
    .execute();
}

export async function removeCollaboratorRow(db: Database, folderId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('collaborators')
    .where('folder_id', '=', folderId)
    .where('user_id', '=', userId)
    .execute();
}
