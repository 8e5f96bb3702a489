import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { groupFoldersIn, userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { mayAdministratorsShare } from '#server/authorization/grants/excluded-rooms.ts';
import { addressOfInvitation } from '#server/authorization/grants/room-domains.ts';
import { groupFileLevel } from '#server/authorization/groups/group-access.ts';
import { ownerManages } from '#server/authorization/links/group-of-link.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';
import { type AudiencePage, type AudienceRow, firstOpened, isPublic, openings } from './audience-queries.ts';

/**
 * Tells whether people come through a link at this moment. One that asks for no address needs public sharing; a quotation mark in
 * a text of the settings is escaped, so that nothing else contains these parts.
 */
const isOpen = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  links.deleted_at is null and links.disabled_at is null
    and (links.starts_at is null or links.starts_at <= ${now}) and (links.expires_at is null or links.expires_at > ${now})
    and (links.settings not like '%"askEmail":false%' or links.settings like '%"requireCode":true%' or ${isPublicSharingAllowed}))`;

/** The open links that name the file or a folder above it and whose owner may still share it. Begins a statement. */
const openLinks = ({ fileId, folderId, now }: AudiencePage) => sql`
  with recursive ${ancestors(sql`${folderId}`)}, named(link_id, folder_id) as (
    select link_id, entry_id from link_targets where entry_kind = 'folder' and entry_id in (select id from ancestors)
    union select link_id, cast(${folderId} as bigint) from link_targets where entry_kind = 'file' and entry_id = ${fileId}
  ), open_links(id, name, settings) as (
    select distinct links.id, links.name, links.settings from named
      join links on links.id = named.link_id join users as owners on owners.id = links.owner_id
    where ${isPublic({ fileId, folderId, now })} and ${isOpen(now)} and owners.deleted_at is null
      and ((owners.is_admin = 1 and ${mayAdministratorsShare(sql`cast(${folderId} as bigint)`, 'ancestors')}) or exists (
        select 1 from (${userAccess(sql`owners.id`, 'ancestors')}) as of_owner
          where of_owner.id = named.folder_id and of_owner.access_level = ${OWNER_LEVEL}))
  )`;

/** The open links into groups that see the file, with the level of the group. Needs `ancestors`. */
function groupLinks(groupIds: readonly number[], { fileId, folderId, now }: AudiencePage) {
  const isPublished = publishedBy({ now: () => now });
  return sql`select links.id, links.name, links.settings, ${groupFileLevel(isPublished)} as level
    from links join room_groups on room_groups.id = links.group_id
      join (select id, group_id, access_level as group_level
        from (${groupFoldersIn('ancestors', groupIds, isPublished)}) as of_groups) as visible
        on visible.group_id = links.group_id and visible.id = ${folderId}
      join files on files.id = ${fileId}
    where ${isOpen(now)} and ${groupFileLevel(isPublished)} > 0 and ${ownerManages(sql.ref('room_groups.room_id'))}`;
}

/** Lists the links themselves, by link: people open them whose address is not known yet. Those into a group give its level. */
export async function listOpenLinks(
  db: Database,
  groupIds: readonly number[],
  page: AudiencePage,
): Promise<AudienceRow[]> {
  const intoGroups = groupIds.length === 0 ? sql`` : sql`union all ${groupLinks(groupIds, page)}`;
  const { rows } = await sql<AudienceRow>`${openLinks(page)}
    select id, null as person, name as source, level, null as first_opened_at, settings
    from (select id, name, settings, 0 as level from open_links ${intoGroups}) as all_links
    where id > ${page.after} order by id limit ${page.limit}`.execute(db);
  return rows;
}

/** Lists the people whom a link has admitted with an address, by visitor. Those of links into groups are members. */
export async function listLinkVisitors(db: Database, page: AudiencePage): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`${openLinks(page)}, ${openings(page.fileId)}
    select visitors.id, visitors.email as person, open_links.name as source, 0 as level, open_links.settings,
      ${firstOpened(sql`link_id = open_links.id and viewer_email = visitors.email`)}
    from open_links join link_visitors as visitors on visitors.link_id = open_links.id
      join invitations on invitations.id = visitors.invitation_id
    where ${isPublic(page, addressOfInvitation(sql`visitors.invitation_id`))} and visitors.id > ${page.after} and visitors.email <> '' and invitations.revoked_at is null
    order by visitors.id limit ${page.limit}`.execute(db);
  return rows;
}
