import type { Context } from '#server/app/context.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type ContentsRow, summarizeFilesIn, summarizeVisibleFoldersIn } from './contents-queries.ts';
import type { ListedFolder } from './queries.ts';

/** Counts what lies directly in folders that the actor may see, in two statements for all of them. */
export async function summarizeContents(
  ctx: Context,
  folders: readonly ListedFolder[],
): Promise<(folder: ListedFolder) => NonNullable<Folder['contents']>> {
  const ids = folders.map(({ id }) => id);
  const [files, subfolders] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([summarizeFilesIn(ctx.db, ctx, ids), summarizeVisibleFoldersIn(ctx.db, ctx, ids)]);
  const [filesOf, foldersOf] = [byFolder(files), byFolder(subfolders)];
  return ({ id, created_at }) => {
    const [inFiles, inFolders] = [filesOf.get(id), foldersOf.get(id)];
    return {
      folders: inFolders?.count ?? 0,
      files: inFiles?.count ?? 0,
      changedAt: isoInstant(Math.max(created_at, inFiles?.changed_at ?? 0, inFolders?.changed_at ?? 0)),
    };
  };
}

const byFolder = (rows: readonly ContentsRow[]) => new Map(rows.map((row) => [row.folder_id, row]));
