import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../domain/audit-actions.ts';
import { MAX_EMAIL_LENGTH } from '../domain/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, idText, instant, pageQuery } from './fields/base-fields.ts';

const auditEntry = z.object({
  /** Its position in the log: 1, 2, 3, … without a gap. */
  id,
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'visitor', 'anonymous']),
    id: id.nullable(),
    /** The username, or a visitor's e-mail address, at that moment. */
    name: z.string(),
  }),
  action: z.string(),
  object: z.object({ kind: z.string(), id, name: z.string() }).nullable(),
  result: z.enum(['done', 'refused']),
  details: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const auditFilters = z.strictObject({
  /** A user's id, name or e-mail address, or a visitor's e-mail address. */
  actor: z.string().trim().min(1).max(MAX_EMAIL_LENGTH).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  objectKind: z.enum(AUDIT_OBJECTS).optional(),
  objectId: idText.optional(),
  result: z.enum(['done', 'refused']).optional(),
  /** From this instant on. */
  from: instant.optional(),
  /** Before this instant. */
  to: instant.optional(),
});
export type AuditFilters = z.infer<typeof auditFilters>;

export const listAuditLog = {
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Audit events, including refused requests, newest first',
  caller: 'administrator',
  query: auditFilters.extend(pageQuery),
  result: z.array(auditEntry),
} as const satisfies Endpoint;

export const exportAuditLog = {
  method: 'GET',
  path: '/api/admin/audit/export',
  summary:
    'The audit log as JSON lines, oldest first, for archiving and verification; the export is recorded',
  caller: 'administrator',
  hasSideEffects: true,
  query: auditFilters,
  result: 'bytes',
} as const satisfies Endpoint;
