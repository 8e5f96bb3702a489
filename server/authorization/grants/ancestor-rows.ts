import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { FOLDER_COLUMNS } from '#server/database/tables/column-names.ts';
import type { Flag } from '#server/database/tables/column-types.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import { type Actor, blockedRoomIdsOf, groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { folderAccess, ownAccess, withinLimits } from '../folder-access.ts';
import { ancestors } from '../folder-ancestors.ts';
import { folderRights } from '../groups/folder-rights.ts';
import { seesVersions, watermarksPages } from '../groups/group-reading.ts';
import { roomState } from './room-state.ts';

/** A folder with the access of one actor to it, and what its room says. */
export interface AncestorRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly deletedAt: number | null;
  readonly accessLevel: number;
  readonly frozenAt: number | null;
  /** `null` for a folder that is no room. */
  readonly roomState: RoomState | null;
  readonly allowsDownloads: Flag | null;
  readonly watermarksPages: Flag | null;
  readonly seesVersions: Flag | null;
  /** A value of `GROUP_RIGHTS`. */
  readonly rights: number;
  /** For members of groups: their level without groups, their group in the room of the folder, and its level there. */
  readonly ownLevel?: number;
  readonly groupId?: number | null;
  readonly groupLevel?: number | null;
}

/**
 * Stands for an account whose access depends on its id alone: it has no groups, address rules, or token for certain folders. Most
 * requests are made by such accounts, and building their queries takes longer than running them.
 */
export const plainRequester = (userId: number): Requester => ({
  actor: { kind: 'user', id: userId, isAdmin: false },
  now: () => {
    throw new Error('The access of an account without groups does not depend on the clock.');
  },
});

type FolderRow = Selectable<FoldersTable>;

const selectAncestorsForUser = prepareQuery((_, { userId, folderId }: { userId: number; folderId: number }) =>
  ancestorRows(plainRequester(userId), [folderId]),
);

/** Reads folders and every folder above them, each once, with the access of one actor. */
export async function listAncestors(
  db: Database,
  requester: Requester,
  folderIds: readonly number[],
): Promise<readonly AncestorRow[]> {
  const { actor } = requester;
  const [folderId] = folderIds;
  if (folderId !== undefined && folderIds.length === 1 && actor.kind === 'user' && hasOnlyOwnAccess(actor))
    return selectAncestorsForUser(db, { userId: actor.id, folderId });
  return (await ancestorRows(requester, folderIds).execute(db)).rows;
}

const selectFolderForUser = prepareQuery((_, { userId, folderId }: { userId: number; folderId: number }) =>
  folderRows(plainRequester(userId), folderId),
);

/**
 * Reads a folder and every folder above it, with the access of one actor, in one statement; no rows if the folder does not exist.
 */
export async function readFolder(
  db: Database,
  requester: Requester,
  folderId: number,
): Promise<{ readonly folder: FolderRow | undefined; readonly ancestors: readonly AncestorRow[] }> {
  const { actor } = requester;
  const rows =
    actor.kind === 'user' && hasOnlyOwnAccess(actor)
      ? await selectFolderForUser(db, { userId: actor.id, folderId })
      : (await folderRows(requester, folderId).execute(db)).rows;
  const own = rows.find(({ id }) => id === folderId);
  const folder = own && (Object.fromEntries(FOLDER_COLUMNS.map((name) => [name, own[name]])) as FolderRow); // all of its columns
  return { folder, ancestors: rows };
}

/** Tells whether only the id of the actor decides what they have access to, the right of administrators aside. */
export const hasOnlyOwnAccess = (actor: Actor): boolean =>
  groupIdsOf(actor).length === 0 &&
  blockedRoomIdsOf(actor).length === 0 &&
  tokenFolderIds(actor) === undefined;

const ancestorRows = (requester: Requester, folderIds: readonly number[]): RawBuilder<AncestorRow> =>
  rowsOf(requester, folderIds, { columns: sql``, from: sql`` });

/** The same of one folder, whose row also has its own columns. */
const folderRows = (requester: Requester, folderId: number) =>
  rowsOf<AncestorRow & Omit<FolderRow, 'id'>>(requester, [folderId], {
    columns: sql`${sql.join(FOLDER_COLUMNS.filter((name) => name !== 'id').map((name) => sql.ref(`own.${name}`)))},`,
    from: sql`left join folders own on own.id = ancestors.id and own.id = ${folderId}`,
  });

function rowsOf<Row extends AncestorRow>(
  requester: Requester,
  folderIds: readonly number[],
  further: { readonly columns: RawBuilder<unknown>; readonly from: RawBuilder<unknown> },
): RawBuilder<Row> {
  const { access, columns, join } = accessParts(requester);
  return sql<Row>`
    with recursive ${ancestors(sql.join(folderIds))}
    select ancestors.id, ancestors.parent_id as "parentId", ancestors.deleted_at as "deletedAt", ${further.columns}
      ${columns},
      ${roomState} as "roomState", rooms.frozen_at as "frozenAt",
      rooms.allows_downloads as "allowsDownloads", ${watermarksPages(requester.actor)} as "watermarksPages",
      ${seesVersions(requester.actor)} as "seesVersions"
    from ancestors ${further.from} left join rooms on rooms.folder_id = ancestors.id left join (${access}) access on access.id = ancestors.id ${join}`;
}

/**
 * The parts of the statement about the access to `ancestors`. The levels of groups are read once, with their rights, in place of
 * once in the rule and once more for those.
 */
function accessParts(requester: Requester) {
  const ofGroups = folderRights(requester, 'ancestors');
  if (!ofGroups)
    return {
      access: folderAccess(requester, 'ancestors'),
      columns: sql`coalesce(access.access_level, 0) as "accessLevel", 0 as rights`,
      join: sql``,
    };
  return {
    access: withinLimits(requester.actor, 'ancestors', ownAccess(requester, 'ancestors')),
    columns: sql`case when of_group.access_level > coalesce(access.access_level, 0) then of_group.access_level
        else coalesce(access.access_level, 0) end as "accessLevel",
      coalesce(of_group.rights, 0) as rights, coalesce(access.access_level, 0) as "ownLevel",
      of_group.group_id as "groupId", of_group.access_level as "groupLevel"`,
    join: sql`left join (${ofGroups}) of_group on of_group.id = ancestors.id`,
  };
}
