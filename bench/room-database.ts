import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '#server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#server/platform/db/open-database.ts';

/** Writes into the database of a room that is not running; it is set up when there is none. */
export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true });
  const { db } = openDatabase({ engine: 'sqlite', file: join(dataDir, 'muniment.db') });
  try {
    await migrate(db, 'sqlite');
    return await work(db);
  } finally {
    await db.destroy();
  }
}
