import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine } from './engine.ts';
import { createInitialTables } from './migrations/0001-initial.ts';
import { createAuditLog } from './migrations/0002-audit-log.ts';
import { orderFileViews } from './migrations/0007-file-view-order.ts';
import type { Database } from './open-database.ts';

/** Brings the tables to this version's form; all steps in one transaction. Two processes at once wait for each other. */
export async function migrate(db: Database, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': { up: (open: Kysely<unknown>) => createInitialTables(open, engine) },
        '0002-audit-log': { up: (open: Kysely<unknown>) => createAuditLog(open, engine) },
        '0007-file-view-order': { up: orderFileViews },
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const reason = error instanceof Error ? error.message : 'unknown reason';
  throw new Error(`The database could not be brought to this version: ${reason}`, { cause: error });
}
