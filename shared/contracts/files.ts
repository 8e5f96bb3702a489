import { z } from 'zod';
import { FILE_TYPES } from '#shared/domain/file-type.ts';
import { WITHHELD_STATES } from '#shared/domain/scans/scan-states.ts';
import type { Endpoint } from './endpoint.ts';
import {
  booleanText,
  fileName,
  folderIdText,
  id,
  idParams,
  idText,
  instant,
  pageQuery,
  success,
} from './fields/base-fields.ts';
import { uploadBatch } from './fields/upload-batch.ts';
import { accessLevel, groupAccess } from './folders.ts';
import { ocr } from './search/ocr-state.ts';

const indexStatus = z.enum([
  'pending',
  'indexed',
  /** Text is missing. */
  'partly',
  'no-text',
  /** Encrypted with a password. */
  'protected',
  'damaged',
  /** Abandoned, for safety or because of a time limit. */
  'failed',
]);

/** A file as lists show it. */
export const file = z.object({
  id,
  name: z.string(),
  fileType: z.enum(FILE_TYPES),
  /** Size in bytes. */
  size: z.int().nonnegative(),
  allowDownload: z.boolean(),
  folderId: id.nullable(),
  /** The index number in a room, such as `1.2.3`: in lists of one folder, and of one file. */
  number: z.string().optional(),
  /** For a member of a group, of a file whose folder they do not see: the names of the folders above, from the room down. */
  ancestorNames: z.array(z.string()).optional(),
  ownerId: id,
  createdAt: instant,
  /** When the name or content changed after the upload; absent otherwise. */
  modifiedAt: instant.optional(),
  /** In lists for users. */
  ownerName: z.string().optional(),
  accessLevel: accessLevel,
  groupAccess: groupAccess.optional(),
  /** For those who work in the folder: `null` for a draft, an instant for what was one. Absent otherwise. */
  publishedAt: instant.nullable().optional(),
  indexStatus,
  /** The reason why text is missing, as a sentence for users. */
  indexReason: z.string().nullable(),
  /** How the text of scanned pages was recognized; absent for files without such pages. */
  ocr: ocr.optional(),
  /** Why the content is withheld because of the virus scanner; absent otherwise. */
  scan: z.enum(WITHHELD_STATES).optional(),
  /** The number of the current version; absent for the first. */
  version: z.int().positive().optional(),
  /** In lists: others added or published it since the last visit of the caller; absent otherwise. */
  isNew: z.literal(true).optional(),
  /** Present for members of a group that sees earlier versions. */
  seesVersions: z.literal(true).optional(),
  /** Present in a room, whose staff may replace the file. */
  isInRoom: z.literal(true).optional(),
  /** Present for the managers of that room, who may rename, move and delete it. */
  managesRoom: z.literal(true).optional(),
  /** In a closed room, for its staff: nothing of it can be changed. Absent otherwise. */
  isReadOnly: z.literal(true).optional(),
});
export type File = z.infer<typeof file>;

/** A file with what a preview shows: the text of text types, a placeholder for documents, otherwise `null`. */
const fileWithContent = file.extend({ content: z.string().nullable() });
export type FileWithContent = z.infer<typeof fileWithContent>;

export const listFiles = {
  method: 'GET',
  path: '/api/files',
  summary: "Files, newest first: all, the root's (`folderId=null`) or those in one folder",
  caller: 'actor',
  query: z.strictObject({ folderId: folderIdText.optional(), ...pageQuery }),
  result: z.array(file),
  isCompressed: true,
} as const satisfies Endpoint;

export const getFile = {
  method: 'GET',
  path: '/api/files/:id',
  summary: 'One file',
  caller: 'actor',
  params: idParams,
  result: fileWithContent,
} as const satisfies Endpoint;

/** The fields of the upload form beside `file`; `folderId` is empty for the root. */
export const uploadFields = z.strictObject({
  folderId: z.union([folderIdText, z.literal('').transform(() => null)]).default(null),
  allowDownload: booleanText.default(true),
  /** The placeholder in the folder that the file replaces, with its number. */
  placeholderId: idText.optional(),
  /** The files and folders that are uploaded together, which get their numbers by place. */
  batch: uploadBatch.optional(),
});

/**
 * Present with `placeholderId`: false if the placeholder was replaced, moved or removed meanwhile, or the uploader is no longer
 * staff, and the file is a new one beside it.
 */
const uploadedFile = file.extend({ replacesPlaceholder: z.boolean().optional() });
export type UploadedFile = z.infer<typeof uploadedFile>;

/** The name of the file part. */
export const uploadName = fileName;

export const uploadFile = {
  method: 'POST',
  path: '/api/files',
  summary:
    'Upload one file as multipart form data: `file`, `folderId` (empty for the root), `allowDownload`, `placeholderId` of a placeholder in the folder that the file replaces, `batch` as `KEY/PLACE` for files that are uploaded together: in a room they are numbered by place, whatever arrives first. Members of groups upload where their group may add',
  caller: 'actor',
  multipart: uploadFields,
  result: uploadedFile,
  status: 201,
} as const satisfies Endpoint;

export const viewFile = {
  method: 'GET',
  path: '/api/files/:id/view',
  summary: 'The content of a file for display; supports Range',
  caller: 'actor',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const viewFileAsPdf = {
  method: 'GET',
  path: '/api/files/:id/pdf',
  summary:
    'An Office document converted to PDF for display; supports Range; 204 when conversion is not available',
  caller: 'actor',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const downloadFile = {
  method: 'GET',
  path: '/api/files/:id/download',
  summary: 'Download a file; supports Range',
  caller: 'actor',
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;

export const renameFile = {
  method: 'PATCH',
  path: '/api/files/:id',
  summary: 'Rename a file; its type follows its name',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ name: fileName }),
  result: file,
} as const satisfies Endpoint;

export const setAllowDownload = {
  method: 'PATCH',
  path: '/api/files/:id/allow-download',
  summary: 'Allow or restrict the download of a file',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ allowDownload: z.boolean() }),
  result: file,
} as const satisfies Endpoint;

export const moveFile = {
  method: 'PATCH',
  path: '/api/files/:id/move',
  summary:
    'Move a file to a folder, or to the root with `null`; with `draft`, within a room, once it is published',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ folderId: id.nullable(), draft: z.boolean().optional() }),
  result: file,
} as const satisfies Endpoint;

export const deleteFile = {
  method: 'DELETE',
  path: '/api/files/:id',
  summary: 'Delete a file',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
