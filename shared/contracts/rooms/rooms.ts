import { z } from 'zod';
import { MAX_ROOM_DOMAINS } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { booleanText, folderName, id, idParams, instant, pageQuery } from '../fields/base-fields.ts';
import { ocrLanguageCodes } from '../search/ocr-state.ts';
import { analyticsSettings, analyticsSettingsChange } from './analytics/analytics-settings.ts';
import { namedWatermark } from './groups/group-fields.ts';
import { codeName, emailDomain, roomState, staffRole } from './room-fields.ts';

/** The maximum managers that a new room is created with. */
const MAX_NEW_MANAGERS = 20;

export const room = z.object({
  /** The id of its root folder. */
  id,
  name: z.string(),
  codeName: z.string().nullable(),
  state: roomState,
  /** Managers change groups and permissions, editors read them. */
  staffRole,
  /** Present for an administrator who sees only the name, the state and the staff of the room. */
  needsEmergencyAccess: z.literal(true).optional(),
  /** The names of the managers; with `figures=true`. */
  managers: z.array(z.string()).optional(),
  /** The documents of the room, drafts included; with `figures=true`. */
  documentCount: z.int().optional(),
  /** When a document was added or changed last, or the room was created; with `figures=true`. */
  lastActivityAt: instant.optional(),
});
export type Room = z.infer<typeof room>;

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
  /**
   * The watermark that is drawn where one is required and neither the link nor the group of the reader has one; `null` for the
   * usual one.
   */
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

export const listRooms = {
  method: 'GET',
  path: '/api/rooms',
  summary:
    'The rooms whose groups the caller may see: their staff and administrators; with `figures=true` also how much is in them',
  caller: 'user',
  query: z.strictObject({ ...pageQuery, figures: booleanText.optional() }),
  result: z.array(room),
} as const satisfies Endpoint;

export const createRoom = {
  method: 'POST',
  path: '/api/rooms',
  summary:
    'Make a root folder a room with `folderId`, for its owner and administrators, open unless `state` says otherwise; or create a room with `name`, in preparation unless `state` says otherwise. Both with managers and the folders, groups and requests of a template; folders that exist are kept',
  caller: 'user',
  body: z
    .strictObject({
      folderId: id.optional(),
      name: folderName.optional(),
      codeName: codeName.optional(),
      templateId: id.optional(),
      state: z.enum(['preparation', 'open']).optional(),
      managerIds: z.array(id).max(MAX_NEW_MANAGERS, `Name at most ${MAX_NEW_MANAGERS} managers`).optional(),
    })
    .refine(
      ({ folderId, ...newRoom }) => (folderId === undefined) !== (newRoom.name === undefined),
      'Send either `folderId` or `name`',
    ),
  result: room,
  status: 201,
} as const satisfies Endpoint;

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
