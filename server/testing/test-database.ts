import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createDatabase, dropDatabase, MIGRATED_DATABASE } from './postgres/postgres-server.ts';

const SQLITE_FILE = 'muniment.db';

/** A migrated SQLite file without rows, made once per test process: migrating is the slowest part of a start. */
let sqliteTemplate: Promise<Buffer> | undefined;

async function createSqliteTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-template-'));
  try {
    const file = join(folder, SQLITE_FILE);
    const { db, engine } = openDatabase({ engine: 'sqlite', file });
    await migrate(db, engine);
    await db.destroy();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a migrated database on the engine of the test project; `url` is undefined for SQLite. */
export async function openTestDatabase(
  dataDir: string,
): Promise<{ url: string | undefined; drop(): Promise<void> }> {
  if (process.env['MUNIMENT_TEST_DATABASE'] === 'postgres') {
    const server = inject('postgresUrl');
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    return {
      url: await createDatabase(server, name, MIGRATED_DATABASE),
      drop: () => dropDatabase(server, name),
    };
  }
  const file = join(dataDir, SQLITE_FILE);
  sqliteTemplate ??= createSqliteTemplate();
  if (!existsSync(file)) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, await sqliteTemplate, { mode: 0o600 });
  }
  return { url: undefined, drop: async () => {} };
}
