import { sql } from 'kysely';
import { HISTORY_TABLES } from '../migrations/0037-evidence/history-tables.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../open-database.ts';
import { asOf, type Definition, definitionsAt, type LinkVisitor } from './as-of.ts';

/** Takes a few milliseconds, with the indexes. */
const ROWS_PER_STATEMENT = 1_000;

/** A database as it was at an instant, for reading. */
export interface Past {
  readonly db: Database;
  close(): Promise<void>;
}

/**
 * Opens the past so that the whole access rule can be asked. SQLite limits how deeply a statement is nested, which the rule
 * nearly reaches by itself: there the rows of the instant are copied to temporary tables of a connection of its own, which hide
 * the tables. Takes time and memory in proportion to the rows of the tables with a history.
 */
export async function openPast(
  db: Database,
  location: DatabaseLocation,
  at: number,
  visitor?: LinkVisitor,
): Promise<Past> {
  if (location.engine === 'postgres') return { db: asOf(db, at, visitor), close: async () => {} };
  const past = openDatabase({ ...location, isReader: true }).db;
  try {
    const definitions = definitionsAt(at, visitor);
    for (const { name, columns, history } of definitions)
      await sql.raw(`create temp table ${name} as select ${columns} from ${history} limit 0`).execute(past);
    // This comes before the rows: an index of many rows takes too long to build at once.
    for (const index of indexes()) await sql.raw(index).execute(past);
    for (const definition of definitions) await copyRows(past, definition);
  } catch (error) {
    await past.destroy();
    throw error;
  }
  return { db: past, close: () => past.destroy() };
}

/**
 * Copies the rows of a table in statements that are short, between which other work runs. Later changes of the history end or
 * begin after the instant.
 */
async function copyRows(
  past: Database,
  { name, columns, history, condition, added }: Definition,
): Promise<void> {
  const last = await sql<{ id: number | null }>`select max(rowid) as id from ${sql.table(history)}`.execute(
    past,
  );
  for (let from = 0; from < (last.rows[0]?.id ?? 0); from += ROWS_PER_STATEMENT)
    await sql
      .raw(
        `insert into temp.${name} select ${columns} from ${history}
          where rowid > ${from} and rowid <= ${from + ROWS_PER_STATEMENT} and ${condition}`,
      )
      .execute(past);
  if (added !== undefined) await sql.raw(`insert into temp.${name} ${added}`).execute(past);
}

/** Indexes the keys and the references of each table. */
function indexes(): string[] {
  return HISTORY_TABLES.flatMap(({ name, key, columns }) => {
    const references = Object.keys(columns).filter((column) => column.endsWith('_id') && column !== key[0]);
    return [key, ...references.map((column) => [column])].map(
      (indexed) => `create index temp.past_${name}_${indexed.join('_')} on ${name} (${indexed.join(', ')})`,
    );
  });
}
