import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { OutboxMessagesTable } from '#server/database/tables/outbox.ts';

export type MailRow = Selectable<OutboxMessagesTable>;

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
export function listMails(db: Database, limit: number, cursor: number | undefined): Promise<MailRow[]> {
  return db
    .selectFrom('outbox_messages')
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
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
