import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { booleanText, folderName, id, idParams, instant, pageQuery, success } from '../fields/base-fields.ts';
import { group, groupName, groupRules, watermarkChoice } from './groups/group-fields.ts';
import { codeName, roomState, staffRole } from './room-fields.ts';

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

export type Group = z.infer<typeof group>;

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

export const listGroups = {
  method: 'GET',
  path: '/api/rooms/:id/groups',
  summary: 'The groups of a room, by name; for its staff',
  caller: 'user',
  params: idParams,
  result: z.array(group),
} as const satisfies Endpoint;

export const createGroup = {
  method: 'POST',
  path: '/api/rooms/:id/groups',
  summary: 'Create a group in a room; it sees nothing until permissions are set',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ ...groupRules, ...watermarkChoice })
    .partial()
    .extend({ name: groupName, endsAt: instant.nullable().default(null) }),
  result: group,
  status: 201,
} as const satisfies Endpoint;

export const getGroup = {
  method: 'GET',
  path: '/api/groups/:id',
  summary: 'One group; for the staff of its room',
  caller: 'user',
  params: idParams,
  result: group,
} as const satisfies Endpoint;

export const updateGroup = {
  method: 'PATCH',
  path: '/api/groups/:id',
  summary: 'Rename a group, or change its end or its rules',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({ name: groupName, endsAt: instant.nullable(), ...groupRules, ...watermarkChoice })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Name what to change'),
  result: group,
} as const satisfies Endpoint;

export const deleteGroup = {
  method: 'DELETE',
  path: '/api/groups/:id',
  summary: 'Delete a group: its members lose the access that it gave, and their links end',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
