import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import {
  booleanText,
  folderIdText,
  folderName,
  id,
  idParams,
  instant,
  pageQuery,
  success,
} from './fields/base-fields.ts';
import { uploadBatch } from './fields/upload-batch.ts';
import { roomState } from './rooms/room-fields.ts';

/** The caller's access level to a folder; with a policy it decides which buttons to show. */
export const accessLevel = z.enum(['owner', 'collaborator', 'visitor', 'none']);

/** Tells what the caller may do as a member of a group; absent otherwise. */
export const groupAccess = z.object({
  level: z.enum(['view', 'download', 'original']),
  /** Upload files to the folder; absent otherwise. */
  mayAdd: z.literal(true).optional(),
  /**
   * Rename, order, move and delete what is in the folder, and add versions, with an account; of a file, to change the file.
   * Absent otherwise.
   */
  mayManage: z.literal(true).optional(),
  /** Rename, move and delete the folder itself; absent otherwise. */
  mayManageItself: z.literal(true).optional(),
});

/** A folder as lists show it. */
export const folder = z.object({
  id,
  name: z.string(),
  /** `null` for a root folder, and for the topmost folder that the caller may see. */
  parentId: id.nullable(),
  /** For a member of a group, where `parentId` names no folder: the names of those above, from the room down. */
  ancestorNames: z.array(z.string()).optional(),
  /** The index number in a room, such as `1.2`; the room itself has none. */
  number: z.string().optional(),
  /** Present in a room whose numbers are frozen, for its staff and members who may add, where the call is about this folder. */
  hasFrozenNumbers: z.literal(true).optional(),
  /** The state of the room that it is, or that it is in; in lists only of the rooms themselves, and never for readers. */
  roomState: roomState.optional(),
  /** In a closed room, for its staff: nothing in it can be changed. Absent otherwise. */
  isReadOnly: z.literal(true).optional(),
  ownerId: id,
  createdAt: instant,
  accessLevel: accessLevel,
  groupAccess: groupAccess.optional(),
  /** Contents directly in the folder that the caller may see; present when the request asks for them. */
  contents: z
    .object({
      folders: z.int().nonnegative(),
      files: z.int().nonnegative(),
      /** When something was last added to the folder, or a file in it changed; the creation of an empty folder. */
      changedAt: instant,
    })
    .optional(),
  /** Has the meaning of that of a file. */
  publishedAt: instant.nullable().optional(),
});
export type Folder = z.infer<typeof folder>;

const folderNode = folder.pick({ id: true, name: true, parentId: true, ancestorNames: true });
export type FolderNode = z.infer<typeof folderNode>;

export const getFolderTree = {
  method: 'GET',
  path: '/api/folder-tree',
  summary: 'Every folder that the caller may see, as nodes of a tree',
  caller: 'actor',
  query: z.strictObject(pageQuery),
  result: z.array(folderNode),
  isCompressed: true,
} as const satisfies Endpoint;

export const listFolders = {
  method: 'GET',
  path: '/api/folders',
  summary:
    "Folders: all, the root's (`parentId=null`) or those in one folder; with `contents=true` each with the counts of what lies in it",
  caller: 'actor',
  query: z.strictObject({
    parentId: folderIdText.optional(),
    contents: booleanText.optional(),
    ...pageQuery,
  }),
  result: z.array(folder),
  isCompressed: true,
} as const satisfies Endpoint;

export const getFolder = {
  method: 'GET',
  path: '/api/folders/:id',
  summary: 'One folder',
  caller: 'actor',
  params: idParams,
  result: folder,
} as const satisfies Endpoint;

export const createFolder = {
  method: 'POST',
  path: '/api/folders',
  summary:
    'Create a folder in the root or in another folder; the creator owns it. `batch` as in `POST /api/files`',
  caller: 'user',
  body: z.strictObject({
    name: folderName,
    parentId: id.nullable().default(null),
    ownerId: id.optional(),
    /** The upload of several files and folders that needs it. */
    batch: uploadBatch.optional(),
  }),
  result: folder,
  status: 201,
} as const satisfies Endpoint;

export const updateFolder = {
  method: 'PATCH',
  path: '/api/folders/:id',
  summary:
    'Rename a folder, or move it with everything below it; with `draft`, within a room, once it is published',
  caller: 'user',
  params: idParams,
  body: z.union([
    z.strictObject({ name: folderName }),
    z.strictObject({ parentId: id.nullable(), draft: z.boolean().optional() }),
  ]),
  result: folder,
} as const satisfies Endpoint;

export const deleteFolder = {
  method: 'DELETE',
  path: '/api/folders/:id',
  summary: 'Delete a folder and everything below it',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const archiveFolder = {
  method: 'GET',
  path: '/api/folders/:id/archive',
  summary:
    'A folder with everything below it as one zip with an index; what may not be downloaded is only listed there',
  caller: 'actor',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
