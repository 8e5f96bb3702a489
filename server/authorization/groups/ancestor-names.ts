import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { groupIdsOf, tokenFolderIds } from '#shared/policies/actor.ts';
import { ancestors } from '../folder-ancestors.ts';
import { fileFoldersOf, isVisibleFile } from '../visible-to.ts';
import { NAME_FOR_MEMBERS } from './name-for-members.ts';

/** The property of a folder or file that a member of a group sees without the folder above it. */
export interface WithAncestorNames {
  readonly ancestorNames?: string[];
}

type AncestorNamesOf = (id: number) => WithAncestorNames;

const NOTHING: AncestorNamesOf = () => ({});

/**
 * Finds the names of the folders above folders that a member of a group sees, from the room down. Only names, and only of rooms
 * of their groups: the folders themselves stay hidden, and a room with a code name is called by it. A token for certain folders
 * does not tell what is above them.
 */
export async function findAncestorNames(
  ctx: Context,
  folderIds: readonly number[],
): Promise<AncestorNamesOf> {
  if (folderIds.length === 0) return NOTHING;
  const chainOf = await readChains(ctx, sql.join(folderIds));
  return (id) => present(chainOf(id).slice(1));
}

/** Finds the same for files that a member of a group sees outside of folders. */
export async function findAncestorNamesOfFiles(
  ctx: Context,
  fileIds: readonly number[],
): Promise<AncestorNamesOf> {
  if (fileIds.length === 0) return NOTHING;
  const files = await ctx.db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(ctx), 'visible.id', 'files.folder_id')
    .select(['files.id', 'files.folder_id'])
    .where('files.id', 'in', fileIds)
    .where('files.folder_id', 'is not', null)
    // Somebody may have moved it meanwhile.
    .where(isVisibleFile(ctx))
    .execute();
  const folderOf = new Map(files.map(({ id, folder_id }) => [id, folder_id ?? 0]));
  if (folderOf.size === 0) return NOTHING;
  const chainOf = await readChains(ctx, sql.join([...new Set(folderOf.values())]));
  return (id) => present(chainOf(folderOf.get(id) ?? 0));
}

interface AncestorRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
}

/** Returns the folder and those above it, nearest first; nothing outside the rooms of the groups of the actor. */
async function readChains(
  ctx: Context,
  folderIds: RawBuilder<unknown>,
): Promise<(id: number) => readonly AncestorRow[]> {
  const groupIds = groupIdsOf(ctx.actor);
  if (groupIds.length === 0 || tokenFolderIds(ctx.actor) !== undefined) return () => [];
  const { rows } = await sql<
    AncestorRow & { readonly isOfGroup: 0 | 1 }
  >`with recursive ${ancestors(folderIds)}
    select ancestors.id, ancestors.parent_id as "parentId", ${NAME_FOR_MEMBERS} as name,
      case when ancestors.id in (select room_id from room_groups where id in (${sql.join(groupIds)})) then 1 else 0 end as "isOfGroup"
    from ancestors join folders on folders.id = ancestors.id left join rooms on rooms.folder_id = ancestors.id`.execute(
    ctx.db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const chain = ancestorsAndSelf(byId, id).flatMap((above) => byId.get(above) ?? []);
    return chain.at(-1)?.isOfGroup === 1 ? chain : [];
  };
}

const present = (above: readonly AncestorRow[]): WithAncestorNames =>
  above.length === 0 ? {} : { ancestorNames: above.map(({ name }) => name).toReversed() };
