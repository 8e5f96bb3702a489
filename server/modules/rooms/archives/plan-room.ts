import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { findNumbersBelow } from '#server/authorization/index-numbers/find-numbers.ts';
import type { NumberOf } from '#server/authorization/index-numbers/list-places.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import {
  type PlannedEntry,
  planArchive,
  type Tree,
  type TreeFile,
} from '#server/modules/files/archives/plan-archive.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { listRoomFiles, listRoomFolders, type RoomFileRow } from './tree-queries.ts';

/** Limits the memory of the plan and of the directory of the ZIP. */
const MAX_DOCUMENTS = 150_000;

/** No path is longer than 240 characters, with the names of page images. */
const PATHS = { root: 'files/', maxPathBytes: 220, maxFolderBytes: 140 };

interface MutableFolder extends Tree {
  readonly id: number;
  readonly name: string;
  readonly number: string | undefined;
  readonly folders: MutableFolder[];
  readonly files: TreeFile[];
}

/** Plans the documents of an archive: all that the actor may see in the room, as the policies decide it now. */
export async function planRoom(ctx: Context, roomId: number): Promise<PlannedEntry[]> {
  const files = await listRoomFiles(ctx.db, ctx, roomId, MAX_DOCUMENTS + 1);
  if (files.length > MAX_DOCUMENTS)
    throw new AppError(
      'too-large',
      `An archive can contain at most ${MAX_DOCUMENTS.toLocaleString('en')} documents.`,
    );
  const tree = await buildTree(ctx, roomId, files);
  const yieldIfDue = createEventLoopYield();
  const entries: PlannedEntry[] = [];
  for (const entry of planArchive(tree, PATHS)) {
    entries.push(entry);
    await yieldIfDue();
  }
  return entries;
}

/** Builds the tree of what the actor may see. What is in a hidden folder stands at the top, as in lists. */
async function buildTree(ctx: Context, roomId: number, files: readonly RoomFileRow[]): Promise<Tree> {
  const rows = await listRoomFolders(ctx.db, ctx, roomId);
  const numberOf = await findNumbersBelow(ctx, roomId);
  const top: MutableFolder = { id: roomId, name: '', number: undefined, folders: [], files: [] };
  const folders = new Map<number, MutableFolder>([[roomId, top]]);
  for (const { id, name } of rows)
    if (id !== roomId) folders.set(id, { id, name, number: numberOf('folder', id), folders: [], files: [] });
  for (const { id, parent_id } of rows) {
    const folder = folders.get(id);
    if (folder && id !== roomId) (folders.get(parent_id ?? roomId) ?? top).folders.push(folder);
  }
  for (const file of files) (folders.get(file.folder_id) ?? top).files.push(toTreeFile(file, numberOf));
  return top;
}

function toTreeFile(row: RoomFileRow, numberOf: NumberOf): TreeFile {
  const { accessLevel, groupAccess } = accessOf(row.access_level);
  return {
    id: row.id,
    number: numberOf('file', row.id),
    name: row.name,
    size: row.size,
    createdAt: row.created_at,
    resource: {
      accessLevel,
      groupAccess,
      ownerId: row.owner_id,
      allowDownload: row.allow_download === 1,
      fileType: fileTypeOf(row.name),
    },
  };
}
