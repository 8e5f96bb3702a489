import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import { type Actor, groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from './access-level-order.ts';
import { withoutBlockedRooms } from './addresses/blocked-folders.ts';
import { foreseenFolders, foreseenGrants } from './drafts/foreseen.ts';
import { ancestors } from './folder-ancestors.ts';
import { selfAndDescendants } from './folder-descendants.ts';
import { userGrants, visitorGrantsOnAll } from './grants/direct-grants.ts';
import { mayAdministratorsShare } from './grants/excluded-rooms.ts';
import { type FolderSource, SOURCES } from './grants/folder-sources.ts';
import { isShownTo, takesStaff } from './grants/hidden-rooms.ts';
import { inheritedLevel } from './grants/inherited-level.ts';
import { addressOfInvitation, addressText } from './grants/room-domains.ts';
import { type GroupFolderRow, groupFolders } from './groups/group-access.ts';
import { type PublishedTest, publishedBy, unpublishedFolders } from './publication/published.ts';

const VISITOR = sql.lit(ACCESS_LEVEL_ORDER.visitor);
/** A row of `folderAccess`. */
export interface FolderAccessRow {
  readonly id: number;
  /** A value of `ACCESS_LEVEL_ORDER` other than `none`. */
  readonly access_level: number;
}

/**
 * The access rule: the folders that an actor's grants reach, as a query of the rows (id, access_level). Single loads
 * and lists use this expression alike and differ only in the folders that they look at. The right of administrators to
 * see every folder is not a grant and adds no rows.
 */
export const folderAccess = (requester: Requester, source: FolderSource): RawBuilder<FolderAccessRow> =>
  withinLimits(requester.actor, source, unrestrictedAccess(requester, source));

/** Leaves only the folders that the API token of the actor is for, and that may be read from the address of the request. */
export function withinLimits<Row extends { readonly id: number }>(
  actor: Actor,
  source: FolderSource,
  access: RawBuilder<Row>,
): RawBuilder<Row> {
  const folderIds = tokenFolderIds(actor);
  const readable = withoutBlockedRooms(actor, source, access);
  if (folderIds === undefined) return readable;
  return sql<Row>`select * from (${readable}) as of_owner
    where id in (${selfAndDescendants(folderIds, SOURCES[source])})`;
}

function unrestrictedAccess(requester: Requester, source: FolderSource): RawBuilder<FolderAccessRow> {
  const own = ownAccess(requester, source);
  // Members of groups see nothing in the trash. Without groups, the query stays as it is.
  if (groupIdsOf(requester.actor).length === 0 || source === 'all') return own;
  return sql<FolderAccessRow>`select id, max(access_level) as access_level
    from (select * from (${own}) as own
      union all select id, access_level from (${accessOfGroups(requester, source)}) as of_groups
        where access_level > ${sql.lit(ACCESS_LEVEL_ORDER.none)}) as access group by id`;
}

function accessOfGroups(requester: Requester, source: FolderSource): RawBuilder<GroupFolderRow> {
  const groupIds = groupIdsOf(requester.actor);
  const isPublished = publishedBy(requester);
  // The folders above another place are not among the ancestors that single loads have.
  const foreseen = foreseenFolders(requester);
  return foreseen
    ? groupFolders(groupIds, foreseen, isPublished, foreseenGrants(requester))
    : groupFoldersIn(source, groupIds, isPublished);
}

/** The folders of the rooms of groups, with their levels there; see `groupFolders`. */
export const groupFoldersIn = (
  source: FolderSource,
  groupIds: readonly number[],
  isPublished: PublishedTest,
): RawBuilder<GroupFolderRow> => groupFolders(groupIds, SOURCES[source], isPublished);

/**
 * The folders whose files an actor may see: those of `folderAccess`, and for members of groups every folder of their rooms,
 * since a file can have a level of its own. With `group_id` and `group_level`, which is `none` in hidden folders.
 */
export function filePlaces(
  requester: Requester,
  source: 'active' | 'ancestors',
): RawBuilder<FolderAccessRow> {
  if (groupIdsOf(requester.actor).length === 0) return folderAccess(requester, source);
  const places = sql<FolderAccessRow>`select id, max(access_level) as access_level, max(group_id) as group_id,
      max(group_level) as group_level
    from (select id, access_level, cast(null as bigint) as group_id, ${sql.lit(ACCESS_LEVEL_ORDER.none)} as group_level
        from (${ownAccess(requester, source)}) as own
      union all select id, ${sql.lit(ACCESS_LEVEL_ORDER.none)}, group_id, access_level
        from (${accessOfGroups(requester, source)}) as of_groups) as access group by id`;
  return withinLimits(requester.actor, source, places);
}

/** The folders that an actor's own grants reach, without those of groups. */
export function ownAccess(requester: Requester, source: FolderSource): RawBuilder<FolderAccessRow> {
  const { actor } = requester;
  if (actor.kind === 'user') return userAccess(sql`${actor.id}`, source);
  if (actor.kind === 'visitor' && actor.viewAs?.userId !== undefined) {
    // A manager sees what the member may do in this room, and nothing of what they have elsewhere.
    const { userId, roomId } = actor.viewAs;
    return sql<FolderAccessRow>`select * from (${userAccess(sql`${userId}`, source)}) as of_member
      where id in (${selfAndDescendants([roomId], SOURCES[source])})`;
  }
  // No invitation has the id 0.
  const access = visitorAccess(actor.kind === 'visitor' ? actor.invitationId : 0, source);
  // Owners and collaborators see drafts, visitors do not.
  return sql<FolderAccessRow>`select * from (${access}) as of_visitor
    where id not in (${unpublishedFolders(source === 'ancestors' ? SOURCES.ancestors : SOURCES.all, requester)})`;
}

/** Returns the same query for a user whose id is an SQL expression. */
export const userAccess = (user: RawBuilder<number>, source: FolderSource): RawBuilder<FolderAccessRow> =>
  inheritedAccess(userGrants(user, source), source, user);

const visitorAccess = (invitationId: number, source: FolderSource): RawBuilder<FolderAccessRow> =>
  inheritedAccess(
    sql`select id, owner_id, ${VISITOR} from ${invitationScope(invitationId, source)} in_scope
      union all ${visitorGrantsOnAll(invitationId, source)}`,
    source,
  );

/**
 * Passes grants on to the folders below. A folder that a member created inside another user's folder is theirs only
 * while they are a member there: when a right is revoked above, everything below is closed at once.
 */
function inheritedAccess(
  grants: RawBuilder<unknown>,
  source: FolderSource,
  user?: RawBuilder<number>,
): RawBuilder<FolderAccessRow> {
  const levelIn = (inherited: 'granted' | 'reached', folder: 'granted' | 'f') => {
    const level = sql.ref<number>(`${inherited}.access_level`);
    return user ? inheritedLevel(level, sql.ref(`${folder}.owner_id`), user) : level;
  };
  return sql<FolderAccessRow>`with recursive granted(id, owner_id, access_level) as (${grants}),
    reached(id, access_level) as (
      select id, ${levelIn('granted', 'granted')} from granted
      union
      select f.id, ${levelIn('reached', 'f')} from reached join ${SOURCES[source]} f on f.parent_id = reached.id
    ) select id, max(access_level) as access_level from reached group by id`;
}

/**
 * The folders that an invitation or its link names and its inviter may still invite to, as its owner or as an administrator, as a
 * query of the rows (id, owner_id). Evaluated at each request, so that visitors lose a folder when their inviter does, or when
 * its room is closed.
 */
export function invitationScope(
  invitationId: number,
  source: FolderSource = 'all',
): RawBuilder<FolderScopeRow> {
  const inviter = sql<number>`(select inviter_id from invitations where id = ${invitationId})`;
  const linked = sql`select entry_id from link_targets
    join invitations on invitations.link_id = link_targets.link_id
    where invitations.id = ${invitationId} and entry_kind = 'folder'`;
  const named = sql`select folder_id from invitation_folders where invitation_id = ${invitationId} union ${linked}`;
  const address = addressOfInvitation(sql`${invitationId}`);
  const role = sql`(select role from invitations where id = ${invitationId})`;
  // Collaborators of a root folder are staff of its room.
  return scopeOf(
    {
      inviter,
      named,
      isShown: sql`(${isShownTo('visitors', sql`f.id`, address)} or (${role} = 'collaborator'
      and ((f.parent_id is null and ${takesStaff(sql`f.id`)}) or ${isShownTo('collaborators', sql`f.id`, address)})))`,
    },
    source,
  );
}

/** The active folders among the targets of a link that its owner may still invite to: anybody, or somebody with this address. */
export function linkScope(linkId: number, address?: string): RawBuilder<FolderScopeRow> {
  const owner = sql<number>`(select owner_id from links where id = ${linkId})`;
  const named = sql`select entry_id from link_targets where link_id = ${linkId} and entry_kind = 'folder'`;
  return scopeOf(
    { inviter: owner, named, isShown: isShownTo('visitors', sql`f.id`, addressText(address)) },
    'active',
  );
}

type FolderScopeRow = Pick<Selectable<FoldersTable>, 'id' | 'owner_id'>;

interface Scope {
  readonly inviter: RawBuilder<number>;
  readonly named: RawBuilder<unknown>;
  readonly isShown: RawBuilder<SqlBool>;
}

function scopeOf({ inviter, named, isShown }: Scope, source: FolderSource): RawBuilder<FolderScopeRow> {
  // Single loads have the ancestors already, lists need those of the named folders.
  const isGiven = source === 'ancestors';
  return sql<FolderScopeRow>`(${isGiven ? sql`` : sql`with recursive ${ancestors(named)}`}
    select f.id, f.owner_id from ${SOURCES[source]} f
      join users on users.id = ${inviter}
      where f.id in (${named}) and ${isShown} and users.deleted_at is null and ((users.is_admin = 1 and ${mayAdministratorsShare(sql`f.id`, 'ancestors')})
        or f.id in (select id from (${userAccess(inviter, 'ancestors')}) of_inviter where access_level = ${OWNER_LEVEL})))`;
}
