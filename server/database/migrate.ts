import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseEngine } from './database-engine.ts';
import { createInitialTables } from './migrations/0001-initial.ts';
import { createAuditLog } from './migrations/0002-audit-log.ts';
import { createInvitationsAndMail } from './migrations/0004-invitations-and-mail.ts';
import { createAuditHead } from './migrations/0005-audit-head.ts';
import { createTrashAndMaintenance } from './migrations/0006-trash-and-maintenance.ts';
import { orderFileViews } from './migrations/0007-file-view-order.ts';
import { createUploads } from './migrations/0008-uploads.ts';
import { createPageTimes } from './migrations/0009-page-times.ts';
import { createJobQueueIndexes } from './migrations/0010-job-queue.ts';
import type { Database } from './open-database.ts';

const createMigrator = (db: Database, engine: DatabaseEngine): Migrator =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': { up: (open: Kysely<unknown>) => createInitialTables(open, engine) },
        '0002-audit-log': { up: (open: Kysely<unknown>) => createAuditLog(open, engine) },
        '0004-invitations-and-mail': {
          up: (open: Kysely<unknown>) => createInvitationsAndMail(open, engine),
        },
        '0005-audit-head': { up: createAuditHead },
        '0006-trash-and-housekeeping': {
          up: (open: Kysely<unknown>) => createTrashAndMaintenance(open, engine),
        },
        '0007-file-view-order': { up: orderFileViews },
        '0008-uploads': { up: (open: Kysely<unknown>) => createUploads(open, engine) },
        '0009-page-times': { up: createPageTimes },
        '0010-job-queue': { up: createJobQueueIndexes },
      }),
    },
  });

/**
 * Brings the tables to this version's form, or to that of an earlier step; all steps in one transaction.
 * Two processes at once wait for each other.
 */
export async function migrate(db: Database, engine: DatabaseEngine, upTo?: string): Promise<void> {
  const migrator = createMigrator(db, engine);
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (!error) return;
  const reason = error instanceof Error ? error.message : 'unknown reason';
  throw new Error(`The database could not be brought to this version: ${reason}`, { cause: error });
}

/** The steps that this version knows, in order, and whether the database took them. */
export async function listMigrations(
  db: Database,
  engine: DatabaseEngine,
): Promise<{ name: string; isDone: boolean }[]> {
  const migrations = await createMigrator(db, engine).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, isDone: executedAt !== undefined }));
}
