import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { RootKeyRow } from '../encryption-keys/root-keys.ts';
import type { AuditHeadTable, AuditLogTable } from '../tables/audit-log.ts';

export type AuditRow = Selectable<AuditLogTable>;
/** The newest row and its seal. */
export type AuditHead = Pick<Selectable<AuditHeadTable>, 'position' | 'hash' | 'seal'>;

/** The previous hash of the first row. */
export const GENESIS_HASH = '0'.repeat(64);

/** The seal of a head whose previous seal was wrong: a forged head is never sealed again. */
const INVALID_SEAL = 'broken';

/** Derives keys from the root keys of the installation; a `KeyRing` is one. */
export interface SigningKeys {
  /** Returns the version that signs now. */
  currentVersion(): number;
  /** Returns the version of the last finished rotation of the keys. */
  completedVersion(): number;
  /** Takes root keys that another process added. */
  refresh(read: readonly RootKeyRow[]): Promise<void>;
  /** Returns the versions whose signatures are valid. */
  signingVersions(): readonly number[];
  derive(version: number, purpose: string): Buffer;
}

/** The purpose of the key of the log's seal, which access to the database alone does not reveal. Part of stored data. */
const SEAL_PURPOSE = 'muniment audit head v1';

/** Computes the SHA-256, in hex, of the previous hash and this row's content in a fixed order. */
export function hashAuditRow(row: Omit<AuditRow, 'hash' | 'removed_by' | 'room_id'>): string {
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

/** Computes the seal of a head. */
export const sealOf = (keys: SigningKeys, head: Omit<AuditHead, 'seal'>): string =>
  computeSeal(keys, keys.currentVersion(), head);

const computeSeal = (
  keys: SigningKeys,
  version: number,
  { position, hash }: Omit<AuditHead, 'seal'>,
): string =>
  createHmac('sha256', createSecretKey(keys.derive(version, SEAL_PURPOSE)))
    .update(`${position}\n${hash}`)
    .digest('hex');

/** Returns whether this installation wrote the head. */
export function hasValidSeal(keys: SigningKeys, head: AuditHead): boolean {
  const given = Buffer.from(head.seal);
  return keys.signingVersions().some((version) => {
    const right = Buffer.from(computeSeal(keys, version, head));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** Returns the head after further rows. */
export const nextHead = (keys: SigningKeys, before: AuditHead, { position, hash }: AuditRow): AuditHead => ({
  position,
  hash,
  seal: hasValidSeal(keys, before) ? sealOf(keys, { position, hash }) : INVALID_SEAL,
});
