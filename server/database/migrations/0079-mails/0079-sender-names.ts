import type { Kysely } from 'kysely';

/** Adds the name that mails are sent in to brands. Nodes of an earlier version send in the name of `MAIL_FROM`. */
export async function addSenderNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('brand').addColumn('sender_name', 'text').execute();
}
