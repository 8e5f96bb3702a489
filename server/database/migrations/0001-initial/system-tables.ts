import { sql } from 'kysely';
import { primaryKey, required, type SchemaBuilder } from './columns.ts';

const LOCKS = ['audit-log', 'file-views', 'folder-tree', 'index-changes', 'uploads', 'users'];

export async function createSystemTables({ create }: SchemaBuilder): Promise<void> {
  for (const table of ['system_settings', 'installation_properties']) {
    await create(table).addColumn('name', 'text', primaryKey).addColumn('value', 'text', required).execute();
  }
}

export async function createLocks({ db, create }: SchemaBuilder): Promise<void> {
  await create('locks')
    .addColumn('name', 'text', primaryKey)
    .addColumn('acquired_at', 'bigint', required)
    .execute();
  for (const name of LOCKS) await sql`insert into locks (name, acquired_at) values (${name}, 0)`.execute(db);
}
