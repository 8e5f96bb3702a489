import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createDatabase, MIGRATED_DATABASE, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one server for all tests of a project, `inject('postgresUrl')`, with a migrated database to clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const url = await createDatabase(server.url, MIGRATED_DATABASE);
  const { db, engine } = openDatabase({ engine: 'postgres', url });
  await migrate(db, engine);
  // PostgreSQL copies only databases to which nothing is connected.
  await db.destroy();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
