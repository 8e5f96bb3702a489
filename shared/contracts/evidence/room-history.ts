import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { MAX_EMAIL_LENGTH } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';

const historyEntry = z.object({
  /** Its position in the audit log. */
  id,
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'visitor', 'anonymous']),
    /** `null` also where the room hides persons. */
    id: id.nullable(),
    /** Empty where the room hides persons. */
    name: z.string(),
  }),
  action: z.string(),
  object: z.object({ kind: z.string(), id, name: z.string() }).nullable(),
  result: z.enum(['done', 'refused']),
  /** `null` also of searches, and where the room hides persons. */
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const historyFilters = z.strictObject({
  /** A user's id, name or e-mail address, or a visitor's e-mail address. */
  actor: z.string().trim().min(1).max(MAX_EMAIL_LENGTH).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** From this instant on. */
  from: instant.optional(),
  /** Before this instant. */
  to: instant.optional(),
});
export type HistoryFilters = z.infer<typeof historyFilters>;

export const listRoomHistory = {
  method: 'GET',
  path: '/api/rooms/:id/history',
  summary: 'What happened in a room, newest first, from the audit log; for its managers',
  caller: 'user',
  params: idParams,
  query: historyFilters.extend(pageQuery),
  result: z.array(historyEntry),
} as const satisfies Endpoint;

export const exportRoomHistory = {
  method: 'GET',
  path: '/api/rooms/:id/history/export',
  summary: 'The history of a room as CSV or JSON lines, newest first; the export is recorded',
  caller: 'user',
  hasSideEffects: true,
  params: idParams,
  query: historyFilters.extend({ format: z.enum(['csv', 'json']) }),
  result: 'bytes',
} as const satisfies Endpoint;
