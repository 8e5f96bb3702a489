import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

/** Resumable uploads: unfinished ones and, for a day, those that became a file. Not part of backups. */
export interface UploadsTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  name: string;
  /** The target folder; `null` is the root. It may have been deleted since. */
  folder_id: number | null;
  allow_download: Flag;
  /** Bytes of the whole file, as declared at the beginning. */
  size: number;
  /** Bytes stored so far, which the parts hold without a gap; all of them only together with `file_id`. */
  received_bytes: Generated<number>;
  created_at: Instant;
  /** Extended with each part. */
  expires_at: Instant;
  /** The file of which it becomes a new version, which may have been deleted since; `null` for a new file. */
  replaces_file_id: ColumnType<number | null, number | null | undefined>;
  /** The file as in `replaces_file_id`, which is 0 then, for a version that is a draft. */
  draft_of_file_id: ColumnType<number | null, number | null | undefined>;
  note: ColumnType<string | null, string | null | undefined>;
  /** The import of which it becomes a source at this path, which may have been discarded since; `null` otherwise. */
  import_id: ColumnType<number | null, number | null | undefined>;
  relative_path: ColumnType<string | null, string | null | undefined>;
  /** The placeholder that the file replaces, which may have been removed since. */
  placeholder_id: ColumnType<number | null, number | null | undefined>;
  /** Tells whether the file took the place of the placeholder; `null` without one, and until the upload is finished. */
  replaces_placeholder: ColumnType<Flag | null, Flag | null | undefined>;
  /** The batch of its client and the place in it; `null` for what is uploaded alone. */
  batch_key: ColumnType<string | null, string | null | undefined>;
  batch_place: ColumnType<number | null, number | null | undefined>;
  /** The file that it became, or the source of an import, which may have been deleted since. */
  file_id: number | null;
}

/** The stored ranges of an unfinished file, each an encrypted object of its own. */
export interface UploadPartsTable {
  upload_id: number;
  /** The offset of its first byte. */
  start_offset: number;
  size: number;
  /** The object's key in the store. */
  key: string;
  wrapped_key: Buffer;
}
