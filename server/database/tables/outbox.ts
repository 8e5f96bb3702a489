import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MailTextKind } from '#shared/domain/mail/mail-texts.ts';
import type { Flag, Instant } from './column-types.ts';

export interface OutboxMessagesTable {
  id: GeneratedAlways<number>;
  to_address: string;
  subject: string;
  /** The room that it is about, or 0; `null` where that is unknown: several rooms, or a node of an earlier version. */
  room_id: ColumnType<number | null, number | null | undefined>;
  /** JSON of `text` and `html`, encrypted: the links in them grant access. */
  encrypted_body: Buffer;
  created_at: Instant;
  /** 0 when no mail server was configured at that time: such a mail can only be read in the outbox. */
  should_send: Flag;
  attempts: Generated<number>;
  sent_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
}

/** Own texts of mails, of rooms and of the installation: one for each kind and language. */
export interface MailTextsTable {
  id: GeneratedAlways<number>;
  /** `null` for the installation. */
  room_id: number | null;
  kind: MailTextKind;
  language: 'en';
  /** Both with placeholders. */
  subject: string;
  body: string;
  updated_at: Instant;
}

/** The last file that was reported, for mails about new files in a folder. */
export interface FolderDigestsTable {
  folder_id: number;
  last_notified_file_id: number;
  /** While a digest is being sent: the last file that it counts, and the last user that was considered. */
  batch_end_file_id: number | null;
  last_processed_user_id: Generated<number>;
}
