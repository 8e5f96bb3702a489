import { type RawBuilder, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { groupFoldersIn, userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { mayAdministratorsShare } from '#server/authorization/grants/excluded-rooms.ts';
import { isShownTo } from '#server/authorization/grants/hidden-rooms.ts';
import { isExcludedAddress } from '#server/authorization/grants/room-domains.ts';
import { groupFileLevel } from '#server/authorization/groups/group-access.ts';
import { isMemberWithoutGiver } from '#server/authorization/links/group-of-link.ts';
import { publishedBy, unpublishedFolders } from '#server/authorization/publication/published.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { isVisitor } from '../groups/member-view-queries.ts';

/** The aliases of `users` below differ from the names inside `userAccess`, which would hide them. */
const COLLABORATOR = sql.lit(ACCESS_LEVEL_ORDER.collaborator);

/** The file, and the row after which the page of one source begins. */
export interface AudiencePage {
  readonly fileId: number;
  readonly folderId: number;
  readonly after: number;
  readonly limit: number;
  readonly now: number;
}

/** A person with access through one source. */
export interface AudienceRow {
  readonly id: number;
  readonly person: string | null;
  readonly name?: string | null;
  readonly source: string | null;
  /** A value of `ACCESS_LEVEL_ORDER`; for visitors of invitations and links whether they may download. */
  readonly level: number;
  readonly first_opened_at: number | null;
  /** The settings of a link, as JSON. */
  readonly settings?: string;
}

/**
 * Tells whether the file and its folders are published and in no room that is hidden from visitors: the rest is for staff. Needs
 * `ancestors`.
 */
export const isPublic = (
  { fileId, folderId, now }: Pick<AudiencePage, 'fileId' | 'folderId' | 'now'>,
  address?: RawBuilder<string>,
) => {
  const at = { now: () => now };
  return sql`exists (select 1 from files as shown where shown.id = ${fileId} and ${publishedBy(at)('shown')}
    and cast(${folderId} as bigint) not in (${unpublishedFolders(sql`ancestors`, at)})
    and ${isShownTo('visitors', sql`cast(${folderId} as bigint)`, address)})`;
};

/**
 * The common table expression `openings`: when each viewer first opened the file. A file may have more views than viewers by far.
 */
export const openings = (
  fileId: number,
) => sql`openings(viewer_id, viewer_email, link_id, viewed_at) as materialized (
  select viewer_id, viewer_email, link_id, min(viewed_at) from file_views where file_id = ${fileId} group by viewer_id, viewer_email, link_id)`;

export const firstOpened = (isViewer: RawBuilder<unknown>) => sql`
  (select min(viewed_at) from openings where ${isViewer}) as first_opened_at`;

/** Lists the owners and collaborators, by user. */
export async function listStaff(
  db: Database,
  { fileId, folderId, after, limit }: AudiencePage,
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`with recursive ${ancestors(sql`${folderId}`)},
    candidates(user_id) as (
      select owner_id from ancestors
      union select user_id from room_managers join ancestors on ancestors.id = room_managers.room_id
      union select user_id from collaborators join ancestors on ancestors.id = collaborators.folder_id
      union select accepted_by_id from invitations
        where all_folders = 1 and role = 'collaborator' and accepted_by_id is not null and revoked_at is null
    ), ${openings(fileId)}
    select * from (
      select people.id, people.username as person, ${personName('people')} as name, null as source,
        (select access_level from (${userAccess(sql`people.id`, 'ancestors')}) as of_user
          where of_user.id = ${folderId}) as level,
        ${firstOpened(sql`viewer_id = people.id`)}
      from candidates join users as people on people.id = candidates.user_id
      where people.deleted_at is null and people.id > ${after}
    ) as staff where level >= ${COLLABORATOR} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Finds the owner of a file outside folders. */
export async function findOwner(
  db: Database,
  { fileId, after, limit }: AudiencePage,
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`with ${openings(fileId)}
    select people.id, people.username as person, ${personName('people')} as name, null as source, ${OWNER_LEVEL} as level,
      ${firstOpened(sql`viewer_id = people.id`)}
    from files join users as people on people.id = files.owner_id
    where files.id = ${fileId} and people.deleted_at is null and people.id > ${after} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Lists the members of groups, by member; without those whom a link admitted whose owner manages the room no more. */
export async function listMembersWithAccess(
  db: Database,
  groupIds: readonly number[],
  { fileId, folderId, after, limit, now }: AudiencePage,
): Promise<AudienceRow[]> {
  if (groupIds.length === 0) return [];
  const at = { now: () => now };
  const { rows } = await sql<AudienceRow>`with recursive ${ancestors(sql`${folderId}`)}, ${openings(fileId)}
    select group_members.id, group_members.email as person, room_groups.name as source, ${groupFileLevel(publishedBy(at))} as level,
      ${firstOpened(
        sql`(viewer_id = group_members.user_id or (viewer_id is null
          and ${isVisitor('group_members', { email: sql.ref('viewer_email'), linkId: sql.ref('openings.link_id') })}))`,
      )}
    from group_members
      join room_groups on room_groups.id = group_members.group_id
      join (select id, group_id, access_level as group_level
        from (${groupFoldersIn('ancestors', groupIds, publishedBy(at))}) as of_groups) as visible
        on visible.group_id = group_members.group_id and visible.id = ${folderId}
      join files on files.id = ${fileId}
      left join users as people on people.id = group_members.user_id
      left join invitations on invitations.id = group_members.invitation_id
      left join users as inviters on inviters.id = invitations.inviter_id
    where group_members.removed_at is null and group_members.id > ${after}
      and not ${isMemberWithoutGiver}
      and not ${isExcludedAddress(sql`group_members.email_key`, sql`group_members.room_id`)} and ${groupFileLevel(publishedBy(at))} > 0
      and (people.deleted_at is null or people.id is null)
      and (group_members.invitation_id is null or (invitations.revoked_at is null and invitations.expires_at > ${now}
        and inviters.deleted_at is null))
    order by group_members.id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the visitors of invitations, by invitation. */
export async function listInvited(
  db: Database,
  { fileId, folderId, after, limit, now }: AudiencePage,
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`with recursive ${ancestors(sql`${folderId}`)},
    grants(invitation_id, folder_id) as (
      select invitation_id, folder_id from invitation_folders where folder_id in (select id from ancestors)
      union
      select id, null from invitations where all_folders = 1 and role = 'visitor'
    ), ${openings(fileId)}
    select distinct invitations.id, case when invitations.email = '' then null else invitations.email end as person,
      null as source, invitations.allow_download as level,
      ${firstOpened(sql`viewer_id is null and viewer_email = invitations.email and link_id is null`)}
    from grants join invitations on invitations.id = grants.invitation_id
      join users as inviters on inviters.id = invitations.inviter_id
    where ${isPublic({ fileId, folderId, now }, sql`lower(invitations.email)`)} and invitations.role = 'visitor' and invitations.revoked_at is null
      and invitations.expires_at > ${now} and invitations.id > ${after} and (invitations.email <> '' or ${isPublicSharingAllowed})
      and inviters.deleted_at is null and ((inviters.is_admin = 1 and ${mayAdministratorsShare(sql`cast(${folderId} as bigint)`, 'ancestors')})
        or (grants.folder_id is null and exists (
          select 1 from ancestors where parent_id is null and owner_id = inviters.id))
        or exists (select 1 from (${userAccess(sql`inviters.id`, 'ancestors')}) as of_inviter
          where of_inviter.id = grants.folder_id and of_inviter.access_level = ${OWNER_LEVEL}))
    order by invitations.id limit ${limit}`.execute(db);
  return rows;
}
