import { z } from 'zod';
import { MAX_SELECTED_DRAFTS } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';

/** Counts the files that one group sees after a publication, no longer, or at another level. */
export const groupDifference = z.object({
  groupId: id,
  name: z.string(),
  gains: z.int(),
  loses: z.int(),
  changes: z.int(),
});
export type GroupDifference = z.infer<typeof groupDifference>;

const draft = z.object({
  kind: z.enum(['folder', 'file']),
  id,
  name: z.string(),
  /** The folder that it is in. */
  folderId: id,
  /** The names of the folders that it is in, from the room down, without the room. */
  folderNames: z.array(z.string()),
  createdAt: instant,
});
export type Draft = z.infer<typeof draft>;

/** A move, a level of a group, or a version of a file, that counts once it is published. */
const draftChange = z.object({
  id,
  kind: z.enum(['move', 'level', 'version']),
  entryKind: z.enum(['folder', 'file']),
  entryId: id,
  name: z.string(),
  /** The folder to which a move leads. */
  toFolder: z.object({ id, name: z.string() }).nullable(),
  /** The group that gets a level. */
  group: z.object({ id, name: z.string() }).nullable(),
  /** `null` inherits; of a move too. */
  level: z.enum(['none', 'view', 'download', 'original']).nullable(),
  /** The number of a version. */
  version: z.int().nullable(),
  author: z.string(),
  createdAt: instant,
  /** The caller may discard it: its author, and managers. */
  mayDiscard: z.boolean(),
});
export type DraftChange = z.infer<typeof draftChange>;

const drafts = z.object({
  /** Changes with the drafts; a publication that names it publishes exactly these. */
  version: z.string(),
  folders: z.int(),
  files: z.int(),
  /** Moves, levels and versions. */
  changeCount: z.int(),
  /** At most 1,000, folders first. */
  entries: z.array(draft),
  /** At most 1,000, oldest first. */
  changes: z.array(draftChange),
  groups: z.array(groupDifference),
});
export type Drafts = z.infer<typeof drafts>;

/** The drafts to publish, while the others stay drafts: new folders and files, and `changes` of the list by their ids. */
export const draftSelection = z
  .strictObject({
    folderIds: z.array(id).default([]),
    fileIds: z.array(id).default([]),
    changeIds: z.array(id).default([]),
  })
  .refine(
    ({ folderIds, fileIds, changeIds }) => folderIds.length + fileIds.length + changeIds.length > 0,
    'Select at least one draft',
  )
  .refine(
    ({ folderIds, fileIds, changeIds }) =>
      folderIds.length + fileIds.length + changeIds.length <= MAX_SELECTED_DRAFTS,
    `Select at most ${MAX_SELECTED_DRAFTS.toLocaleString('en')} drafts, and the others in a second publication`,
  );
export type DraftSelection = z.infer<typeof draftSelection>;

export const previewPublication = {
  method: 'POST',
  path: '/api/rooms/:id/publications/preview',
  summary:
    'Count some drafts of a room, and what each group gains and loses when these are published and the others are not; for its staff. Changes nothing',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ selection: draftSelection }),
  result: drafts.pick({ folders: true, files: true, changeCount: true, groups: true }),
  status: 200,
} as const satisfies Endpoint;

export const listDrafts = {
  method: 'GET',
  path: '/api/rooms/:id/drafts',
  summary:
    'The drafts of a room, moves, levels and versions among them, and what each group gains and loses when they are published; for its staff',
  caller: 'user',
  params: idParams,
  result: drafts,
} as const satisfies Endpoint;

export const discardDraft = {
  method: 'DELETE',
  path: '/api/drafts/:id',
  summary: 'Discard the draft of a move, level or version; for its author and the managers of the room',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
