import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

/** Tables that a refusal may change: it counts attempts, logs, and updates the session or token. */
const IGNORED_TABLES = [
  'sessions',
  'api_tokens',
  'attempt_counts',
  'audit_log',
  'audit_head',
  'audit_tree_nodes',
  'locks',
];

/** Hashes the content of every other table, so that a comparison names the table that changed. */
export async function digestDatabase(db: Database): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const digests: Record<string, string> = {};
  for (const table of tables.filter((name) => !IGNORED_TABLES.includes(name))) {
    // The names come from the database itself, so that a new table cannot be forgotten.
    const rows = await (db as unknown as Kysely<Record<string, object>>)
      .selectFrom(table)
      .selectAll()
      .execute();
    const content = rows.map((row) => JSON.stringify(row)).sort();
    digests[table] = createHash('sha256').update(content.join('\n')).digest('hex');
  }
  return digests;
}
