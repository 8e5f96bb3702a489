import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { UsersTable } from '#server/database/tables/accounts.ts';

export type UserRow = Selectable<UsersTable>;

interface UserFilter {
  usernameKey?: string | undefined;
  emailKey?: string | undefined;
  /** Leaves out accounts whose address is unverified. */
  isVerified?: boolean;
  limit: number;
  cursor: number | undefined;
}

/** Lists active accounts of people, oldest first, all or those with exactly this name and e-mail; one more than `limit`. */
export function listActiveUsers(
  db: Database,
  { usernameKey, emailKey, isVerified = false, limit, cursor = 0 }: UserFilter,
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('service_room_id', 'is', null)
    .where('id', '>', cursor)
    .$if(usernameKey !== undefined, (query) => query.where('username_key', '=', usernameKey ?? ''))
    .$if(emailKey !== undefined, (query) => query.where('email_key', '=', emailKey ?? ''))
    .$if(isVerified, (query) => query.where('email_verified_at', 'is not', null))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** Finds the active account of a person; the managers of its room administer a service account. */
export function findActiveUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('service_room_id', 'is', null)
    .executeTakeFirst();
}

export async function setUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** Gives every folder and file of one account to another, those in the trash too. */
export async function transferOwnership(db: Database, fromId: number, toId: number): Promise<void> {
  for (const table of ['folders', 'files'] as const)
    await db.updateTable(table).set({ owner_id: toId }).where('owner_id', '=', fromId).execute();
  // What the account gave stays with the folders.
  await db
    .updateTable('collaborators')
    .set({ granted_by_id: toId })
    .where('granted_by_id', '=', fromId)
    .execute();
  // The owner of a tree is no collaborator of it.
  const owned = db
    .selectFrom('folders')
    .select('id')
    .where('owner_id', '=', toId)
    .where('parent_id', 'is', null);
  await db.deleteFrom('collaborators').where('user_id', '=', toId).where('folder_id', 'in', owned).execute();
  await db.deleteFrom('room_managers').where('user_id', '=', toId).where('room_id', 'in', owned).execute();
}

/**
 * Removes what belongs to the account alone: collaborations, the management of rooms, preferences, second factors, company
 * identities, tokens and webhooks.
 */
export async function removeUserRows(db: Database, userId: number): Promise<void> {
  const tables = [
    'collaborators',
    'room_managers',
    'user_preferences',
    'notification_preferences',
    'factors',
    'recovery_codes',
    'passkeys',
    'oidc_links',
    'login_challenges',
    'api_tokens',
  ] as const;
  for (const table of tables) await db.deleteFrom(table).where('user_id', '=', userId).execute();
  for (const table of ['follows', 'digest_settings', 'saved_searches'] as const)
    await db.deleteFrom(table).where('reader_kind', '=', 'user').where('reader_id', '=', userId).execute();
  // Moves are made with the rights of their author. Those that wait for a publication stay: without them it would be another one.
  await db
    .deleteFrom('draft_changes')
    .where('author_id', '=', userId)
    .where('kind', '=', 'move')
    .where('publication_id', 'is', null)
    .execute();
  const webhooks = db.selectFrom('webhooks').select('id').where('owner_id', '=', userId);
  await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute();
  await db.deleteFrom('webhooks').where('owner_id', '=', userId).execute();
}

/** Revokes the invitations by which the account gave access: all for visitors, and those for collaborators not yet accepted. */
export async function revokeInvitationsBy(db: Database, userId: number, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('inviter_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((invitation) =>
      invitation.or([invitation('role', '=', 'visitor'), invitation('accepted_at', 'is', null)]),
    )
    .execute();
}

/** Lists the limits on sign-ins that block now, the longest first. */
export function listActiveSignInLimits(db: Database, now: number, limit: number) {
  return db
    .selectFrom('attempt_counts')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'attempt_counts.user_id').on('users.deleted_at', 'is', null),
    )
    .select(['users.id', 'users.username', 'scope', 'network', 'attempts', 'blocked_until'])
    .where('blocked_until', '>', now)
    .where('window_ends_at', '>', now)
    .orderBy('blocked_until', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
}

export async function removeSignInLimits(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('attempt_counts').where('user_id', '=', userId).execute();
}

interface ClosedRoom {
  readonly id: number;
  readonly name: string;
  /** The other manager who was appointed first. */
  readonly heir_id: number | null;
}

/** Lists the rooms that the account owns and that administrators may not read. */
export async function listClosedRoomsOf(db: Database, userId: number): Promise<ClosedRoom[]> {
  const { rows } = await sql<ClosedRoom>`select folders.id, folders.name, (
      select room_managers.user_id from room_managers join users on users.id = room_managers.user_id
        where room_managers.room_id = folders.id and users.deleted_at is null and users.id <> ${userId}
        order by room_managers.created_at, room_managers.user_id limit 1) as heir_id
    from rooms join folders on folders.id = rooms.folder_id
    where rooms.administrators_can_read = 0 and folders.owner_id = ${userId} and folders.parent_id is null
      and folders.purged_at is null`.execute(db);
  return rows;
}

/** Makes the heir of each room the owner of its root folder. */
export async function passRoomsOn(db: Database, rooms: readonly ClosedRoom[]): Promise<void> {
  // A query per room of an account that administrators may not read: few, and seldom.
  for (const { id, heir_id } of rooms) {
    if (heir_id === null) continue;
    await db.updateTable('folders').set({ owner_id: heir_id }).where('id', '=', id).execute();
    await db.deleteFrom('room_managers').where('room_id', '=', id).where('user_id', '=', heir_id).execute();
  }
}
