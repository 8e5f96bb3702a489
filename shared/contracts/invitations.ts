import { z } from 'zod';
import { INVITATION_STATUSES } from '../domain/invitation-status.ts';
import { MAX_INVITED_FOLDERS, MIN_PASSWORD_LENGTH } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, PASSWORDS_DIFFER, passwordTooShort } from '../domain/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { emailField, passwordField, username } from './fields/account-fields.ts';
import { id, idParams, instant, pageQuery, success } from './fields/base-fields.ts';
import { user } from './session.ts';

export const invitationRole = z.enum(['visitor', 'collaborator']);

/** 256 random bits, URL-safe. A malformed token cannot be a guess, so it is refused before the lookup. */
const token = z.string().regex(/^[\w-]{43}$/, 'The invitation link is incomplete. Copy the whole link.');

const email = emailField(ENTER_VALID_EMAIL);

export const tokenParams = z.strictObject({ token });

const shownInvitation = z.object({
  id,
  /** `null` for a link without an address. */
  email: z.string().nullable(),
  role: invitationRole,
  status: z.enum(INVITATION_STATUSES),
  accepted: z.boolean(),
  expiresAt: instant,
  allFolders: z.boolean(),
  /** The number of named folders that still exist; 0 with `allFolders`. */
  folderCount: z.int().nonnegative(),
  /** The name of the folder if it is the only one. */
  folderName: z.string().nullable(),
  allowDownload: z.boolean(),
});

/** `null` for an API token that may only read or is for certain folders. */
const ownInvitation = shownInvitation.extend({ inviteUrl: z.string().nullable() });
export type OwnInvitation = z.infer<typeof ownInvitation>;

const anyInvitation = shownInvitation.extend({ inviter: z.string(), url: z.string() });
export type AnyInvitation = z.infer<typeof anyInvitation>;

/** Created from the invite dialog. The address is optional where links without one are allowed. */
const fromDialog = z
  .strictObject({
    email: email.optional(),
    folderIds: z
      .array(id)
      .max(MAX_INVITED_FOLDERS, `Choose at most ${MAX_INVITED_FOLDERS} folders`)
      .default([]),
    allFolders: z.boolean().default(false),
    role: invitationRole.default('visitor'),
    /** For visitors; by default, the value of the system setting. */
    expirationDays: z
      .int('Expiration must be 1 to 90 days')
      .min(1, 'Expiration must be 1 to 90 days')
      .max(90, 'Expiration must be 1 to 90 days')
      .optional(),
    allowDownload: z.boolean().default(false),
  })
  .refine((wish) => wish.allFolders || wish.folderIds.length > 0, {
    error: 'Choose at least one folder',
    path: ['folderIds'],
  });

/** Created from a folder's collaborator panel. */
const fromPanel = z.strictObject({
  email,
  folderId: id,
  role: z.literal('collaborator').default('collaborator'),
});

/** Into a group of a room, which decides what the person sees and until when. */
const intoGroup = z.strictObject({ email, groupId: id, role: z.literal('visitor').default('visitor') });

const sentInvitation = z.object({
  id,
  inviteUrl: z.string(),
  /** `true` if a mail was queued; otherwise the link must be passed on by hand. */
  emailed: z.boolean(),
  expiresAt: instant,
});
export type SentInvitation = z.infer<typeof sentInvitation>;

/** The address is that of an account, which sees the room without an invitation. */
const joinedGroup = z.object({ joined: z.literal(true), emailed: z.boolean() });

export const createInvitation = {
  method: 'POST',
  path: '/api/invitations',
  summary:
    'Invite a visitor or a collaborator to some or all of your folders, or somebody into a group of a room that you manage (`groupId`): an account joins at once',
  caller: 'user',
  body: z.union([fromDialog, fromPanel, intoGroup]),
  result: z.union([sentInvitation, joinedGroup]),
  status: 201,
} as const satisfies Endpoint;

export const listInvitations = {
  method: 'GET',
  path: '/api/invitations',
  summary: 'The invitations that the caller made and did not revoke, newest first',
  caller: 'user',
  query: z.strictObject(pageQuery),
  result: z.array(ownInvitation),
} as const satisfies Endpoint;

export const revokeInvitation = {
  method: 'DELETE',
  path: '/api/invitations/:id',
  summary: 'Revoke an invitation: its link and the sessions opened by it end at once',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const resendInvitation = {
  method: 'POST',
  path: '/api/invitations/:id/resend',
  summary: 'Renew an invitation with the same link and send its email again',
  caller: 'user',
  params: idParams,
  result: sentInvitation,
} as const satisfies Endpoint;

export const getInvitation = {
  method: 'GET',
  path: '/api/invitations/:token',
  summary: 'What an invitation link is for',
  caller: 'anyone',
  params: tokenParams,
  result: z.object({
    email: z.string().nullable(),
    folderId: id.nullable(),
    folderName: z.string().nullable(),
    inviter: z.string(),
    role: invitationRole,
    isVisitorAccess: z.boolean(),
    isVisitor: z.boolean(),
    expiresAt: instant,
    /** An accepted invitation still leads its recipient to sign-in; it names no folder any more. */
    accepted: z.boolean(),
    /** `true` if the address already has an account, which accepts instead of registering. */
    hasAccount: z.boolean(),
  }),
} as const satisfies Endpoint;

const password = passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH));

export const registerFromInvitation = {
  method: 'POST',
  path: '/api/register-from-invitation',
  summary: 'Create an account for the invited address, accept the invitation, and sign in',
  caller: 'anyone',
  body: z
    .strictObject({
      username,
      password,
      confirmPassword: z.string(),
      token,
      /** The fragment of the link in the mail, which proves that the address is that of the requester. */
      mailedProof: z.string().max(200).optional(),
    })
    .refine((body) => body.password === body.confirmPassword, {
      error: PASSWORDS_DIFFER,
      path: ['confirmPassword'],
    }),
  result: user,
  status: 201,
} as const satisfies Endpoint;

export const acceptInvitation = {
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation to collaborate with the signed-in account',
  caller: 'user',
  body: z.strictObject({ token }),
  result: user,
} as const satisfies Endpoint;

export const listAllInvitations = {
  method: 'GET',
  path: '/api/admin/invitations',
  summary: 'All invitations that are not revoked, newest first',
  caller: 'administrator',
  query: z.strictObject(pageQuery),
  result: z.array(anyInvitation),
} as const satisfies Endpoint;

export const revokeAnyInvitation = {
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  summary: "Revoke any user's invitation",
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
