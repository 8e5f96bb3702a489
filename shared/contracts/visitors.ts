import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, instant, success } from './fields/base-fields.ts';
import { invitationRole, tokenParams } from './invitations.ts';

/** The status of a visitor; all fields but `isVisitor` are `null` for other actors. */
export const visitorStatus = z.object({
  isVisitor: z.boolean(),
  /** `null` also for a link without an address. */
  email: z.string().nullable(),
  /** The folder if it is the only one; otherwise the visitor begins at the home page. */
  folderId: id.nullable(),
  folderName: z.string().nullable(),
  inviterName: z.string().nullable(),
  expiresAt: instant.nullable(),
  /** `true` if files that allow it may be downloaded. */
  mayDownload: z.boolean(),
  /** `true` if those of them that are PDFs may be downloaded with a watermark, and nothing else. */
  mayDownloadWatermarked: z.literal(true).optional(),
  /** The words of the owner of the link to its visitors. */
  greeting: z.string().optional(),
  /** `true` for a member of a group, whose download permission differs by folder. */
  isGroupMember: z.boolean().optional(),
  /** The page of the link on which the visitor must accept terms before anything else. */
  termsPath: z.string().optional(),
  /**
   * Present for a visitor of a link who typed an address that no code confirmed: follows, saved searches and mails about changes
   * are not for them.
   */
  isUnconfirmed: z.literal(true).optional(),
  /** Present for a visit that goes on although nothing of it can be seen now, such as in a closed room. */
  nothingVisible: z.literal(true).optional(),
  /** The archive of a room that the link of the visitor hands over. */
  archive: z
    .object({ id, roomName: z.string(), size: z.int(), documents: z.int(), createdAt: instant })
    .optional(),
  /** Present for a manager who sees a room as one of its groups, or as the member with this address. */
  viewAs: z
    .object({
      roomId: id,
      groupId: id,
      groupName: z.string(),
      memberEmail: z.string().optional(),
      expiresAt: instant,
    })
    .optional(),
});
export type VisitorStatus = z.infer<typeof visitorStatus>;

export const enterAsVisitor = {
  method: 'GET',
  path: '/api/visitor/auth/:token',
  summary: 'Start a visitor session; sets the session cookie',
  caller: 'anyone',
  hasSideEffects: true,
  params: tokenParams,
  result: visitorStatus,
} as const satisfies Endpoint;

export const getVisitorStatus = {
  method: 'GET',
  path: '/api/visitor/status',
  summary: "The caller's visitor status",
  caller: 'anyone',
  result: visitorStatus,
} as const satisfies Endpoint;

export const leaveAsVisitor = {
  method: 'POST',
  path: '/api/visitor/logout',
  summary: 'End the visitor session',
  caller: 'anyone',
  result: success,
} as const satisfies Endpoint;

export const getVisit = {
  method: 'GET',
  path: '/api/visitor/:token',
  summary: 'What a visitor’s link is for',
  caller: 'anyone',
  params: tokenParams,
  result: visitorStatus.pick({ email: true, folderName: true }).extend({
    inviterName: z.string(),
    expiresAt: instant,
  }),
} as const satisfies Endpoint;

export const validateToken = {
  method: 'GET',
  path: '/api/validate-token/:token',
  summary: 'Whether an invitation link is valid, and if not, why',
  caller: 'anyone',
  params: tokenParams,
  result: z.object({
    valid: z.boolean(),
    role: invitationRole.nullable(),
    expiresAt: instant.nullable(),
    reason: z.string().nullable(),
  }),
} as const satisfies Endpoint;

export const getVisitorLinks = {
  method: 'GET',
  path: '/api/debug/invitation-to-visitor/:id',
  summary: 'The token of a visitor invitation and its debug URLs; for the inviter and administrators',
  caller: 'user',
  tokenScope: 'write',
  params: idParams,
  result: z.object({ token: z.string(), debugUrl: z.string(), validateUrl: z.string() }),
} as const satisfies Endpoint;
