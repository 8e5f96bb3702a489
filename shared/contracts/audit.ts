import { z } from 'zod';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AUDIT_OBJECTS } from '../domain/evidence/audit-objects.ts';
import { RECEIPT_KINDS } from '../domain/evidence/receipts.ts';
import { MAX_EMAIL_LENGTH } from '../domain/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, idParams, idText, instant, pageQuery } from './fields/base-fields.ts';

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
  /** The room of the object; `null` outside of rooms, and in entries of earlier versions. */
  roomId: id.nullable(),
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
  /** Entries of earlier versions name no room. */
  roomId: idText.optional(),
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

const sha256Hex = z.string().regex(/^[\da-f]{64}$/);

const signingKey = z.object({
  /** The first 16 hex digits of the SHA-256 of the public key. */
  id: z.string(),
  /** SubjectPublicKeyInfo, DER, Base64. */
  publicKey: z.string(),
  validFrom: instant,
  /** `null` for the key in use. */
  validUntil: instant.nullable(),
  /** Base64, by the key before; `null` for the first. */
  previousSignature: z.string().nullable(),
});
export type SigningKey = z.infer<typeof signingKey>;

const treeHead = z.object({
  treeSize: id,
  rootHash: sha256Hex,
  signedAt: instant,
  keyId: z.string(),
  /** Base64. */
  signature: z.string(),
});
export type TreeHead = z.infer<typeof treeHead>;

export const listSigningKeys = {
  method: 'GET',
  path: '/api/evidence/key',
  summary: 'The public keys that sign receipts and tree heads, oldest first',
  caller: 'anyone',
  result: z.object({ keys: z.array(signingKey) }),
} as const satisfies Endpoint;

export const getTreeHead = {
  method: 'GET',
  path: '/api/evidence/tree-head',
  summary: 'The newest signed tree head of the audit log',
  caller: 'actor',
  result: treeHead,
} as const satisfies Endpoint;

export const getConsistencyProof = {
  method: 'GET',
  path: '/api/evidence/consistency',
  summary: 'The proof that the audit log of one size is continued by that of another (RFC 6962)',
  caller: 'actor',
  query: z.strictObject({ from: idText, to: idText }),
  result: z.object({ from: id, to: id, path: z.array(sha256Hex) }),
} as const satisfies Endpoint;

export const getVerifier = {
  method: 'GET',
  path: '/api/evidence/verifier',
  summary: 'The program that verifies receipts without a server, as a page or as a script',
  caller: 'anyone',
  query: z.strictObject({ format: z.enum(['html', 'mjs']).optional() }),
  result: 'bytes',
} as const satisfies Endpoint;

export const createSigningKey = {
  method: 'POST',
  path: '/api/admin/signing-keys',
  summary: 'Replace the signing key; the old one signs the new one',
  caller: 'administrator',
  result: signingKey,
  status: 201,
} as const satisfies Endpoint;

export const getAuditState = {
  method: 'GET',
  path: '/api/admin/audit/state',
  summary: 'Whether the newest entry of the audit log is sealed, and the state of its Merkle tree',
  caller: 'administrator',
  result: z.object({
    entries: z.int(),
    isSealed: z.boolean(),
    treeSize: z.int(),
    treeHead: treeHead.nullable(),
  }),
} as const satisfies Endpoint;

export const getInclusionProof = {
  method: 'GET',
  path: '/api/admin/audit/:position/proof',
  summary: 'The proof that the audit log of a signed tree head contains an entry (RFC 6962)',
  caller: 'administrator',
  hasSideEffects: true,
  params: z.strictObject({ position: idText }),
  /** The size of a signed tree head; by default the newest, and a new one where that lacks the entry. */
  query: z.strictObject({ treeSize: idText.optional() }),
  result: z.object({ position: id, leafHash: sha256Hex, path: z.array(sha256Hex), treeHead }),
} as const satisfies Endpoint;

const receipt = z.object({
  id,
  kind: z.enum(RECEIPT_KINDS),
  createdAt: instant,
  /** The entries of the audit log at that instant. */
  logEntries: id,
  filesVisible: z.int(),
  filesOpened: z.int(),
});
export type Receipt = z.infer<typeof receipt>;

export const listReceipts = {
  method: 'GET',
  path: '/api/receipts',
  summary: "The caller's receipts, newest first",
  caller: 'actor',
  query: z.strictObject(pageQuery),
  result: z.array(receipt),
} as const satisfies Endpoint;

export const createReceipt = {
  method: 'POST',
  path: '/api/receipts',
  summary: 'A signed statement of what the caller can see and has opened',
  caller: 'actor',
  result: receipt,
  status: 201,
} as const satisfies Endpoint;

export const getReceipt = {
  method: 'GET',
  path: '/api/receipts/:id',
  summary: 'A receipt as a file: JSON for programs, HTML for people',
  caller: 'actor',
  params: idParams,
  query: z.strictObject({ format: z.enum(['json', 'html']).optional() }),
  result: 'bytes',
} as const satisfies Endpoint;
