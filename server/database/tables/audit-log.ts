import type { Instant } from './column-types.ts';

/** A chain: each row carries the hash of the one before. Rows are only ever added. */
export interface AuditLogTable {
  /** 1, 2, 3, … without a gap. */
  position: number;
  occurred_at: Instant;
  actor_kind: 'user' | 'visitor' | 'anonymous';
  /** The user's or the invitation's. */
  actor_id: number | null;
  actor_name: string;
  action: string;
  object_kind: string | null;
  object_id: number | null;
  object_name: string | null;
  result: 'done' | 'refused';
  /** JSON. */
  details: string | null;
  address: string;
  /** Hex SHA-256 of the row before and of this one's content. */
  previous_hash: string;
  hash: string;
}

/** One row: the newest of the log, which only the room itself can seal. */
export interface AuditHeadTable {
  position: number;
  hash: string;
  /** Hex HMAC of both with a key derived from the master key; empty as long as the log is. */
  seal: string;
}
