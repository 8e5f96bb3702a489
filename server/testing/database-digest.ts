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
  'person_keys',
  'person_names',
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

/** The hashes of the tables that nobody has written to since. */
const digestsOf = new WeakMap<Database, Map<string, string>>();

/**
 * Hashes the content of every other table, so that a comparison names the table that changed. Only those that were written to
 * since the last time are read: most tests write to few of them.
 */
export async function digestDatabase(db: Database): Promise<Record<string, string>> {
  const tables = await listTables(db);
  const digests = digestsOf.get(db) ?? (await trackWrites(db, tables));
  digestsOf.set(db, digests);
  const { rows } = await sql<{ name: string }>`delete from written_tables returning name`.execute(db);
  for (const { name } of rows) digests.delete(name);
  const unknown = tables.filter((table) => !digests.has(table));
  const digest = isPostgres(db) ? digestOnServer : digestRows;
  for (const [table, hash] of await digest(db, unknown)) digests.set(table, hash);
  return Object.fromEntries(digests);
}

/** Collects the names of the tables that are written to, by triggers. On SQLite, only this connection sees them. */
async function trackWrites(db: Database, tables: readonly string[]): Promise<Map<string, string>> {
  await (isPostgres(db) ? createTriggersOnServer(db, tables) : createTemporaryTriggers(db, tables));
  return new Map();
}

async function createTriggersOnServer(db: Database, tables: readonly string[]): Promise<void> {
  // Transactions that write to the same table do not wait for each other: each adds a row.
  await sql`create unlogged table written_tables (name text not null)`.execute(db);
  await sql`create function note_write() returns trigger language plpgsql as
    'begin insert into written_tables values (tg_table_name); return null; end'`.execute(db);
  for (const table of tables)
    await sql`create trigger note_write after insert or update or delete or truncate on ${sql.id(table)}
      for each statement execute function note_write()`.execute(db);
}

async function createTemporaryTriggers(db: Database, tables: readonly string[]): Promise<void> {
  await sql`create temp table written_tables (name text primary key)`.execute(db);
  for (const table of tables)
    for (const action of ['insert', 'update', 'delete'])
      await sql`create temp trigger ${sql.id(`after_${action}_${table}`)} after ${sql.raw(action)} on main.${sql.id(table)}
        begin
          insert into written_tables select ${sql.lit(table)}
          where not exists (select 1 from written_tables where name = ${sql.lit(table)});
        end`.execute(db);
}

type Digests = (readonly [table: string, digest: string])[];

/** Sums up the hashes of the rows of each table, in one query. */
async function digestOnServer(db: Database, tables: readonly string[]): Promise<Digests> {
  if (tables.length === 0) return [];
  const queries = tables.map(
    (table) => sql`
      select ${sql.lit(table)} as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest
      from ${sql.table(table)} as t`,
  );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return rows.map(({ name, digest }) => [name, digest]);
}

async function digestRows(db: Database, tables: readonly string[]): Promise<Digests> {
  const digests: Digests = [];
  for (const table of tables) digests.push([table, await digestTable(db, table)]);
  return digests;
}

async function digestTable(db: Database, table: string): Promise<string> {
  const rows = await (db as unknown as Kysely<Record<string, object>>) // the tables are not known to the types
    .selectFrom(table)
    .selectAll()
    .execute();
  const content = rows.map((row) => JSON.stringify(row)).sort();
  return createHash('sha256').update(content.join('\n')).digest('hex');
}
