import { z } from 'zod';
import { MAX_CHANGED_CELLS, MAX_EXPORTED_FOLDERS } from '../../domain/limits.ts';
import { TOO_MANY_CELLS } from '../../domain/messages.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, pageQuery } from '../fields/base-fields.ts';

export const level = z.enum(['none', 'view', 'download', 'original']);
export type PermissionLevel = z.infer<typeof level>;

/** A level of a folder holds for everything below, one of a file for the file alone. */
const kind = z.enum(['folder', 'file']);

/** A position in a list of folders and then files, such as `file-12`. */
const entryCursor = z
  .string()
  .regex(/^(folder|file)-[1-9]\d{0,14}$/, 'Must come from the Link header')
  .transform((text) => ({ kind: kind.parse(text.split('-')[0]), id: Number(text.split('-')[1]) }));

const cell = z.object({
  groupId: id,
  /** Tells what the group may do with the folder or file. */
  level,
  /** Tells whether members may upload files to the folder; without seeing it, the files wait in an inbox for the staff. */
  mayAdd: z.boolean(),
  /**
   * Tells whether members may rename, order, move and delete what is in the folder, and add versions. Of a file, to change the
   * file.
   */
  mayManage: z.boolean(),
  /** Tells whether the level comes from a folder above, or from none. */
  inherited: z.boolean(),
});

const permissionRow = z.object({
  kind,
  id,
  name: z.string(),
  /** Its number in the index, such as `1.2`; only in lists. */
  number: z.string().optional(),
  /** Tells whether it is a folder that contains something. */
  hasEntries: z.boolean(),
  /** Changes with the permissions of the entry and when it is moved. */
  version: z.string(),
  cells: z.array(cell),
});
export type PermissionRow = z.infer<typeof permissionRow>;

const changedCell = z.strictObject({
  kind,
  id,
  groupId: id,
  level: level.nullable(),
  /** Counts with the level, for everything below; absent to leave it as it is. Only for folders. */
  mayAdd: z.boolean().optional(),
  /** Includes the right to add, and needs a level other than `none`. Only for folders. */
  mayManage: z.boolean().optional(),
  version: z.string().max(100),
});
export type ChangedCell = z.infer<typeof changedCell>;

/** All fields of a cell, with the longest ids and version. */
const MAX_CELL_BYTES = 256;

export const listPermissions = {
  method: 'GET',
  path: '/api/rooms/:id/permissions',
  summary:
    'What each group may do with the folders and files directly in a folder of the room, or in its root; for its staff',
  caller: 'user',
  params: idParams,
  query: z.strictObject({
    folderId: idText.optional(),
    limit: pageQuery.limit,
    cursor: entryCursor.optional(),
  }),
  result: z.array(permissionRow),
} as const satisfies Endpoint;

const PERMISSION_FORMATS = ['xlsx', 'csv'] as const;
export type PermissionFormat = (typeof PERMISSION_FORMATS)[number];

/** Ids with commas between them, or none. */
const folderIdList = z
  .string()
  .regex(/^(?:[1-9]\d{0,14}(?:,[1-9]\d{0,14})*)?$/, 'Must be ids, separated by commas')
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
  .refine((ids) => ids.length <= MAX_EXPORTED_FOLDERS, `Name at most ${MAX_EXPORTED_FOLDERS} folders`);

export const exportPermissions = {
  method: 'GET',
  path: '/api/rooms/:id/permissions/export',
  summary:
    'What each group may do with the folders and files of a room, with their numbers and dates, as a file: all of it, or with `openFolderIds` the top and what is directly in these folders. 409 above 100,000 lines. Is itself recorded. For its staff',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  query: z.strictObject({
    format: z.enum(PERMISSION_FORMATS).default('xlsx'),
    openFolderIds: folderIdList.optional(),
  }),
  result: 'bytes',
} as const satisfies Endpoint;

export const updatePermissions = {
  method: 'PATCH',
  path: '/api/rooms/:id/permissions',
  summary:
    'Set what groups may do with folders and files of a room; `level: null` inherits again. All or none is changed; 409 with the `current` rows if one was changed or moved meanwhile',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    cells: z.array(changedCell).min(1),
    /** The levels count once they are published; `none` and `null` then remove rights. Until then the rows stay as they are. */
    draft: z.boolean().optional(),
  }),
  largeBody: { maxBytes: MAX_CHANGED_CELLS * MAX_CELL_BYTES, refusal: TOO_MANY_CELLS },
  /** The changed rows. */
  result: z.array(permissionRow),
} as const satisfies Endpoint;

export const copyPermissions = {
  method: 'POST',
  path: '/api/rooms/:id/permissions/copy',
  summary:
    'Give a group all levels of another one, on every folder, file and placeholder of the room; in the trash it only loses what the other one does not have. At most 10,000 cells. For managers',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({
      fromGroupId: id,
      toGroupId: id,
      /**
       * The levels count once they are published; rights to add and manage are not copied. On placeholders and in the trash the
       * group loses at once what the other one does not have.
       */
      draft: z.boolean().optional(),
    })
    .refine(({ fromGroupId, toGroupId }) => fromGroupId !== toGroupId, 'Name two groups'),
  result: z.object({
    /** The changed cells as they were before, for the call that sets cells. */
    undo: z.array(changedCell),
    /** With `draft`: the number of levels that are drafts now; nothing changes until then. */
    drafts: z.int().nonnegative().optional(),
    /** The changed levels on placeholders as they were; absent if there are none. */
    placeholders: z.array(z.object({ id, groupId: id, level: level.nullable() })).optional(),
  }),
  status: 200,
} as const satisfies Endpoint;

export const explainPermission = {
  method: 'GET',
  path: '/api/rooms/:id/permissions/why',
  summary: 'The grant that decides what a group may do with a folder or file; for the staff of the room',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ kind, id: idText, groupId: idText }),
  result: z.object({
    level,
    mayAdd: z.boolean(),
    mayManage: z.boolean(),
    /** `null` when nothing is granted on the path. */
    grant: z.object({ kind, id, name: z.string(), grantedBy: z.string(), grantedAt: instant }).nullable(),
    /** The folders from the room down to the folder, or to that of the file. */
    path: z.array(z.object({ id, name: z.string() })),
  }),
} as const satisfies Endpoint;

const visibleGroup = z.object({ groupId: id, name: z.string(), level });

export const listFolderGroups = {
  method: 'GET',
  path: '/api/folders/:id/groups',
  summary:
    'The groups that see a folder and its files, by name, none while it is not published or the room is not open; for the staff of its room, empty outside rooms',
  caller: 'user',
  params: idParams,
  result: z.array(visibleGroup),
} as const satisfies Endpoint;

export const listFileGroups = {
  method: 'GET',
  path: '/api/files/:id/groups',
  summary:
    'The groups that see a file, by name, none while it is not published or the room is not open; for the staff of its room, empty outside rooms',
  caller: 'user',
  params: idParams,
  result: z.array(visibleGroup),
} as const satisfies Endpoint;
