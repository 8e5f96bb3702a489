import { z } from 'zod';
import { MAX_ROOM_DOMAINS } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  folderName,
  id,
  idParams,
  instant,
  optionalBody,
  pageQuery,
  success,
} from '../fields/base-fields.ts';
import { ocrLanguageCodes } from '../search/ocr-state.ts';
import { analyticsSettings, analyticsSettingsChange } from './analytics/analytics-settings.ts';
import { draftSelection, groupDifference } from './drafts.ts';
import { namedWatermark } from './groups/group-fields.ts';
import { codeName, emailDomain, roomState } from './room-fields.ts';

export const publication = z.object({
  id,
  publishAt: instant,
  isDue: z.boolean(),
  folders: z.int(),
  files: z.int(),
  /** Moves and levels. */
  changes: z.int(),
  groups: z.array(groupDifference),
  /** It awaits the approval of a second manager, or its time; or it was declined, or could not be published as it was approved. */
  state: z.enum(['requested', 'scheduled', 'published', 'declined', 'void']),
  requestedBy: z.string(),
  decidedBy: z.string().nullable(),
  /** Why it was declined, or could not be published. */
  reason: z.string().nullable(),
  /** Names what is to be approved. */
  version: z.string().nullable(),
  /** The address of the member of a group who is asked to agree; `null` for none. */
  approver: z.string().nullable(),
  /** The caller may approve or decline it: another manager than the one who requested it. */
  mayDecide: z.boolean(),
});
export type Publication = z.infer<typeof publication>;

const roomSettings = z.object({
  /** Uploads and new folders are drafts while the room has groups. */
  draftUploads: z.boolean(),
  /** A second manager approves each publication; what would give groups more is a draft first. */
  publicationApproval: z.boolean(),
  /** `dense` numbers what a reader sees without gaps; otherwise everybody sees the same numbers. */
  numbering: z.enum(['complete', 'dense']),
  /** Mails about changes name files; otherwise they contain counts and index numbers alone. */
  namesInMails: z.boolean(),
  /** The languages in which scans are recognized, as codes of Tesseract; empty to detect them. 400 if one is not installed. */
  ocrLanguages: ocrLanguageCodes,
  /** Visitors of invitations and links see what is shared with them; without it, none of them sees anything of the room. */
  allowVisitors: z.boolean(),
  /** Collaborators of single folders see them; without it, only the staff does. */
  allowCollaborators: z.boolean(),
  /** The domains of the addresses that everybody but the staff must have; empty for all. */
  allowedDomains: z.array(emailDomain).max(MAX_ROOM_DOMAINS, `Name at most ${MAX_ROOM_DOMAINS} domains`),
  /** Without it, nobody but administrators downloads anything. */
  allowDownloads: z.boolean(),
  /** Pages and PDFs carry the name of everybody but administrators. */
  watermarkPages: z.boolean(),
  /** The watermark that is drawn where one is required and neither the link nor the group of the reader has one; `null` for the usual one. */
  watermarkId: id.nullable(),
  /** Without it, administrators read and manage the room only with emergency access. */
  administratorsCanRead: z.boolean(),
  analytics: analyticsSettings,
});

export const roomWithSettings = z.object({
  id,
  name: z.string(),
  codeName: z.string().nullable(),
  state: roomState,
  /** Increases with each change of the state. */
  version: z.int(),
  staffRole: z.enum(['manager', 'editor']),
  /** When its folder was created, before which nothing is counted. */
  createdAt: instant,
  /** Since then its numbers do not change; `null` while they follow the order. */
  frozenAt: instant.nullable(),
  /** When the content of its files is removed, if it is closed then and a verified archive of all of it exists. */
  deleteBytesAt: instant.nullable(),
  /** When that was done; the room can never be opened again. */
  bytesRemovedAt: instant.nullable(),
  settings: roomSettings,
  /** The watermark of the settings, which may belong to another manager. */
  watermark: namedWatermark.nullable(),
});
export type RoomWithSettings = z.infer<typeof roomWithSettings>;

export const getRoom = {
  method: 'GET',
  path: '/api/rooms/:id',
  summary: 'A room with its settings; for its staff',
  caller: 'user',
  params: idParams,
  result: roomWithSettings,
} as const satisfies Endpoint;

export const updateRoom = {
  method: 'PATCH',
  path: '/api/rooms/:id',
  summary: 'Change the name, code name and settings of a room; for its managers',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({
      name: folderName.optional(),
      codeName: codeName.optional(),
      settings: z
        .strictObject({ ...roomSettings.partial().shape, analytics: analyticsSettingsChange.optional() })
        .optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Name what to change'),
  result: roomWithSettings,
} as const satisfies Endpoint;

export const setRoomState = {
  method: 'POST',
  path: '/api/rooms/:id/state',
  summary:
    'Open, close or archive a room, or take it back into preparation; for its managers. `closed` with `deleteBytesAt` also changes or clears the date of a closed room on which the content of its files is removed. 409 if `version` is no longer that of the room',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ state: roomState, version: z.int(), deleteBytesAt: instant.nullable().optional() })
    .refine(({ state, deleteBytesAt }) => deleteBytesAt === undefined || state === 'closed', {
      path: ['deleteBytesAt'],
      error: 'Only a closed room has a date',
    }),
  result: roomWithSettings,
} as const satisfies Endpoint;

export const publishDrafts = {
  method: 'POST',
  path: '/api/rooms/:id/publications',
  summary:
    'Publish all drafts of a room or a selection, now or at a date, or request that a second manager approves it; 409 if the drafts of the room are no longer those of `version`',
  caller: 'user',
  params: idParams,
  body: optionalBody(
    z.strictObject({
      at: instant.optional(),
      version: z.string().max(200).optional(),
      /** Absent for all drafts. 404 if one of them is no draft of the room, or waits for a publication already; 409 if the folder of one stays a draft. */
      selection: draftSelection.optional(),
      /** The member of a group who must agree first. */
      approverMemberId: id.optional(),
    }),
  ),
  result: publication,
  status: 201,
} as const satisfies Endpoint;

export const listPublications = {
  method: 'GET',
  path: '/api/rooms/:id/publications',
  summary:
    'The publications of a room that were not canceled, those that were declined included, newest first; for its staff',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(publication),
} as const satisfies Endpoint;

export const cancelPublication = {
  method: 'DELETE',
  path: '/api/publications/:id',
  summary: 'Cancel a publication that is not due yet: its content is a draft again',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
