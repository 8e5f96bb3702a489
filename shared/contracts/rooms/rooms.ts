import { z } from 'zod';
import { MAX_ADDED_MEMBERS } from '../../domain/limits.ts';
import { ENTER_VALID_EMAIL } from '../../domain/messages.ts';
import type { Endpoint } from '../endpoint.ts';
import { emailField } from '../fields/account-fields.ts';
import {
  booleanText,
  folderName,
  id,
  idParams,
  idText,
  instant,
  pageQuery,
  success,
} from '../fields/base-fields.ts';
import { ipRanges } from '../fields/ip-range.ts';
import { group, groupName } from './group-fields.ts';
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

const groupMember = z.object({
  id,
  email: z.string(),
  /** A user has an account, a visitor opens a link. */
  kind: z.enum(['user', 'visitor']),
  createdAt: instant,
  /** The link of a visitor, for managers. */
  inviteUrl: z.string().nullable(),
});
export type GroupMember = z.infer<typeof groupMember>;

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
    'Make a root folder a room with `folderId`, for its owner and administrators; or create a room with `name`, in preparation unless `state` says otherwise, with managers and the folders, groups and requests of a template',
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
    )
    .refine(
      ({ folderId, ...newRoom }) => folderId === undefined || Object.keys(newRoom).length === 0,
      'Send `folderId` alone',
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
  body: z.strictObject({
    name: groupName,
    endsAt: instant.nullable().default(null),
    addressRanges: ipRanges.default([]),
    requiresSecondFactor: z.boolean().default(false),
  }),
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
  summary: 'Rename a group, or change its end or what it demands of its members',
  caller: 'user',
  params: idParams,
  body: z
    .strictObject({
      name: groupName.optional(),
      endsAt: instant.nullable().optional(),
      addressRanges: ipRanges.optional(),
      requiresSecondFactor: z.boolean().optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Name what to change'),
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

export const listGroupMembers = {
  method: 'GET',
  path: '/api/groups/:id/members',
  summary: 'The members of a group; for the staff of its room',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(groupMember),
} as const satisfies Endpoint;

export const addGroupMembers = {
  method: 'PUT',
  path: '/api/groups/:id/members',
  summary:
    'Add members by email address: accounts join as users, others get a link that is valid until the end of the group',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    emails: z
      .array(z.string().trim().max(1000))
      .min(1, 'Enter at least one address')
      .max(MAX_ADDED_MEMBERS, `Add at most ${MAX_ADDED_MEMBERS} addresses at once`),
  }),
  result: z.object({
    /** Addresses of accounts. */
    added: z.array(z.string()),
    /** Addresses that were sent a link. */
    invited: z.array(z.string()),
    problems: z.array(z.object({ email: z.string(), problem: z.string() })),
    /** Tells whether the mails are sent; otherwise the links are passed on by hand. */
    emailed: z.boolean(),
  }),
} as const satisfies Endpoint;

export const removeGroupMember = {
  method: 'DELETE',
  path: '/api/groups/:id/members/:memberId',
  summary: 'Remove a member from a group; access ends at the next request',
  caller: 'user',
  params: idParams.extend({ memberId: idText }),
  result: success,
} as const satisfies Endpoint;

/** Checks one pasted address. */
export const memberAddress = emailField(ENTER_VALID_EMAIL);
