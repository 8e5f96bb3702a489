import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createAccountTables, createSessionTables } from './account-tables.ts';
import { createActivityTables } from './activity-tables.ts';
import { createAuditTables } from './audit-tables.ts';
import { createSchemaBuilder } from './columns.ts';
import {
  createFileTables,
  createFolderTables,
  createSearchTables,
  createUploadTables,
} from './document-tables.ts';
import { createInvitationTables } from './invitation-tables.ts';
import { createJobTables, createMaintenanceTables } from './job-tables.ts';
import { createMailTables } from './mail-tables.ts';
import { createLocks, createSystemTables } from './system-tables.ts';

/** Creates the schema of version 0.1.0. Released databases have it: a change of the schema is a migration of its own. */
export async function createInitialSchema(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const schema = createSchemaBuilder(db, engine);
  await createSystemTables(schema);
  await createLocks(schema);
  await createAccountTables(schema);
  await createFolderTables(schema);
  await createFileTables(schema);
  await createUploadTables(schema);
  await createInvitationTables(schema);
  await createSessionTables(schema);
  await createActivityTables(schema);
  await createAuditTables(schema);
  await createSearchTables(schema);
  await createMailTables(schema);
  await createJobTables(schema);
  await createMaintenanceTables(schema);
}
