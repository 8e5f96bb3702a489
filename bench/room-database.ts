import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '#server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#server/platform/db/open-database.ts';

/**
 * Writes into the database of a room that is not running, PostgreSQL's when its URL is given; it is set up when there
 * is none.
 */
export async function withDatabase<T>(
  dataDir: string,
  work: (db: Database) => Promise<T>,
  databaseUrl?: string,
): Promise<T> {
  await mkdir(dataDir, { recursive: true });
  const { db, engine } = openDatabase(
    databaseUrl === undefined
      ? { engine: 'sqlite', file: join(dataDir, 'muniment.db') }
      : { engine: 'postgres', url: databaseUrl },
  );
  try {
    await migrate(db, engine);
    return await work(db);
  } finally {
    await db.destroy();
  }
}
