import { randomUUID } from 'node:crypto';
import type { Database } from './open-database.ts';

/** Tells this database from every other one, and a copy of it from none. Made at the first start. */
export async function loadInstallationId(db: Database): Promise<string> {
  await db
    .insertInto('installation_properties')
    .values({ name: 'installation-id', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', 'installation-id')
    .executeTakeFirstOrThrow();
  return value;
}

/** Nothing for a database that no room was started on. Its tables must be there. */
export async function findInstallationId(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', 'installation-id')
    .executeTakeFirst();
  return row?.value;
}
