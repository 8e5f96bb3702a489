import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, isAdmin, rootOwnerId } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, type FolderAccessRow, folderAccess } from './folder-access.ts';
import { filesLinkedTo } from './links/linked-files.ts';

/**
 * Builds the table `visible(id, access_level)` of the folders that the actor may see, except those in the
 * trash. Lists join it, so that nothing else can be listed.
 */
export function visibleTo(actor: Actor) {
  return accessibleFolders(actor, 'active').as('visible');
}

/** Returns the same rows as a query, with the folders in the trash as if they were not deleted. For lists of the trash. */
export function visibleInTrashTo(actor: Actor) {
  return accessibleFolders(actor, 'all');
}

/**
 * Administrators see every folder without a grant. Their level in lists only says whether they own the folder:
 * walking down all of their trees would take longer than the list itself.
 */
function accessibleFolders(actor: Actor, source: 'active' | 'all'): RawBuilder<FolderAccessRow> {
  if (!isAdmin(actor)) return sql`(${folderAccess(actor, source)})`;
  const isOwn = sql`owner_id = ${actor.kind === 'user' ? actor.id : 0}`;
  const isListed = source === 'all' ? sql`1 = 1` : sql`deleted_at is null`;
  return sql`(select id, case when ${isOwn} then ${sql.lit(ACCESS_LEVEL_ORDER.owner)} else 0 end as access_level
    from folders where ${isListed})`;
}

/**
 * The condition on `files` joined with `visible`: files in visible folders, in the root one's own or, for administrators,
 * all, and for visitors the files that their link names.
 */
export function isVisibleFile(actor: Actor) {
  if (actor.kind === 'visitor')
    return sql<SqlBool>`(visible.id is not null or files.id in ${filesLinkedTo(actor.invitationId)})`;
  const inRoot = isAdmin(actor) ? sql`1 = 1` : sql`files.owner_id = ${rootOwnerId(actor) ?? 0}`;
  return sql<SqlBool>`(visible.id is not null or (files.folder_id is null and ${inRoot}))`;
}
