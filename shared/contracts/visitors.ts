import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, instant, success } from './fields/base-fields.ts';
import { invitationRole, tokenParams } from './invitations.ts';

/** All but `isVisitor` is `null` for whoever is no visitor. */
const visitorStatus = z.object({
  isVisitor: z.boolean(),
  /** `null` too for a link without an address. */
  email: z.string().nullable(),
  /** The folder when it is exactly one; else the visitor begins at home. */
  folderId: id.nullable(),
  folderName: z.string().nullable(),
  inviterName: z.string().nullable(),
  expiresAt: instant.nullable(),
  /** Whether files that allow it may be downloaded. */
  mayDownload: z.boolean(),
});
export type VisitorStatus = z.infer<typeof visitorStatus>;

export const enterAsVisitor = {
  method: 'GET',
  path: '/api/visitor/auth/:token',
  summary: 'Begin a visit; sets the session cookie',
  caller: 'anyone',
  hasSideEffects: true,
  params: tokenParams,
  result: visitorStatus,
} as const satisfies Endpoint;

export const getVisitorStatus = {
  method: 'GET',
  path: '/api/visitor/status',
  summary: 'Whether the caller is a visitor, and of what',
  caller: 'anyone',
  result: visitorStatus,
} as const satisfies Endpoint;

export const leaveAsVisitor = {
  method: 'POST',
  path: '/api/visitor/logout',
  summary: 'End the visit',
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
  summary: 'Whether an invitation link opens anything now, and if not, why',
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
  summary:
    'The token of a visitor’s invitation with the addresses that test it, for who may see its link anyway',
  caller: 'user',
  params: idParams,
  result: z.object({ token: z.string(), debugUrl: z.string(), validateUrl: z.string() }),
} as const satisfies Endpoint;
