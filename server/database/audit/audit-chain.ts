import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditHeadTable, AuditLogTable } from '../tables/audit-log.ts';

export type AuditRow = Selectable<AuditLogTable>;
export type AuditHead = Selectable<AuditHeadTable>;

/** What stands before the first row's own content in its hash. */
export const GENESIS_HASH = '0'.repeat(64);

/** What a head gets whose seal was wrong before: what somebody forged once is never sealed again. */
const INVALID_SEAL = 'broken';

/** SHA-256, hex, of the row before and of this row's content in a fixed order. */
export function hashAuditRow(row: Omit<AuditRow, 'hash'>): string {
  const content = [
    row.previous_hash,
    row.position,
    row.occurred_at,
    row.actor_kind,
    row.actor_id,
    row.actor_name,
    row.action,
    row.object_kind,
    row.object_id,
    row.object_name,
    row.result,
    row.details,
    row.address,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The key of the log's seal. Whoever has the database alone has not this one. */
export const deriveAuditKey = (masterKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment audit head v1', 32)));

const computeSeal = (key: KeyObject, { position, hash }: Omit<AuditHead, 'seal'>): Buffer =>
  createHmac('sha256', key).update(`${position}\n${hash}`).digest();

/** Whether the room itself wrote this head. That of a log which nothing was written to yet has no seal. */
export function hasValidSeal(key: KeyObject, head: AuditHead): boolean {
  if (head.position === 0) return head.seal === '' && head.hash === GENESIS_HASH;
  const given = Buffer.from(head.seal, 'hex');
  const right = computeSeal(key, head);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The head after further rows. */
export const nextHead = (key: KeyObject, before: AuditHead, { position, hash }: AuditRow): AuditHead => ({
  position,
  hash,
  seal: hasValidSeal(key, before) ? computeSeal(key, { position, hash }).toString('hex') : INVALID_SEAL,
});
