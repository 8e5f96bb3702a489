import { z } from 'zod';
import { listFiles } from '#server/modules/files/list-files.ts';
import { presentListedFile } from '#server/modules/files/presenter.ts';
import { listFolders } from '#server/modules/folders/list-folders.ts';
import { presentListedFolder } from '#server/modules/folders/presenter.ts';
import { listRooms } from '#server/modules/rooms/create-room.ts';
import { id } from '#shared/contracts/fields/base-fields.ts';
import * as files from '#shared/contracts/files.ts';
import * as folders from '#shared/contracts/folders.ts';
import { answerJson, defineTool } from '../tool.ts';

/** A page of folders and one of files fit in an answer. */
const MAX_ENTRIES = 100;

/** Cuts the row that tells that there is another page; `nextAfter` names the page. */
function toPage<Row extends { id: number }>(
  rows: readonly Row[],
): { shown: readonly Row[]; nextAfter: number | null } {
  const shown = rows.slice(0, MAX_ENTRIES);
  return { shown, nextAfter: rows.length > MAX_ENTRIES ? (shown.at(-1)?.id ?? null) : null };
}

export const listRoomsTool = defineTool({
  name: 'list_rooms',
  title: 'List rooms and folders',
  description: 'Lists the data rooms and the topmost folders that you may see. Begin here.',
  input: z.object({ after: id.optional().describe('nextAfter of the page before') }),
  endpoint: folders.listFolders,
  async run({ ctx }, { after: cursor }) {
    const page = { limit: MAX_ENTRIES, cursor };
    const { shown, nextAfter } = toPage(await listFolders(ctx, { parentId: null, ...page }));
    const rooms = new Set((await listRooms(ctx, { limit: MAX_ENTRIES, cursor })).map((room) => room.id));
    const listed = shown.map((folder) => ({ ...presentListedFolder(folder), isRoom: rooms.has(folder.id) }));
    return answerJson({ folders: listed, nextAfter });
  },
});

export const browseFolderTool = defineTool({
  name: 'browse_folder',
  title: 'Browse a folder',
  description:
    'Lists the folders and files in a folder, or with folderId null the files outside folders. Pages of folders and of files are named separately.',
  input: z.object({
    folderId: id.nullable(),
    foldersAfter: id.optional().describe('nextFoldersAfter of the page before'),
    filesAfter: id.optional().describe('nextFilesAfter of the page before'),
  }),
  endpoint: files.listFiles,
  async run({ ctx }, { folderId, foldersAfter, filesAfter }) {
    const limit = MAX_ENTRIES;
    const below =
      folderId === null ? [] : await listFolders(ctx, { parentId: folderId, limit, cursor: foldersAfter });
    const inside = await listFiles(ctx, { folderId, limit, cursor: filesAfter });
    const [shownFolders, shownFiles] = [toPage(below), toPage(inside)];
    return answerJson({
      folders: shownFolders.shown.map(presentListedFolder),
      files: shownFiles.shown.map((file) => presentListedFile(file, ctx.actor)),
      nextFoldersAfter: shownFolders.nextAfter,
      nextFilesAfter: shownFiles.nextAfter,
    });
  },
});
