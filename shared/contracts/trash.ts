import { z } from 'zod';
import { fileIds } from './bulk.ts';
import type { Endpoint } from './endpoint.ts';
import { filterQuery, id, idParams, instant, pageQuery, success } from './fields/base-fields.ts';
import { moveFile } from './files.ts';
import { getFolder } from './folders.ts';

/** An item that was deleted itself; the content of a deleted folder is restored and removed with it. */
const trashed = z.object({
  kind: z.enum(['folder', 'file']),
  id,
  name: z.string(),
  deletedAt: instant,
  /** The time of its permanent removal. */
  purgeAt: instant,
  /** The folder into which a restore would put it, while it exists; `null` is the root. */
  fromFolder: z.object({ id, name: z.string() }).nullable(),
  /** Size in bytes; for a folder, of the files that were deleted with it. */
  size: z.int().nonnegative(),
  /** The number of files that were deleted with a folder; 1 for a file. */
  fileCount: z.int().nonnegative(),
  /** The number of versions of a file, which are restored and removed with it; absent for one. */
  versions: z.int().positive().optional(),
});
export type Trashed = z.infer<typeof trashed>;

/** The position in the list, newest first: files and folders share ids and may share their instant. */
const trashCursor = z
  .string()
  .regex(/^\d{1,15}-(folder|file)-[1-9]\d{0,14}$/, 'Must come from the Link header')
  .transform((text) => {
    const [deletedAt, kind, id] = text.split('-');
    return {
      deletedAt: Number(deletedAt),
      kind: kind === 'folder' ? 'folder' : 'file',
      id: Number(id),
    } as const;
  });

export const listTrash = {
  method: 'GET',
  path: '/api/trash',
  summary: "Deleted items, newest first: your own, or everyone's for administrators",
  caller: 'user',
  query: z.strictObject({ limit: pageQuery.limit, cursor: trashCursor.optional(), ...filterQuery }),
  result: z.array(trashed),
} as const satisfies Endpoint;

export const restoreFolder = {
  method: 'POST',
  path: '/api/trash/folders/:id/restore',
  summary:
    'Restore a deleted folder with everything deleted with it; to the root if its parent no longer exists',
  caller: 'user',
  params: idParams,
  result: getFolder.result,
} as const satisfies Endpoint;

export const restoreFile = {
  method: 'POST',
  path: '/api/trash/files/:id/restore',
  summary: 'Restore a deleted file; to the root if its folder no longer exists',
  caller: 'user',
  params: idParams,
  result: moveFile.result,
} as const satisfies Endpoint;

export const restoreFiles = {
  method: 'POST',
  path: '/api/trash/files/restore',
  summary: 'Restore several deleted files, all or none; to the root if their folder no longer exists',
  caller: 'user',
  body: z.strictObject({ fileIds }),
  /** How many of them are drafts of their room now. */
  result: success.extend({ drafts: z.int().nonnegative() }),
} as const satisfies Endpoint;

export const purgeFolder = {
  method: 'DELETE',
  path: '/api/trash/folders/:id',
  summary: 'Permanently delete a folder in the trash and everything in it',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const purgeFile = {
  method: 'DELETE',
  path: '/api/trash/files/:id',
  summary: 'Permanently delete a file in the trash',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const emptyTrash = {
  method: 'DELETE',
  path: '/api/trash',
  summary: "Permanently delete everything in your own trash; folders that contain others' items stay",
  caller: 'user',
  result: z.object({ purged: z.int().nonnegative(), kept: z.int().nonnegative() }),
} as const satisfies Endpoint;
