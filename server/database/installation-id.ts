import { randomUUID } from 'node:crypto';
import type { Database } from './open-database.ts';

/** Returns an id that distinguishes this database from all others, except its copies. Created at the first start. */
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

/** Returns nothing for a database on which no server was started. The tables must exist. */
export async function findInstallationId(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', 'installation-id')
    .executeTakeFirst();
  return row?.value;
}
