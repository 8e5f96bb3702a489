import { sql } from 'kysely';
import { OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { activeTree } from '#server/authorization/folder-descendants.ts';
import { isInvitationIntoExcludedRoom } from '#server/authorization/grants/excluded-objects.ts';
import type { Database } from '#server/database/open-database.ts';
import { type PersonColumns, personColumns } from '#server/database/person-name.ts';
import type { Actor } from '#shared/policies/actor.ts';

export interface FolderOwner extends PersonColumns {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly folder_id: number;
}

/** Lists those who own the folder, with each folder of the path that is theirs or that is a room that they manage. */
export async function listFolderOwners(
  db: Database,
  folderId: number,
  managedIds: readonly number[],
): Promise<readonly FolderOwner[]> {
  if (managedIds.length === 0) return [];
  const { rows } = await sql<FolderOwner>`with recursive ${ancestors(sql`${folderId}`)}
    select people.id, people.username, people.email, ${personColumns('people')}, owned.id as folder_id from (
        select id, owner_id from folders where id in (${sql.join(managedIds)})
        union select room_id, user_id from room_managers where room_id in (${sql.join(managedIds)})
      ) as owned
      join users as people on people.id = owned.owner_id
      where people.deleted_at is null and exists (
        select 1 from (${userAccess(sql`people.id`, 'ancestors')}) as of_user
          where of_user.id = ${folderId} and of_user.access_level = ${OWNER_LEVEL})
      order by people.id, owned.id`.execute(db);
  return rows;
}

export interface InvitationToFolder {
  readonly id: number;
  readonly email: string;
  readonly role: 'visitor' | 'collaborator';
  readonly allow_download: number;
  readonly encrypted_token: Buffer;
  readonly inviter_id: number;
  readonly expires_at: number;
  readonly all_folders: number;
  /** The number of active folders that it names and that are neither the folder nor below it. */
  readonly other_folders: number;
  readonly last_seen_at: number | null;
  /** It opens something of a room that excludes the administrator who asks. */
  readonly is_excluded: 0 | 1;
}

/** Lists the details of these invitations, and when somebody last used their links. */
export async function listInvitationsToFolder(
  db: Database,
  folderId: number,
  { ids, actor }: { ids: readonly number[]; actor: Actor },
): Promise<readonly InvitationToFolder[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InvitationToFolder>`with recursive ${activeTree(sql`${folderId}`)}
    select id, email, role, allow_download, encrypted_token, inviter_id, expires_at, all_folders,
        (select count(*) from invitation_folders join folders on folders.id = invitation_folders.folder_id
          where invitation_folders.invitation_id = invitations.id and folders.deleted_at is null
            and folders.id not in (select id from below)) as other_folders,
        (select max(last_seen_at) from sessions where sessions.invitation_id = invitations.id) as last_seen_at,
        case when ${isInvitationIntoExcludedRoom(actor)} then 1 else 0 end as is_excluded
      from invitations where id in (${sql.join(ids)}) order by id desc`.execute(db);
  return rows;
}

export interface PendingInvitation {
  readonly id: number;
  readonly folder_id: number;
}

/**
 * Lists the invitations to collaborate on folders of the path that wait to be accepted and that still give something,
 * newest first.
 */
export async function listPendingCollaborations(
  db: Database,
  page: { folderId: number; managedIds: readonly number[]; limit: number; now: number },
): Promise<readonly PendingInvitation[]> {
  if (page.managedIds.length === 0) return [];
  const { rows } = await sql<PendingInvitation>`with recursive ${ancestors(sql`${page.folderId}`)}
    select invitations.id, named.folder_id from invitation_folders as named
      join invitations on invitations.id = named.invitation_id
      join users as inviters on inviters.id = invitations.inviter_id
      where named.folder_id in (${sql.join(page.managedIds)}) and invitations.role = 'collaborator'
        and invitations.accepted_at is null and invitations.revoked_at is null
        and invitations.expires_at > ${page.now} and inviters.deleted_at is null
        and (inviters.is_admin = 1 or exists (
          select 1 from (${userAccess(sql`inviters.id`, 'ancestors')}) as of_inviter
            where of_inviter.id = named.folder_id and of_inviter.access_level = ${OWNER_LEVEL}))
      order by invitations.id desc, named.folder_id limit ${page.limit}`.execute(db);
  return rows;
}

/** Finds when each of these users last opened a file in the folder or below it. */
export async function findLastOpened(
  db: Database,
  folderId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{
    viewer_id: number;
    viewed_at: number;
  }>`with recursive ${activeTree(sql`${folderId}`)}
    select viewer_id, max(viewed_at) as viewed_at from file_views
      join files on files.id = file_views.file_id
      where files.folder_id in (select id from below) and files.deleted_at is null
        and viewer_id in (${sql.join(userIds)})
      group by viewer_id`.execute(db);
  return new Map(rows.map((row) => [row.viewer_id, row.viewed_at]));
}
