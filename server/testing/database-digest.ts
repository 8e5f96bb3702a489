import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Database, isPostgres } from '#server/database/open-database.ts';

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

const tablesOf = new WeakMap<Database, Promise<string[]>>();

/** Lists the tables by asking the database itself, so that a new one cannot be forgotten. */
function listTables(db: Database): Promise<string[]> {
  const tables =
    tablesOf.get(db) ??
    db.introspection
      .getTables()
      .then((found) => found.map(({ name }) => name).filter((name) => !IGNORED_TABLES.includes(name)));
  tablesOf.set(db, tables);
  return tables;
}

/** Hashes the content of every other table, so that a comparison names the table that changed. */
export async function digestDatabase(db: Database): Promise<Record<string, string>> {
  const tables = await listTables(db);
  return isPostgres(db) ? digestOnServer(db, tables) : digestRows(db, tables);
}

/** Sums up the hashes of the rows of each table, in one query. */
async function digestOnServer(db: Database, tables: readonly string[]): Promise<Record<string, string>> {
  const queries = tables.map(
    (table) => sql`
      select ${sql.lit(table)} as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest
      from ${sql.table(table)} as t`,
  );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function digestRows(db: Database, tables: readonly string[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const rows = await (db as unknown as Kysely<Record<string, object>>) // the tables are not known to the types
      .selectFrom(table)
      .selectAll()
      .execute();
    const content = rows.map((row) => JSON.stringify(row)).sort();
    digests[table] = createHash('sha256').update(content.join('\n')).digest('hex');
  }
  return digests;
}
