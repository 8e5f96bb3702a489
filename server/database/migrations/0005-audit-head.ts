import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { GENESIS_HASH } from '../audit/audit-chain.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** The log's newest row, sealed, so that rows missing at its end are noticed; and the ways it is asked. */
export async function createAuditHead(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_head')
    .addColumn('position', 'bigint', required)
    .addColumn('hash', 'text', required)
    .addColumn('seal', 'text', required)
    .execute();
  await sql`insert into audit_head (position, hash, seal) values (0, ${GENESIS_HASH}, '')`.execute(db);
  const byColumns = {
    name: ['actor_name', 'position'],
    instant: ['at'],
    /** Whether somebody's reading of a file is one that is recorded already. */
    reading: ['actor_kind', 'actor_id', 'object_id', 'at'],
  };
  for (const [name, columns] of Object.entries(byColumns))
    await db.schema.createIndex(`audit_log_by_${name}`).on('audit_log').columns(columns).execute();
}
