import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

export interface OutboxMessagesTable {
  id: GeneratedAlways<number>;
  to_address: string;
  subject: string;
  /** JSON of `text` and `html`, sealed: the links in them are keys to the room. */
  encrypted_body: Buffer;
  created_at: Instant;
  /** 0 when there was no mail server at that time: such a mail is only to be read in the outbox. */
  should_send: Flag;
  attempts: Generated<number>;
  sent_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
}

/** Of the mails that say how many files came into a folder: up to which file they told. */
export interface FolderDigestsTable {
  folder_id: number;
  last_notified_file_id: number;
  /** While a digest is being sent: the last file that it counts, and the last user who was considered. */
  batch_end_file_id: number | null;
  last_processed_user_id: Generated<number>;
}
