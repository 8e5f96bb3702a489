import { type RawBuilder, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '../access-level-order.ts';
import { activeCollaborations } from '../collaborator-grants.ts';
import { ancestors } from '../folder-ancestors.ts';
import { mayAdministratorsShare } from './excluded-rooms.ts';
import { type FolderSource, SOURCES } from './folder-sources.ts';
import { hiddenFolders, isGrantShownTo } from './hidden-rooms.ts';
import { addressOfInvitation, addressOfUser } from './room-domains.ts';

const VISITOR = sql.lit(ACCESS_LEVEL_ORDER.visitor);
const COLLABORATOR = sql.lit(ACCESS_LEVEL_ORDER.collaborator);
/**
 * The direct grants of a user: their root folders, rooms that they manage, folders shared with them, accepted invitations to all
 * folders.
 */
export const userGrants = (user: RawBuilder<number>, source: FolderSource) => sql`
  select f.id, f.owner_id, ${OWNER_LEVEL} from ${SOURCES[source]} f where f.owner_id = ${user} and f.parent_id is null
  union all
  select f.id, f.owner_id, ${OWNER_LEVEL} from room_managers
    join ${SOURCES[source]} f on f.id = room_managers.room_id and f.parent_id is null where room_managers.user_id = ${user}
  union all
  select f.id, f.owner_id, ${COLLABORATOR} from (${collaborationsOf(user, source)}) shared
    join ${SOURCES[source]} f on f.id = shared.folder_id where shared.user_id = ${user}
  union all ${allFoldersGrants(
    COLLABORATOR,
    sql`invitations.accepted_by_id = ${user} and invitations.role = 'collaborator' and invitations.revoked_at is null`,
    source,
  )}`;

/**
 * The collaborations of a user that count, possibly among those of others. In a room that is hidden from collaborators only those
 * on its root folder count.
 */
function collaborationsOf(user: RawBuilder<number>, source: FolderSource): RawBuilder<unknown> {
  const counts = isGrantShownTo('collaborators', sql`folder_id`, addressOfUser(user));
  // Single loads have the ancestors already, lists need those of the shared folders.
  if (source === 'ancestors') return activeCollaborations({ counts, of: { user, via: 'ancestors' } });
  const shared = sql`select folder_id from collaborators where user_id = ${user}`;
  return sql`with recursive ${ancestors(shared)}
    select * from (${activeCollaborations({ counts, of: { user, via: 'collaborators' } })}) active`;
}

/** The grants of a visitor invited to all folders, except those of hidden rooms. */
export const visitorGrantsOnAll = (invitationId: number, source: FolderSource) => sql`
  select id, owner_id, ${VISITOR} from (${allFoldersGrants(VISITOR, sql`invitations.id = ${invitationId}`, source)}) as on_all
    where id not in (${hiddenFolders(SOURCES[source], 'visitors', addressOfInvitation(sql`${invitationId}`))})`;

/**
 * The grants of invitations to all folders: the inviter's root folders; every folder if the inviter is an administrator.
 * `isGrant` may name columns of `users` of a query around this one.
 */
const allFoldersGrants = (
  level: RawBuilder<unknown>,
  isGrant: RawBuilder<unknown>,
  source: FolderSource,
) => sql`
  select f.id, f.owner_id, ${level} from invitations
    join users inviting on inviting.id = invitations.inviter_id
    join ${SOURCES[source]} f on (inviting.is_admin = 1 and ${mayAdministratorsShare(sql`f.id`, source)})
      or (f.owner_id = inviting.id and f.parent_id is null)
    where invitations.all_folders = 1 and inviting.deleted_at is null and ${isGrant}`;
