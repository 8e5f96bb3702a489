import { sql } from 'kysely';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';
import { type PersonColumns, personColumns } from '#server/database/person-name.ts';

/** The aliases of `users` below differ from the names inside `userAccess`, which would hide them. */
const COLLABORATOR = sql.lit(ACCESS_LEVEL_ORDER.collaborator);

export interface FolderAbove {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
}

/** Lists the folder and the folders above it, in no particular order. */
export async function listFolderPath(db: Database, folderId: number): Promise<readonly FolderAbove[]> {
  const { rows } = await sql<FolderAbove>`with recursive ${ancestors(sql`${folderId}`)}
    select folders.id, folders.parent_id, folders.name from ancestors
      join folders on folders.id = ancestors.id`.execute(db);
  return rows;
}

export interface CollaboratorGrant extends PersonColumns {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** `null` for an accepted invitation to all folders. */
  readonly folder_id: number | null;
}

/** Page of grants of a folder: `managedIds` are those of the folders on its path whose people may be listed. */
interface GrantsPage {
  readonly folderId: number;
  readonly managedIds: readonly number[];
  readonly limit: number;
}

/**
 * Lists the users who can open the folder as collaborators, with each grant on a folder of the path; those of a
 * deleted account or of an inviter who lost the folder are left out by the access rule itself.
 */
export async function listCollaboratorGrants(
  db: Database,
  { folderId, managedIds, limit }: GrantsPage,
): Promise<readonly CollaboratorGrant[]> {
  const { rows } = await sql<CollaboratorGrant>`with recursive ${ancestors(sql`${folderId}`)},
    grants(user_id, folder_id) as (
      select user_id, folder_id from collaborators where folder_id in (${sql.join(managedIds)})
      union
      select accepted_by_id, null from invitations
        where all_folders = 1 and role = 'collaborator' and accepted_by_id is not null and revoked_at is null
    )
    select people.id, people.username, people.email, ${personColumns('people')}, grants.folder_id from grants
      join users as people on people.id = grants.user_id
      where people.deleted_at is null and exists (
        select 1 from (${userAccess(sql`people.id`, 'ancestors')}) as of_user
          where of_user.id = ${folderId} and of_user.access_level >= ${COLLABORATOR})
      order by people.id, grants.folder_id limit ${limit + 1}`.execute(db);
  return rows;
}

export interface VisitorGrant {
  readonly id: number;
  readonly email: string;
  readonly expires_at: number;
  /** `null` for an invitation to all folders. */
  readonly folder_id: number | null;
}

/** Lists the visitor invitations that open the folder now, with each folder of the path that they name. */
export async function listVisitorGrants(
  db: Database,
  { folderId, managedIds, limit, now }: GrantsPage & { readonly now: number },
): Promise<readonly VisitorGrant[]> {
  const { rows } = await sql<VisitorGrant>`with recursive ${ancestors(sql`${folderId}`)},
    grants(invitation_id, folder_id) as (
      select invitation_id, folder_id from invitation_folders where folder_id in (${sql.join(managedIds)})
      union
      select id, null from invitations where all_folders = 1 and role = 'visitor'
    )
    select invitations.id, invitations.email, invitations.expires_at, grants.folder_id from grants
      join invitations on invitations.id = grants.invitation_id
      join users as inviters on inviters.id = invitations.inviter_id
      where invitations.role = 'visitor' and invitations.revoked_at is null and invitations.expires_at > ${now}
        and (invitations.email <> '' or ${isPublicSharingAllowed})
        and inviters.deleted_at is null and (inviters.is_admin = 1
          or (grants.folder_id is null and exists (
            select 1 from ancestors where parent_id is null and owner_id = inviters.id))
          or exists (
            select 1 from (${userAccess(sql`inviters.id`, 'ancestors')}) as of_inviter
              where of_inviter.id = grants.folder_id and of_inviter.access_level = ${OWNER_LEVEL}))
      order by invitations.id, grants.folder_id limit ${limit + 1}`.execute(db);
  return rows;
}
