import { sql } from 'kysely';
import { HISTORY_TABLES } from '../migrations/0037-evidence/history-tables.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../open-database.ts';
import { asOf, definitionsAt, type LinkVisitor } from './as-of.ts';

/** A database as it was at an instant, for reading. */
export interface Past {
  readonly db: Database;
  close(): Promise<void>;
}

/**
 * Opens the past so that the whole access rule can be asked. SQLite limits how deeply a statement is nested, which the rule nearly
 * reaches by itself: there the rows of the instant are copied to temporary tables of a connection of its own, which hide the
 * tables. Takes time and memory in proportion to the rows of the tables with a history.
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
    for (const { name, query } of definitionsAt(at, visitor))
      await sql`create temp table ${sql.id(name)} as ${sql.raw(query)}`.execute(past);
    for (const index of indexes()) await sql.raw(index).execute(past);
  } catch (error) {
    await past.destroy();
    throw error;
  }
  return { db: past, close: () => past.destroy() };
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
