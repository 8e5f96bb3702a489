import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

/** Resumable uploads: those whose bytes still come, and for a day those that became a file. No backup takes them along. */
export interface UploadsTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  name: string;
  /** Where the file is to go; `null` is the root. The folder may be gone by then. */
  folder_id: number | null;
  allow_download: Flag;
  /** Bytes of the whole file, as told at the beginning. */
  size: number;
  /** Bytes kept so far, which its parts hold without a gap; all of them only together with `file_id`. */
  received_bytes: Generated<number>;
  created_at: Instant;
  /** Moves on with each part. */
  expires_at: Instant;
  /** What it became. The file may be gone since. */
  file_id: number | null;
}

/** The stretches of a file that came so far, each an encrypted object of its own. */
export interface UploadPartsTable {
  upload_id: number;
  /** The offset of its first byte. */
  start_offset: number;
  size: number;
  /** The object's key in the store. */
  key: string;
  wrapped_key: Buffer;
}
