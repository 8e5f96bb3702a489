import { z } from 'zod';
import { ENTER_VALID_EMAIL } from '../../domain/messages.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery, success } from '../fields/base-fields.ts';

export const exportLinks = {
  method: 'GET',
  path: '/api/links/export',
  summary: 'Your own links with their figures as CSV, newest first',
  caller: 'user',
  result: 'bytes',
} as const satisfies Endpoint;

const linkVisitor = z.object({
  id,
  /** `null` for a link that asks for no address. */
  email: z.string().nullable(),
  verified: z.boolean(),
  visits: z.int(),
  /**
   * Counts what the address viewed through the link; zeros for a link that asks for none. Absent where a room of the link hides
   * persons.
   */
  views: z.int().optional(),
  pages: z.int().optional(),
  ms: z.int().optional(),
  firstVisitAt: instant,
  lastVisitAt: instant,
});
export type LinkVisitor = z.infer<typeof linkVisitor>;

const linkAnalytics = z.object({
  /** How often the access page was opened by a browser that had completed no step. */
  opened: z.int(),
  /** How often a step was refused: wrong passwords and codes, addresses that are not allowed, terms that had changed. */
  refused: z.object({ password: z.int(), email: z.int(), code: z.int(), terms: z.int() }),
  visits: z.int(),
  people: z.int(),
  files: z.int(),
  /** Pages viewed, and the time for which they were in view. */
  pages: z.int(),
  ms: z.int(),
  downloads: z.int(),
  lastVisitAt: instant.nullable(),
  /** The newest hundred; `GET /api/links/:id/visitors` lists all. */
  visitors: z.array(linkVisitor),
});
export type LinkAnalytics = z.infer<typeof linkAnalytics>;

export const getLinkAnalytics = {
  method: 'GET',
  path: '/api/links/:id/analytics',
  summary: 'How often a link was opened and refused, and what its visitors viewed',
  caller: 'user',
  params: idParams,
  result: linkAnalytics,
} as const satisfies Endpoint;

export const blockAddress = {
  method: 'POST',
  path: '/api/links/:id/block',
  summary: 'End the visits of an address; a link that asks for the code also keeps it out from then on',
  caller: 'user',
  params: idParams,
  body: z.strictObject({ email: z.email(ENTER_VALID_EMAIL).max(254) }),
  result: success,
} as const satisfies Endpoint;

export const listLinkVisitors = {
  method: 'GET',
  path: '/api/links/:id/visitors',
  summary: 'The people whom a link admitted, newest first',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(linkVisitor),
} as const satisfies Endpoint;
