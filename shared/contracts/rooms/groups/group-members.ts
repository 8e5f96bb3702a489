import { z } from 'zod';
import { MAX_ADDED_MEMBERS } from '../../../domain/limits.ts';
import { ENTER_VALID_EMAIL } from '../../../domain/messages.ts';
import type { Endpoint } from '../../endpoint.ts';
import { emailField } from '../../fields/account-fields.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../../fields/base-fields.ts';

const groupMember = z.object({
  id,
  email: z.string(),
  /** A user has an account, a visitor opens a link. */
  kind: z.enum(['user', 'visitor']),
  createdAt: instant,
  /** The link of a visitor, for managers, except with an API token that may only read or is for certain folders. */
  inviteUrl: z.string().nullable(),
  /** States that the invitation of a visitor has ended, or the link that admitted them. Absent otherwise. */
  accessEnded: z.literal(true).optional(),
});
export type GroupMember = z.infer<typeof groupMember>;

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
    'Add members by email address, or those in an XLSX or CSV `file` as multipart form data: accounts join as users, others get a link that is valid until the end of the group',
  caller: 'user',
  params: idParams,
  takesSheet: true,
  /** Absent in multipart form data. */
  body: z
    .strictObject({
      emails: z
        .array(z.string().trim().max(1000))
        .min(1, 'Enter at least one address')
        .max(MAX_ADDED_MEMBERS, `Add at most ${MAX_ADDED_MEMBERS} addresses at once`),
    })
    .nullish(),
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

export const listRoomMembers = {
  method: 'GET',
  path: '/api/rooms/:id/members',
  summary:
    'The members of your own group in a room, where the group lets its members see each other; otherwise none',
  caller: 'actor',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(z.object({ id, email: z.string() })),
} as const satisfies Endpoint;

/** Checks one pasted address. */
export const memberAddress = emailField(ENTER_VALID_EMAIL);

export const listMemberships = {
  method: 'GET',
  path: '/api/room-memberships',
  summary: 'The rooms that you see as a member of a group, without their names',
  caller: 'actor',
  result: z.array(
    z.object({
      roomId: id,
      /** You see nothing of the room at this moment, and it has no index for you; absent otherwise. */
      isEmpty: z.literal(true).optional(),
      /** The room shows groups their own analytics; absent otherwise. */
      showsAnalytics: z.literal(true).optional(),
    }),
  ),
} as const satisfies Endpoint;
