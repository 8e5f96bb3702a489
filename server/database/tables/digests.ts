import type { ColumnType, GeneratedAlways } from 'kysely';
import type { DigestFrequency } from '#shared/domain/changes/digests.ts';
import type { Flag, Instant } from './column-types.ts';

/** A folder or file that a reader follows. There is no foreign key on the pair of kind and target. */
export interface FollowsTable {
  id: GeneratedAlways<number>;
  reader_kind: 'user' | 'visitor';
  reader_id: number;
  kind: 'folder' | 'file';
  target_id: number;
  created_at: Instant;
}

/** When a reader gets mails about a root folder. */
export interface DigestSettingsTable {
  id: GeneratedAlways<number>;
  reader_kind: 'user' | 'visitor';
  reader_id: number;
  root_folder_id: number;
  frequency: DigestFrequency;
  hour: number;
  time_zone: string;
  unsubscribe_token_hash: Buffer;
  /** The token encrypted with the master key, for the mails. */
  encrypted_unsubscribe_token: Buffer;
}

/** The next mail of a setting. */
export interface DigestsDueTable {
  setting_id: number;
  /** `null` until something changes, or for ever with the frequency `never`. */
  due_at: Instant | null;
  /** The last change that was considered, and when. */
  from_position: number;
  from_at: Instant;
  sent_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
}

/** The alerts that the owner of a root folder gets in the mails of a digest. */
export interface AlertSettingsTable {
  setting_id: number;
  first_visit: Flag;
  first_group_visit: Flag;
  download: Flag;
  refusal: Flag;
  /** The last view and the last row of the audit log that were considered. */
  from_view_id: number;
  from_audit_position: number;
}
