import { type RawBuilder, sql } from 'kysely';
import { OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { activeCollaborations } from '#server/authorization/collaborator-grants.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { activeFoldersIn } from '#server/authorization/folder-descendants.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';

/** A grant on a folder below, and who gave it. */
interface GrantBelow {
  readonly email: string;
  readonly folder_id: number;
  readonly folder_name: string;
  readonly giver_id: number | null;
  readonly giver_name: string | null;
}

export interface CollaboratorBelow extends GrantBelow {
  readonly id: number;
  readonly username: string;
}

export interface VisitorBelow extends GrantBelow {
  readonly invitation_id: number;
  readonly expires_at: number;
}

/** The active folders below a folder, without it, and the folders above those of them on which there are grants. */
const foldersWithGrants = (folderId: number, granted: RawBuilder<unknown>) =>
  sql`${activeFoldersIn(folderId)}, ${ancestors(granted)}`;

/** Lists collaborators of the folders below a folder, by folder; one row more than `limit`. */
export async function listCollaboratorsBelow(
  db: Database,
  folderId: number,
  limit: number,
): Promise<readonly CollaboratorBelow[]> {
  const shared = sql`select folder_id from collaborators where folder_id in (select id from below)`;
  const { rows } = await sql<CollaboratorBelow>`with recursive ${foldersWithGrants(folderId, shared)}
    select people.id, people.username, people.email, folders.id as folder_id, folders.name as folder_name,
        givers.id as giver_id, givers.username as giver_name
      from (${activeCollaborations()}) active
      join below on below.id = active.folder_id
      join folders on folders.id = below.id
      join users as people on people.id = active.user_id and people.deleted_at is null
      left join users as givers on givers.id = active.giver_id and givers.id <> people.id
      order by folders.id, people.id limit ${limit + 1}`.execute(db);
  return rows;
}

/** The folders that invitations name, or the links through which their visitors came. */
const invitedFolders = sql`(select invitation_id, folder_id from invitation_folders
  union select invitations.id, entry_id from invitations
    join link_targets on link_targets.link_id = invitations.link_id and entry_kind = 'folder')`;

/** Lists the visitors whose invitation or link opens folders below a folder now, by folder; one row more than `limit`. */
export async function listVisitorsBelow(
  db: Database,
  { folderId, limit, now }: { folderId: number; limit: number; now: number },
): Promise<readonly VisitorBelow[]> {
  const named = sql`select folder_id from ${invitedFolders} as invited where folder_id in (select id from below)`;
  const { rows } = await sql<VisitorBelow>`with recursive ${foldersWithGrants(folderId, named)}
    select invitations.id as invitation_id, invitations.email, invitations.expires_at,
        folders.id as folder_id, folders.name as folder_name,
        inviters.id as giver_id, inviters.username as giver_name
      from ${invitedFolders} as invited
      join below on below.id = invited.folder_id
      join folders on folders.id = below.id
      join invitations on invitations.id = invited.invitation_id
      join users as inviters on inviters.id = invitations.inviter_id and inviters.deleted_at is null
      where invitations.role = 'visitor' and invitations.revoked_at is null and invitations.expires_at > ${now}
        and (invitations.email <> '' or ${isPublicSharingAllowed})
        and (inviters.is_admin = 1 or exists (
          select 1 from (${userAccess(sql`inviters.id`, 'ancestors')}) as of_inviter
            where of_inviter.id = folders.id and of_inviter.access_level = ${OWNER_LEVEL}))
      order by folders.id, invitations.id limit ${limit + 1}`.execute(db);
  return rows;
}
