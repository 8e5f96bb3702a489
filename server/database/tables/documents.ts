import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

export interface FoldersTable {
  id: GeneratedAlways<number>;
  name: string;
  parent_id: number | null;
  owner_id: number;
  created_at: Instant;
  deleted_at: Instant | null;
  /** The folder whose deletion took this one along; `null` for what was deleted as such. */
  deleted_with_folder_id: number | null;
  /** Removed for good: the row only waits for its turn. Set on what was deleted as such. */
  purged_at: Instant | null;
}

export interface CollaboratorsTable {
  folder_id: number;
  user_id: number;
  created_at: Instant;
}

export interface BlobsTable {
  /** The object's key in the store. */
  key: string;
  /** Bytes of plaintext. */
  size: number;
  /** Hex, of the plaintext. */
  sha256: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

export type IndexStatus = 'pending' | 'indexed' | 'partly' | 'no-text' | 'protected' | 'damaged' | 'failed';

export interface FilesTable {
  id: GeneratedAlways<number>;
  name: string;
  file_type: string;
  size: number;
  allow_download: Flag;
  folder_id: number | null;
  owner_id: number;
  blob_key: string;
  created_at: Instant;
  deleted_at: Instant | null;
  /** As a folder's. */
  deleted_with_folder_id: number | null;
  purged_at: Instant | null;
  index_status: Generated<IndexStatus>;
  index_reason: string | null;
  /** The extracted blocks, gzipped JSON in the object store. */
  text_blob_key: string | null;
  /** The document's own title, and its first words. */
  document_title: string | null;
  excerpt: string | null;
}

export interface FileViewsTable {
  id: GeneratedAlways<number>;
  file_id: number;
  viewer_id: number | null;
  /** A visitor's address; `null` for users. */
  viewer_email: string | null;
  viewed_at: Instant;
  /** When it was last heard of: until ten minutes later what is seen belongs to it. */
  last_seen_at: Instant;
  /** The last batches of times that were counted, as JSON: what comes twice counts once. */
  counted_batches: Generated<string>;
}

/** What a view saw of one page, all batches together. */
export interface PageTimesTable {
  view_id: number;
  page: number;
  ms: number;
}
