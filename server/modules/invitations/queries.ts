import { type Insertable, sql } from 'kysely';
import { invitationScope } from '#server/authorization/folder-access.ts';
import { isInvitationIntoExcludedRoom } from '#server/authorization/grants/excluded-objects.ts';
import type { InvitationRow } from '#server/authorization/load-invitation.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { columnsOf, INVITATION_COLUMNS } from '#server/database/tables/column-names.ts';
import type { InvitationsTable } from '#server/database/tables/invitations.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** Row of an invitation list. */
export interface ListedInvitation extends InvitationRow {
  readonly inviter: string;
  readonly folder_count: number;
  /** Alphabetically first of the active folders; `null` for one that the actor may not see any more. */
  readonly folder_name: string | null;
  /** Lowest id of the active folders. */
  readonly folder_id: number | null;
}

interface Page {
  /** Undefined lists the invitations of all users. */
  inviterId: number | undefined;
  /** Leaves out invitations into rooms that exclude this administrator, if those of all users are listed. */
  actor: Actor;
  limit: number;
  cursor: number | undefined;
}

/**
 * Lists the invitations that are not revoked, newest first; one more than `limit`. Those of links and of group members are
 * listed with these.
 */
export function listInvitations(
  db: Database,
  { inviterId, actor, limit, cursor }: Page,
): Promise<ListedInvitation[]> {
  const named = sql`from invitation_folders join folders on folders.id = invitation_folders.folder_id
    where invitation_folders.invitation_id = invitations.id and folders.deleted_at is null`;
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select(columnsOf('invitations', INVITATION_COLUMNS))
    .select([
      personName('users').as('inviter'),
      sql<number>`(select count(*) ${named})`.as('folder_count'),
      sql<string | null>`(select min(folders.name) ${named})`.as('folder_name'),
      sql<number | null>`(select min(folders.id) ${named})`.as('folder_id'),
    ])
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.link_id', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('group_members').select('id').whereRef('invitation_id', '=', 'invitations.id'),
        ),
      ),
    )
    .$if(inviterId === undefined, (query) =>
      query.where((where) => where.not(isInvitationIntoExcludedRoom(actor))),
    )
    .$if(inviterId !== undefined, (query) => query.where('inviter_id', '=', inviterId ?? 0))
    .$if(cursor !== undefined, (query) => query.where('invitations.id', '<', cursor ?? 0))
    .orderBy('invitations.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function insertInvitation(
  db: Database,
  invitation: Insertable<InvitationsTable>,
  folderIds: readonly number[],
): Promise<InvitationRow> {
  const row = await db.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow();
  if (folderIds.length > 0) {
    const named = folderIds.map((folder_id) => ({ invitation_id: row.id, folder_id }));
    await db.insertInto('invitation_folders').values(named).execute();
  }
  return row;
}

/** Finds the inviter's newest unaccepted invitation of this address to collaborate on exactly these folders. */
export async function findOpenCollaboration(
  db: Database,
  { inviterId, emailKey, folderIds }: { inviterId: number; emailKey: string; folderIds: readonly number[] },
): Promise<InvitationRow | undefined> {
  const named = sql`select folder_id from invitation_folders where invitation_id = invitations.id`;
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('inviter_id', '=', inviterId)
    .where('email_key', '=', emailKey)
    .where('role', '=', 'collaborator')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('all_folders', '=', folderIds.length === 0 ? 1 : 0)
    .where(sql<boolean>`(select count(*) from (${named}) as named) = ${folderIds.length}`)
    .$if(folderIds.length > 0, (query) =>
      query.where(
        sql<boolean>`not exists (select 1 from (${named}) as other where folder_id not in (${sql.join(folderIds)}))`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function setInvitationRenewed(
  db: Database,
  id: number,
  expiry: { expires_at: number; expiration_days: number },
): Promise<void> {
  await db.updateTable('invitations').set(expiry).where('id', '=', id).execute();
}

/**
 * Revokes an invitation; returns false when it was accepted for named folders, because the collaborator's access no
 * longer depends on it.
 */
export async function setInvitationRevoked(db: Database, id: number, now: number): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('accepted_at', 'is', null), where('all_folders', '=', 1)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an invitation as accepted; returns false when it was accepted or revoked by a parallel request. */
export async function setInvitationAccepted(
  db: Database,
  id: number,
  accepted: { userId: number; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ accepted_at: accepted.now, accepted_by_id: accepted.userId })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the user a collaborator of the active folders of the invitation that the inviter still owns. */
export async function insertCollaborations(
  db: Database,
  invitationId: number,
  accepted: { userId: number; now: number },
): Promise<void> {
  await db
    .insertInto('collaborators')
    .columns(['folder_id', 'user_id', 'created_at', 'granted_by_id'])
    .expression(
      db
        .selectFrom('folders')
        .innerJoin(invitationScope(invitationId).as('in_scope'), 'in_scope.id', 'folders.id')
        .select(['folders.id', sql<number>`${accepted.userId}`.as('user_id')])
        .select(sql<number>`${accepted.now}`.as('created_at'))
        .select((select) =>
          select
            .selectFrom('invitations')
            .select('inviter_id')
            .where('invitations.id', '=', invitationId)
            .as('granted_by_id'),
        )
        .where('folders.deleted_at', 'is', null)
        .where('folders.owner_id', '<>', accepted.userId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['folder_id', 'user_id'])
        .doUpdateSet((row) => ({ granted_by_id: row.ref('excluded.granted_by_id') })),
    )
    .execute();
}

export async function hasAccountWithKey(db: Database, emailKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
