import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import type { Flag, Instant } from './column-types.ts';

/** 0 for what was never a draft, `null` for a draft, later than now for what will be published. */
type PublishedAt = ColumnType<Instant | null, Instant | null | undefined, Instant | null>;

export interface FoldersTable {
  id: GeneratedAlways<number>;
  name: string;
  parent_id: number | null;
  owner_id: number;
  created_at: Instant;
  deleted_at: Instant | null;
  /** The folder with which this one was deleted; `null` if it was deleted itself. */
  deleted_with_folder_id: number | null;
  /** Removed for good: the row awaits its removal. Set on what was deleted itself. */
  purged_at: Instant | null;
  published_at: PublishedAt;
  publication_id: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface CollaboratorsTable {
  folder_id: number;
  user_id: number;
  created_at: Instant;
  /** The giver, with whose own access it ends; `null` in rows of version 0.1.0 means the owner of the folder. */
  granted_by_id: ColumnType<number | null, number | null | undefined>;
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
  scan_state: ColumnType<ScanState, ScanState | undefined>;
  /** The name of the virus that was found, or why the content could not be scanned. */
  scan_result: ColumnType<string | null, string | null | undefined>;
  scanned_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** The sender, if not the owner of its file: a user, or the negative number of the group of a visitor. */
  sent_by: ColumnType<number | null, number | null | undefined>;
}

export type IndexStatus = 'pending' | 'indexed' | 'partly' | 'no-text' | 'protected' | 'damaged' | 'failed';

/** How the text of image pages was recognized; `waiting` until the last page is. `null` without image pages. */
export type OcrState = 'waiting' | 'done' | 'low-confidence' | 'unreadable';

interface OcrColumns {
  ocr_state: ColumnType<OcrState | null, OcrState | null | undefined>;
  ocr_engine: ColumnType<'native' | 'wasm' | null, 'native' | 'wasm' | null | undefined>;
  /** A JSON array of the codes of Tesseract. */
  ocr_languages: ColumnType<string | null, string | null | undefined>;
  /** The mean over all words, from 0 to 100. */
  ocr_confidence: ColumnType<number | null, number | null | undefined>;
}

export interface FilesTable extends OcrColumns {
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
  /** The folder with which this file was deleted; `null` if it was deleted itself. */
  deleted_with_folder_id: number | null;
  purged_at: Instant | null;
  published_at: PublishedAt;
  publication_id: ColumnType<number | null, number | null | undefined, number | null>;
  index_status: Generated<IndexStatus>;
  index_reason: string | null;
  /** The extracted blocks, gzipped JSON in the object store. */
  text_blob_key: string | null;
  /** The title in the document, and its first words. */
  document_title: string | null;
  excerpt: string | null;
  /** The number of the version whose content the columns above describe. */
  current_version: Generated<number>;
  /** When its name or content changed after the upload. */
  modified_at: ColumnType<Instant | null, Instant | null | undefined>;
}

/** The versions of files, except of files that a node of version 0.1.0 added: those have one version and no row. */
/** Sums of what users own, which triggers write. Rows of one owner count together: on PostgreSQL each change adds one. */
export interface OwnedTotalsTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  files: Generated<number>;
  folders: Generated<number>;
  /** Bytes of files and their earlier versions. */
  bytes: Generated<number>;
}

export interface FileVersionsTable extends OcrColumns {
  file_id: number;
  number: number;
  blob_key: string;
  size: number;
  /** Hex, of the plaintext. */
  sha256: string;
  author_id: number;
  created_at: Instant;
  note: string | null;
  withdrawn_at: ColumnType<Instant | null, Instant | null | undefined>;
  withdrawn_reason: ColumnType<string | null, string | null | undefined>;
  /** It waits for the publication of its room, and was never current. */
  is_draft: Generated<Flag>;
  /** When another version became current, or a draft was added; `null` for the current version. */
  replaced_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** Copied from the row of the file when this version is replaced, with those of OCR; without meaning while it is current. */
  extension: ColumnType<string | null, string | null | undefined>;
  text_blob_key: ColumnType<string | null, string | null | undefined>;
  index_status: ColumnType<IndexStatus | null, IndexStatus | null | undefined>;
}

export interface FileViewsTable {
  id: GeneratedAlways<number>;
  file_id: number;
  viewer_id: number | null;
  /** A visitor's address; `null` for users. */
  viewer_email: string | null;
  /** The link through which a visitor came. */
  link_id: ColumnType<number | null, number | null | undefined>;
  /** The version that was viewed; `null` for views that nodes of version 0.1.0 recorded. */
  version: ColumnType<number | null, number | null | undefined>;
  viewed_at: Instant;
  /** The time of its last request: for ten minutes after it, view times belong to this view. */
  last_seen_at: Instant;
  /** The last batches of view times that were counted, as JSON: a repeated batch counts once. */
  counted_batches: Generated<string>;
}

/** Time in view of one page within a view, all batches together. */
export interface PageTimesTable {
  view_id: number;
  page: number;
  ms: number;
}
