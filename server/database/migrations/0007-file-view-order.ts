import { type Kysely, sql } from 'kysely';

/** What it takes to count a view once: its lock row, and the way to a file's latest views. */
export async function orderFileViews(db: Kysely<unknown>): Promise<void> {
  await sql`insert into locks (name, taken_at) values ('file-views', 0)`.execute(db);
  await db.schema
    .createIndex('file_views_by_time')
    .on('file_views')
    .columns(['file_id', 'viewed_at'])
    .execute();
}
