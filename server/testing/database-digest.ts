import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

/** What a refusal may write: that it happened, and that somebody was seen. */
const IGNORED_TABLES = ['sessions', 'attempt_counts', 'audit_log', 'audit_head', 'locks'];

/** Every other table's content as a hash, so that a comparison names the table that changed. */
export async function digestDatabase(db: Database): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const digests: Record<string, string> = {};
  for (const table of tables.filter((name) => !IGNORED_TABLES.includes(name))) {
    // The names come from the database itself, so that a new table can't be forgotten.
    const rows = await (db as unknown as Kysely<Record<string, object>>)
      .selectFrom(table)
      .selectAll()
      .execute();
    const content = rows.map((row) => JSON.stringify(row)).sort();
    digests[table] = createHash('sha256').update(content.join('\n')).digest('hex');
  }
  return digests;
}
