import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './column-types.ts';

/**
 * A chain: each row contains the hash of the previous one. Rows are only ever appended, and lose their content only if they are
 * refused calls.
 */
export interface AuditLogTable {
  /** 1, 2, 3, … without a gap. */
  position: number;
  occurred_at: Instant;
  actor_kind: 'user' | 'visitor' | 'anonymous';
  /** The id of the user or the invitation. */
  actor_id: number | null;
  /** Encrypted where `actor_key_id` names a key, as is `address`. */
  actor_name: string;
  action: string;
  object_kind: string | null;
  object_id: number | null;
  object_name: string | null;
  result: 'done' | 'refused';
  /** JSON. Begins with the room, if there is one. */
  details: string | null;
  address: string;
  /** Hex SHA-256 of the previous hash and this row's content. */
  previous_hash: string;
  hash: string;
  /**
   * The keys in `person_keys` of the actor, and of the person whom the entry is about; `null` where nobody is named, and in rows
   * of earlier versions. Each encrypted text begins with the id of its key, so the hash covers them.
   */
  actor_key_id: ColumnType<number | null, number | null | undefined>;
  object_key_id: ColumnType<number | null, number | null | undefined>;
  /**
   * The room of what the entry is about: the details begin with it, so the hash covers it. `null` outside of rooms, and in rows
   * of earlier versions.
   */
  room_id: ColumnType<number | null, number | null | undefined>;
  /** The position of the entry that removed the content of this one, a refused call; its hashes stay. */
  removed_by: ColumnType<number | null, number | null | undefined>;
}

/** A single row: the newest of the log, which only this installation can seal. */
export interface AuditHeadTable {
  position: number;
  hash: string;
  /** Hex HMAC of both with a key derived from the master key; empty as long as the log is. */
  seal: string;
  /** The rows that the Merkle tree contains: all, unless a node of an older version appended the last ones. */
  tree_size: Generated<number>;
  /** The hashes of its complete subtrees, largest first, in hex: what it takes to append. */
  tree_nodes: Generated<string>;
}

/** The complete subtrees of the Merkle tree (RFC 6962) whose leaves are the hashes of the rows. Derived from the rows. */
export interface AuditTreeNodesTable {
  /** The subtree has 2^level leaves, at least two, from node_index * 2^level on. */
  level: number;
  node_index: number;
  hash: Buffer;
}
