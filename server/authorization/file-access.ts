import { type Selectable, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import { rootOwnerId } from '#shared/policies/actor.ts';
import { accessOf, type FolderAccess, findFolderAccess, type ObjectAccess } from './access-level.ts';
import { folderOfFile } from './drafts/foreseen.ts';
import { filePlaces } from './folder-access.ts';
import { ancestors } from './folder-ancestors.ts';
import { findLinkedFiles } from './links/linked-files.ts';
import { fileLevelOf, hasAccessByFile, isFolderVisible } from './visible-to.ts';

type FileRow = Selectable<FilesTable>;

/** The access to a file, with the folder in which the actor sees it. */
export interface FileAccess
  extends ObjectAccess,
    Pick<FileRow, 'folder_id'>,
    Pick<
      FolderAccess,
      | 'isInRoom'
      | 'roomId'
      | 'roomState'
      | 'managesRoom'
      | 'forbidsDownloads'
      | 'watermarksPages'
      | 'seesVersions'
    > {}
type AccessTo = (file: FileRow) => FileAccess;

/** The access to a folder that this transaction has read under the lock of the folder tree. */
export interface KnownFolder {
  readonly id: number;
  readonly access: FolderAccess;
}

/** Looks up the access to several files, in at most three statements; in none if they have that of a folder which is known. */
export const findFileAccess = (
  ctx: Context,
  files: readonly FileRow[],
  known?: KnownFolder,
): Promise<AccessTo> =>
  hasAccessByFile(ctx.actor) ? findAccessByFile(ctx, files) : findAccessByFolder(ctx, files, known);

const accessOutsideFolders = ({ actor }: Context, { owner_id }: FileRow): FileAccess => ({
  folder_id: null,
  accessLevel: rootOwnerId(actor) === owner_id ? 'owner' : 'none',
  isInRoom: false,
});

/** The properties that a file has from the room of its folder. */
const roomOf = (folder: FolderAccess) => ({
  isInRoom: folder.isInRoom,
  roomId: folder.roomId,
  roomState: folder.roomState,
  ...(folder.managesRoom && { managesRoom: folder.managesRoom }),
  ...(folder.forbidsDownloads && { forbidsDownloads: folder.forbidsDownloads }),
  ...(folder.watermarksPages && { watermarksPages: folder.watermarksPages }),
  ...(folder.seesVersions && { seesVersions: folder.seesVersions }),
});

async function findAccessByFolder(
  ctx: Context,
  files: readonly FileRow[],
  known?: KnownFolder,
): Promise<AccessTo> {
  const folderIds = new Set(files.flatMap(({ folder_id }) => folder_id ?? []));
  const [folderId, ...others] = folderIds;
  const isKnown = known !== undefined && folderId === known.id && others.length === 0;
  const accessTo = isKnown ? () => known.access : await findFolderAccess(ctx.db, ctx, [...folderIds]);
  return (file) => {
    const { folder_id } = file;
    if (folder_id === null) return accessOutsideFolders(ctx, file);
    const access = accessTo(folder_id);
    return { folder_id, accessLevel: access.accessLevel, ...roomOf(access) };
  };
}

/** A file that a group sees is managed with the right in its folder. */
export const withRightsOf = (
  access: ObjectAccess,
  folder: Pick<ObjectAccess, 'groupAccess'> | undefined,
): ObjectAccess =>
  access.groupAccess && folder?.groupAccess?.mayManage
    ? { ...access, groupAccess: { ...access.groupAccess, mayManage: true } }
    : access;

interface LevelRow {
  readonly id: number;
  readonly level: number;
  readonly showsFolder: 0 | 1;
}

async function findAccessByFile(ctx: Context, files: readonly FileRow[]): Promise<AccessTo> {
  const ids = files.map(({ id }) => id);
  const linked = await findLinkedFiles(ctx.db, ctx, ids);
  const folderIds = new Set(files.flatMap(({ folder_id }) => folder_id ?? []));
  const folderOf = await findFolderAccess(ctx.db, ctx, [...folderIds]);
  const byId = new Map((await listLevels(ctx, ids)).map((row) => [row.id, row]));
  return (file) => {
    const { id, folder_id } = file;
    const { level, showsFolder } = byId.get(id) ?? { level: 0, showsFolder: 0 };
    const room = folder_id === null ? { isInRoom: false } : roomOf(folderOf(folder_id));
    // A file whose folder is hidden is shown outside folders.
    if (level > 0) {
      const access = withRightsOf(accessOf(level), folder_id === null ? undefined : folderOf(folder_id));
      return { ...access, folder_id: showsFolder === 1 ? folder_id : null, ...room };
    }
    if (linked.has(id)) return { accessLevel: 'visitor', folder_id: null, ...room };
    return folder_id === null ? accessOutsideFolders(ctx, file) : { folder_id, accessLevel: 'none', ...room };
  };
}

/** Reads the levels with the expression that lists use. */
async function listLevels(ctx: Context, ids: readonly number[]): Promise<LevelRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LevelRow>`
    with recursive ${ancestors(sql`select folder_id from files where id in (${sql.join(ids)})`)}
    select files.id, ${fileLevelOf(ctx)} as level, case when ${isFolderVisible(ctx)} then 1 else 0 end as "showsFolder"
    from files join (${filePlaces(ctx, 'ancestors')}) visible on visible.id = ${folderOfFile(ctx)}
    where files.id in (${sql.join(ids)})`.execute(ctx.db);
  return rows;
}
