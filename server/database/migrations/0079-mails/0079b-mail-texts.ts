import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder } from '../0001-initial/columns.ts';

/** Adds own texts of mails. Nodes of an earlier version send the built-in ones. */
export async function addMailTexts(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await createSchemaBuilder(db, engine)
    .createWithId('mail_texts')
    .addColumn('room_id', 'bigint', (column) => column.references('rooms.folder_id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('mail_texts_by_room')
    .on('mail_texts')
    .columns(['room_id', 'kind', 'language'])
    .unique()
    .execute();
  // Rows without a room differ from each other in the index above.
  await sql`create unique index mail_texts_of_installation on mail_texts (kind, language)
    where room_id is null`.execute(db);
}
