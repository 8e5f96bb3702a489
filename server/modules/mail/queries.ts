import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { OutboxMessagesTable } from '#server/database/tables/outbox.ts';

export type MailRow = Selectable<OutboxMessagesTable>;

/** The value of `room_id` of a mail about no room. */
export const NO_ROOM = 0;

/** A mail without its body. */
export type MailHead = Omit<MailRow, 'encrypted_body'>;

/** A mail in a list. */
export interface ListedMail extends MailHead {
  /** The room that it is about, while that exists. */
  readonly existing_room_id: number | null;
}

export async function insertMail(
  db: Database,
  mail: Omit<Insertable<OutboxMessagesTable>, 'attempts'>,
): Promise<number> {
  const { id } = await db
    .insertInto('outbox_messages')
    .values(mail)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function removeMailsBefore(db: Database, instant: number): Promise<void> {
  await db.deleteFrom('outbox_messages').where('created_at', '<', instant).execute();
}

export function findMail(db: Database, id: number): Promise<MailRow | undefined> {
  return db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists rows newest first; returns one more than `limit`. */
export function listMails(
  db: Database,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<ListedMail[]> {
  return db
    .selectFrom('outbox_messages')
    .leftJoin('rooms', 'rooms.folder_id', 'outbox_messages.room_id')
    .select([
      'outbox_messages.id',
      'outbox_messages.to_address',
      'outbox_messages.subject',
      'outbox_messages.room_id',
      'outbox_messages.created_at',
      'outbox_messages.should_send',
      'outbox_messages.attempts',
      'outbox_messages.sent_at',
      'outbox_messages.failed_at',
      'outbox_messages.last_error',
      'rooms.folder_id as existing_room_id',
    ])
    .$if(cursor !== undefined, (query) => query.where('outbox_messages.id', '<', cursor ?? 0))
    .orderBy('outbox_messages.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function setMailSent(db: Database, id: number, now: number): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ sent_at: now, last_error: null })
    .where('id', '=', id)
    .execute();
}

export async function setMailAttempt(
  db: Database,
  id: number,
  tried: Pick<MailRow, 'attempts' | 'last_error' | 'failed_at'>,
): Promise<void> {
  await db.updateTable('outbox_messages').set(tried).where('id', '=', id).execute();
}
