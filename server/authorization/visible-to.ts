import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import {
  type Actor,
  groupIdsOf,
  isAdmin,
  rootOwnerId,
  seesEverything,
  seesOwnDrafts,
} from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from './access-level-order.ts';
import { foreseenFiles, foreseenGrants } from './drafts/foreseen.ts';
import { type FolderAccessRow, filePlaces, folderAccess } from './folder-access.ts';
import { foldersExcludedFrom } from './grants/excluded-rooms.ts';
import { groupFileLevel } from './groups/group-access.ts';
import { filesLinkedTo } from './links/linked-files.ts';
import { isUnpublished, publishedBy } from './publication/published.ts';

const NONE = sql.lit(ACCESS_LEVEL_ORDER.none);

/**
 * Builds the table `visible(id, access_level)` of the folders that the actor may see, except those in the
 * trash. Lists of folders join it, so that nothing else can be listed.
 */
export function visibleTo(requester: Requester) {
  return accessibleFolders(requester, 'active').as('visible');
}

/** Returns the same rows as a query, with the folders in the trash as if they were not deleted. For lists of the trash. */
export function visibleInTrashTo(requester: Requester) {
  return accessibleFolders(requester, 'all');
}

/**
 * Administrators see every folder without a grant. Their level in lists only says whether they own the folder:
 * walking down all of their trees would take longer than the list itself.
 */
function accessibleFolders(requester: Requester, source: 'active' | 'all'): RawBuilder<FolderAccessRow> {
  const { actor } = requester;
  if (!isAdmin(actor)) return sql`(${folderAccess(requester, source)})`;
  const isOwn = sql`owner_id = ${actor.kind === 'user' ? actor.id : 0}`;
  const isListed = source === 'all' ? sql`1 = 1` : sql`deleted_at is null`;
  const seen = sql<FolderAccessRow>`(select id, case when ${isOwn} then ${OWNER_LEVEL} else 0 end as access_level
    from folders where ${isListed})`;
  if (seesEverything(actor)) return seen;
  // Administrators see in rooms that exclude them what they have access to as other users.
  const excluded = foldersExcludedFrom(actor);
  return sql`(select * from ${seen} as seen where id not in (${excluded})
    union all select * from (${folderAccess(requester, source)}) as granted where id in (${excluded}))`;
}

/** Builds the table `visible` that lists of files join by their folder; the expressions below read it. */
export function fileFoldersOf(requester: Requester) {
  const isMember = groupIdsOf(requester.actor).length > 0;
  return (
    isMember
      ? sql<FolderAccessRow>`(${filePlaces(requester, 'active')})`
      : accessibleFolders(requester, 'active')
  ).as('visible');
}

/** The actor's level to a file in a folder, as an expression over `files` and `visible`. */
export function fileLevelOf(requester: Requester): RawBuilder<number> {
  const { actor } = requester;
  // Owners and collaborators see drafts, visitors and members of groups do not.
  const isPublished = publishedBy(requester);
  const own = !seesOwnDrafts(actor)
    ? sql<number>`case when ${isPublished('files')} then coalesce(visible.access_level, ${NONE}) else ${NONE} end`
    : sql<number>`coalesce(visible.access_level, ${NONE})`;
  if (groupIdsOf(actor).length === 0) return own;
  const ofGroup = groupFileLevel(isPublished, foreseenGrants(requester));
  return sql<number>`case when visible.access_level >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)} then visible.access_level
    when ${ofGroup} > ${NONE} then ${ofGroup} else ${own} end`;
}

/** Tells whether the actor may see the folder of a file; if not, the file is shown outside folders. */
export const isFolderVisible = ({ actor }: Requester): RawBuilder<SqlBool> =>
  groupIdsOf(actor).length === 0
    ? sql<SqlBool>`(visible.id is not null)`
    : sql<SqlBool>`(coalesce(visible.access_level, ${NONE}) > ${NONE} or coalesce(visible.group_level, ${NONE}) > ${NONE})`;

/**
 * The condition on `files` joined with `visible`: files in visible folders, in the root one's own or, for administrators,
 * all, for visitors the files that their link names, and for members of groups the files whose level permits it.
 */
export function isVisibleFile(requester: Requester): RawBuilder<SqlBool> {
  const { actor } = requester;
  const isInPlace =
    groupIdsOf(actor).length > 0 ? sql`${fileLevelOf(requester)} > ${NONE}` : sql`visible.id is not null`;
  if (actor.kind === 'visitor')
    return sql<SqlBool>`((${isInPlace} and ${seesOwnDrafts(actor) ? sql`1 = 1` : publishedBy(requester)('files')}) or files.id in ${filesLinkedTo(actor.invitationId, requester)})`;
  const inRoot = isAdmin(actor) ? sql`1 = 1` : sql`files.owner_id = ${rootOwnerId(actor) ?? 0}`;
  return sql<SqlBool>`(${isInPlace} or (files.folder_id is null and ${inRoot}))`;
}

/** The ids of the files whose access may differ from that of their folder, for actors with `hasAccessByFile`. */
export function filesByThemselves(requester: Requester): RawBuilder<unknown> {
  const foreseen = foreseenFiles(requester);
  return sql`select file_id from group_file_grants where group_id in (${sql.join([0, ...groupIdsOf(requester.actor)])})
    union select files.id from files where ${isUnpublished('files', requester)} ${foreseen ? sql`union ${foreseen}` : sql``}`;
}

/** Tells whether the actor may see some files of a folder and not others; everybody else has the access of the folder. */
export const hasAccessByFile = (actor: Actor): boolean =>
  actor.kind === 'visitor' || groupIdsOf(actor).length > 0;
