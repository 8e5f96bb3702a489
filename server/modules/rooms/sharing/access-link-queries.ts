import { sql } from 'kysely';
import { OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { isLinkIntoExcludedRoom } from '#server/authorization/grants/excluded-objects.ts';
import { mayAdministratorsShare } from '#server/authorization/grants/excluded-rooms.ts';
import { isShownTo } from '#server/authorization/grants/hidden-rooms.ts';
import { unpublishedFolders } from '#server/authorization/publication/published.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Actor } from '#shared/policies/actor.ts';

interface Page {
  readonly actor: Actor;
  readonly folderId: number;
  /** The folders of the path whose links may be listed. */
  readonly managedIds: readonly number[];
  readonly limit: number;
  readonly now: number;
}

export interface AccessLinkGrant {
  readonly id: number;
  readonly name: string;
  readonly owner_id: number;
  readonly encrypted_slug: Buffer;
  /** JSON. */
  readonly settings: string;
  readonly expires_at: number | null;
  readonly last_visit_at: number | null;
  /** The folder of the path that the link names. */
  readonly folder_id: number;
  /** The link opens something of a room that excludes the administrator who asks. */
  readonly is_excluded: 0 | 1;
  /** Links that ask for no address open something. */
  readonly allows_public: 0 | 1;
}

/**
 * Lists the open links to the folder and to folders above it, newest first, with each folder of the path that they name; those
 * whose owner may not share the folder anymore and those to what visitors do not see are left out.
 */
export async function listAccessLinkGrants(
  db: Database,
  { actor, folderId, managedIds, limit, now }: Page,
): Promise<readonly AccessLinkGrant[]> {
  if (managedIds.length === 0) return [];
  const folder = sql`cast(${folderId} as bigint)`;
  const { rows } = await sql<AccessLinkGrant>`with recursive ${ancestors(sql`${folderId}`)}
    select links.id, links.name, links.owner_id, links.encrypted_slug, links.settings, links.expires_at,
        links.last_visit_at, named.entry_id as folder_id,
        case when ${isLinkIntoExcludedRoom(actor)} then 1 else 0 end as is_excluded,
        case when ${isPublicSharingAllowed} then 1 else 0 end as allows_public
      from link_targets as named
      join links on links.id = named.link_id join users as owners on owners.id = links.owner_id
      where named.entry_kind = 'folder' and named.entry_id in (${sql.join(managedIds)})
        and links.deleted_at is null and links.disabled_at is null
        and (links.expires_at is null or links.expires_at > ${now}) and owners.deleted_at is null
        and ${folder} not in (${unpublishedFolders(sql`ancestors`, { now: () => now })})
        and ${isShownTo('visitors', folder, undefined)}
        and ((owners.is_admin = 1 and ${mayAdministratorsShare(folder, 'ancestors')}) or exists (
          select 1 from (${userAccess(sql`owners.id`, 'ancestors')}) as of_owner
            where of_owner.id = named.entry_id and of_owner.access_level = ${OWNER_LEVEL}))
      order by links.id desc, named.entry_id limit ${limit + 1}`.execute(db);
  return rows;
}
